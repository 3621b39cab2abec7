// A machine in a frame of another page before its button is pressed: a picture of its real run, and nothing that
// computes.

import chapters, { type StoryCard } from 'virtual:chapters';
import { useEffect, useState } from 'react';
import { placeOf } from '../../scenario/place.ts';
import { listenToHost } from '../../stage/host-messages.ts';
import { launch, launchIntent } from '../../stage/launch.ts';
import { useStageState } from '../../stage/store.ts';
import { duration } from '../../ui/format.ts';
import styles from './EmbedPage.module.css';
import { StoryPicture, waitingIn } from './StoryPicture.tsx';
import { chapter as chapterWords, embed as words } from './words.ts';

const play = (): void => {
  if (launchIntent()) useStageState.setState({ playing: true });
  else launch({ choice: { embed: true } });
};

/** As long as the page lives: the stage that comes after the poster is asked, too. */
let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  const state = () => {
    if (!launchIntent()) return 'poster';
    return useStageState.getState().playing ? 'playing' : 'paused';
  };
  const pause = () => useStageState.setState({ playing: false });
  listenToHost({ state, play, pause }, new AbortController().signal);
}

/** The card of the story that the address names; undefined: it names none, or it is not there yet. */
function useCard(): StoryCard | undefined {
  const [card, setCard] = useState<StoryCard>();
  useEffect(() => {
    let isOver = false;
    const place = placeOf(window.location.href);
    const scenario = place.kind === 'story' ? place.scenario : '';
    const own = chapters.find(({ folder }) => scenario.startsWith(`${folder}/`));
    own?.stories().then(
      ({ default: stories }) =>
        !isOver && setCard(stories.find((story) => story.scenario === scenario)),
      // Without its picture it can still be pressed.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, []);
  return card;
}

export default function EmbedPage() {
  const card = useCard();
  const title = card?.title ?? words.title;
  useEffect(() => {
    document.getElementById('first')?.remove();
    document.title = `${title} – Schedscape`;
    listen();
  }, [title]);
  return (
    <main className={styles.poster}>
      <h1 className={styles.title}>{card?.question ?? words.title}</h1>
      {card && (
        <div className={styles.picture}>
          <StoryPicture
            picture={card.picture}
            name={chapterWords.picture(
              duration(card.moment),
              waitingIn(card.picture),
              card.machine.cpus,
            )}
          />
        </div>
      )}
      <button type="button" className={styles.play} onClick={play}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M4 2.5v15l13-7.5z" fill="currentColor" />
        </svg>
        {words.play}
      </button>
    </main>
  );
}
