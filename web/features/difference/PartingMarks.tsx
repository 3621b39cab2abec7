// The moments at which the runs part, as marks on the track of the playhead. To be looked at: what
// can be pressed are the buttons of Partings.

import { useSession } from '../../stage/session.ts';
import { useDifference } from './difference.ts';
import { MarkTicks } from './Marks.tsx';
import styles from './Partings.module.css';
import { partingKinds, words } from './partings-words.ts';

export default function PartingMarks() {
  const { opened } = useSession();
  const { difference } = useDifference();
  return (
    <>
      <MarkTicks />
      {partingKinds.map((kind) => {
        const parting = difference?.[kind];
        if (!parting) return null;
        const left = `${(100 * parting.time) / opened.duration}%`;
        return (
          <span key={kind} className={styles.mark} style={{ left }} aria-hidden="true">
            {words.mark[kind]}
          </span>
        );
      })}
    </>
  );
}
