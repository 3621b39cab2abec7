// News, wherever one is: for a moment, over the upper edge of the machines.

import { useEffect } from 'react';
import { choose, useStageState } from '../stage/store.ts';
import { isOwnKey } from '../ui/own-keys.ts';
import { Announcer } from './Announcer.tsx';
import styles from './NewsLine.module.css';

/** ms a piece of news stays. */
const newsTime = 8_000;

export function NewsLine() {
  const news = useNews();
  return (
    <>
      {news && <p className={styles.news}>{news}</p>}
      <Announcer text={news ?? ''} />
    </>
  );
}

/** A piece of news, as long as it is one: Escape puts it away, and nothing else with the same key. */
function useNews(): string | undefined {
  const notice = useStageState((state) => state.notice);
  const news = notice?.tone === 'news' ? notice : undefined;
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => {
      if (useStageState.getState().notice === news) choose({ notice: undefined });
    }, newsTime);
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isOwnKey(event.target, event.key)) return;
      // What is open in front has it first.
      if (document.querySelector('dialog[open], [role=menu], [data-sheet][data-open=true]')) return;
      event.preventDefault();
      event.stopPropagation();
      choose({ notice: undefined });
    };
    window.addEventListener('keydown', pressed, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [news]);
  return news?.text;
}
