// What is to know of a story beside it: what is not modelled, and notes for a reader.

import { story as words } from '../../stage/messages.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import styles from './StoryPanel.module.css';

export default function About() {
  const { scenario } = useSession().opened;
  const lists = [
    [words.notModelled, scenario.not_modelled ?? []],
    [words.notes, scenario.notes ?? []],
  ] as const;
  const kept = useSummaryPart(
    ({ lanes }) => lanes.A.status?.beginning ?? lanes.B.status?.beginning,
  );
  return (
    <div className={styles.prose}>
      {lists
        .filter(([, entries]) => entries.length > 0)
        .map(([title, entries]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </section>
        ))}
      {kept && (
        <section>
          <h2>{words.opening}</h2>
          <p>{words.beginnings[kept]}</p>
        </section>
      )}
    </div>
  );
}
