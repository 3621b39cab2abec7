// The chapters as cards, each with a picture of its flagship's real run: on Home, and where an address leads nowhere.

import chapters from 'virtual:chapters';
import { chapterHash, labHash } from '../../scenario/place.ts';
import { talkHash } from '../../scenario/talk/address.ts';
import { duration } from '../../ui/format.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ChapterCards.module.css';
import { StoryPicture, waitingIn } from './StoryPicture.tsx';
import { home, chapter as words } from './words.ts';

export function ChapterCards() {
  return (
    <nav aria-label={home.chapters}>
      <ul className={styles.chapters}>
        {chapters.map((each) => (
          <li key={each.folder}>
            <ChapterCard {...each} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ChapterCard(chapter: (typeof chapters)[number]) {
  const { folder, name, question, about, count, labs, talks, machine, moment, picture } = chapter;
  const shown = words.picture(duration(moment), waitingIn(picture), machine.cpus);
  const of = <VisuallyHidden> {words.of(name)}</VisuallyHidden>;
  return (
    <div className={styles.card}>
      <div className={styles.about}>
        <a className={styles.to} href={chapterHash(folder)}>
          <strong>{unbroken(question)}</strong> {about}
        </a>
        <div className={styles.counts}>
          <span>{words.count(count)}</span>
          {labs > 0 && (
            <a href={labHash()}>
              {words.labs(labs)}
              {of}
            </a>
          )}
          {talks > 0 && (
            <a href={talkHash()}>
              {words.talks(talks)}
              {of}
            </a>
          )}
        </div>
      </div>
      <div className={styles.picture}>
        <StoryPicture picture={picture} name={shown} />
      </div>
    </div>
  );
}
