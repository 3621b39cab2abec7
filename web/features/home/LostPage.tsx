// Where an address leads to nothing: what was wrong, another try unless there is no such story, and the chapters to go on
// with. The notice that the stage
// has set says it; it is this page's as long as nothing is on stage.

import { homeHash } from '../../scenario/place.ts';
import type { LostProps } from '../../stage/lost.ts';
import { app } from '../../stage/messages.ts';
import { useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import { ChapterCards } from './ChapterCards.tsx';
import styles from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import { chapter, lost as words } from './words.ts';

export default function LostPage({ lost, onAgain }: LostProps) {
  const notice = useStageState((state) => state.notice);
  return (
    <PageFrame title={words.title[lost]} isMoved>
      <h1 tabIndex={-1} className={styles.heading}>
        {words.heading}
      </h1>
      <p role="alert" className={styles.about}>
        {notice?.text} {notice?.remedy}
      </p>
      {lost === 'refused' && (
        <p className={styles.lost}>
          <Button onClick={onAgain}>{app.again}</Button>
        </p>
      )}
      <p className={styles.lost}>{chapter.goOn}</p>
      <ChapterCards />
      <p className={styles.lost}>
        <a href={homeHash}>{chapter.toHome}</a>
      </p>
    </PageFrame>
  );
}
