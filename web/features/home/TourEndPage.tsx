// Where the five-minute tour leads: to what is made for an engineer, a speaker, a teacher or a student.

import { labHash, storyHash, tourHash } from '../../scenario/place.ts';
import { storyEntries } from '../../scenario/stories.ts';
import { talkHash } from '../../scenario/talk/address.ts';
import { firstScenario } from '../../stage/first-scenario.ts';
import { launch } from '../../stage/launch.ts';
import page from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import styles from './TourEndPage.module.css';
import { tourEnd as words } from './words.ts';

/** The dialog for a machine of one's own opens over the first story. */
function goToOwnMachine(): void {
  window.history.pushState(null, '', storyHash(firstScenario));
  launch({ choice: { ownMachine: true } });
}

export default function TourEndPage({ isMoved }: { readonly isMoved: boolean }) {
  return (
    <PageFrame title={words.title} path={words.path} isMoved={isMoved}>
      <h1 tabIndex={-1} className={page.heading}>
        {words.heading}
      </h1>
      <p className={page.about}>{words.what}</p>
      <ul className={styles.ways}>
        <li>
          <h2>{words.engineer}</h2>
          <button type="button" className={styles.way} onClick={goToOwnMachine}>
            {words.ownMachine}
          </button>
          <p>{words.ownMachineHint}</p>
        </li>
        <li>
          <h2>{words.speaker}</h2>
          <a className={styles.way} href={talkHash()}>
            {words.talks}
          </a>
          <p>{words.talksHint}</p>
        </li>
        <li>
          <h2>{words.teacher}</h2>
          <a className={styles.way} href={labHash()}>
            {words.labs}
          </a>
          <p>{words.labsHint}</p>
        </li>
        <li>
          <h2>{words.student}</h2>
          {storyEntries.map(({ folder, name, question, reading }) => (
            <p key={folder}>
              <a href={storyHash(`${folder}/${reading.understand[0]}`)}>{name}</a>: {question}
            </p>
          ))}
        </li>
      </ul>
      <p className={page.about}>
        <a href={tourHash(1)}>{words.again}</a>
      </p>
    </PageFrame>
  );
}
