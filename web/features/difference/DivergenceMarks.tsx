// The moments at which the runs part, as marks on the track of the playhead. To be looked at: what
// can be pressed are the buttons of Partings.

import { useRef } from 'react';
import { useSession } from '../../stage/session.ts';
import { useWithheldSide } from '../../stage/withheld.ts';
import { useSize } from '../../ui/use-size.ts';
import styles from './Divergences.module.css';
import { useDifference } from './difference.ts';
import { divergenceKinds, words } from './divergence-words.ts';
import { MarkTicks, useMarks } from './Marks.tsx';
import { placedNames } from './track-names.ts';

const widthOf = ({ clientWidth }: HTMLElement) => ({ width: clientWidth });
const nowhere = { width: 0 };

export default function DivergenceMarks() {
  const session = useSession();
  const { duration: end } = session.opened;
  const { difference: found } = useDifference();
  const difference = useWithheldSide() === undefined ? found : undefined;
  const marks = useMarks(session);
  const track = useRef<HTMLDivElement>(null);
  const { width } = useSize(track, widthOf, nowhere);
  const named = [
    ...marks.map(({ label, time }) => ({ name: label, at: time / end })),
    ...divergenceKinds.flatMap((kind) => {
      const time = difference?.[kind]?.time;
      return time === undefined ? [] : [{ name: words.short[kind], at: time / end }];
    }),
  ];
  return (
    <div ref={track} className={styles.marks} aria-hidden="true">
      <MarkTicks marks={marks} end={end} />
      {placedNames(named, width).map(({ name, at, left }) => (
        <span key={`${name} ${at}`} className={styles.name} style={{ left }}>
          {name}
        </span>
      ))}
      {divergenceKinds.map((kind) => {
        const parting = difference?.[kind];
        if (!parting) return null;
        const left = `${(100 * parting.time) / end}%`;
        return (
          <span key={kind} className={styles.mark} style={{ left }}>
            {words.mark[kind]}
          </span>
        );
      })}
    </div>
  );
}
