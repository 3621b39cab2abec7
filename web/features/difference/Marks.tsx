// The marks of a run: ticks on the track of the playhead, and a list to go to one by name. The list is
// for keyboard and pointer; the ticks are to be looked at.

import * as commands from '../../stage/commands.ts';
import { type Session, useSession, useSummaryPart } from '../../stage/session.ts';
import { useToldSides } from '../../stage/withheld.ts';
import { duration } from '../../ui/format.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './Divergences.module.css';
import { type TrackMark, trackMarksOf } from './marks.ts';

const words = {
  name: 'Go to mark',
  title: 'Marks',
  fork: 'The branch begins',
  mark: ({ label, side, time }: TrackMark) =>
    `${side ? `${side}: ` : ''}${label}, ${duration(time, 4)}`,
} as const;

/** The marks known now; drawn again only when there are more. */
export function useMarks({ opened }: Session): readonly TrackMark[] {
  const sides = useToldSides();
  const text = useSummaryPart((summary) =>
    JSON.stringify(trackMarksOf(opened, summary, sides, words.fork)),
  );
  return JSON.parse(text) as TrackMark[];
}

interface TicksProps {
  readonly marks: readonly TrackMark[];
  /** ns: the length of the run. */
  readonly end: number;
}

export function MarkTicks({ marks, end }: TicksProps) {
  return marks.map(({ id, time, label, side }) => (
    <span
      key={`${side} ${label} ${time}`}
      className={styles.tick}
      data-mark={id && `mark:${id}`}
      style={{ left: `${(100 * time) / end}%` }}
    />
  ));
}

export default function MarkList() {
  const session = useSession();
  const marks = useMarks(session);
  if (marks.length === 0) return null;
  const offers = marks.map((mark) => ({ key: String(mark.time), label: words.mark(mark) }));
  return (
    <SelectBox
      className={styles.list}
      aria-label={words.name}
      offers={offers}
      value=""
      onChange={(time) => commands.drag(session, Number(time))}
    >
      <option value="" disabled>
        {words.title}
      </option>
      {marks.map((mark) => (
        <option key={words.mark(mark)} value={mark.time}>
          {words.mark(mark)}
        </option>
      ))}
    </SelectBox>
  );
}
