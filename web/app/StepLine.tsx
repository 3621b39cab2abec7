// What is said over the machines where there is no story column to say it: the step of an embedded stage, of a
// hall. In a talk somebody says it. And news, wherever one is: for a moment, over the lower edge of the machines.

import { useEffect } from 'react';
import { endFirstSight } from '../stage/commands.ts';
import { useSession } from '../stage/session.ts';
import { choose, useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { Announcer } from './Announcer.tsx';
import { captions as words } from './caption-words.ts';
import styles from './StepLine.module.css';

/** ms a piece of news stays. */
const newsTime = 8_000;

export function StepLine() {
  const { steps, opened } = useSession();
  const index = useStageState((state) => state.step);
  const presenting = useStageState((state) => state.presenting);
  const isSaidHere = useStageState(
    ({ story, embed, theme }) => !presenting && (!story || embed || theme === 'projector'),
  );
  const isInHall = useStageState(({ theme }) => theme === 'projector');
  const step = index === undefined ? undefined : steps[index];
  // In a hall its title, which leaves the machine a line.
  const title = isInHall ? opened.scenario.steps?.[index ?? -1]?.title : undefined;
  const news = useNews();
  return (
    <>
      {step && index !== undefined && isSaidHere && (
        <p className={styles.step}>
          <span className={styles.index}>{words.step(index + 1, steps.length)}</span>
          {title ? <strong>{title}</strong> : step.caption}
          <Button title={words.skipHint} onClick={endFirstSight}>
            {words.skip}
          </Button>
        </p>
      )}
      {news && <p className={styles.news}>{news}</p>}
      <Announcer text={news ?? step?.caption ?? ''} />
    </>
  );
}

/** A piece of news, as long as it is one. */
function useNews(): string | undefined {
  const notice = useStageState((state) => state.notice);
  const news = notice?.tone === 'news' ? notice : undefined;
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => {
      if (useStageState.getState().notice === news) choose({ notice: undefined });
    }, newsTime);
    return () => clearTimeout(timer);
  }, [news]);
  return news?.text;
}
