// The chapter of the story on stage, as the way there.

import { chapterHash } from '../../scenario/place.ts';
import { useSession } from '../../stage/session.ts';
import styles from './Crumb.module.css';

export default function Crumb() {
  const { home } = useSession().opened.chapter;
  if (!home) return null;
  return (
    <nav className={styles.crumb} aria-label="Chapter">
      <a href={chapterHash(home.folder)}>{home.name}</a>
      <span aria-hidden="true">/</span>
    </nav>
  );
}
