// The last picks of the fair class on a CPU before the playhead, below the decisions of "Why?": which task ran
// next, and why; each is explained when it is pressed. Picks are no decisions of the run's record.

import { useState } from 'react';
import type { Catalog, Pick } from '../../engine/types.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { useSession } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { moment as momentText } from '../../ui/format.ts';
import { useAsked } from '../../ui/use-asked.ts';
import {
  ExplainView,
  type ExplainViewProps,
  markOfPick,
  storyOfPick,
} from '../../views/explain/index.ts';
import { useAskedMoment } from './asked-moment.ts';
import styles from './WhyStory.module.css';
import { why as words } from './why-words.ts';

/** Picks listed: a few, as the core keeps a few of each CPU. */
const listed = 6;

const keyOf = ({ cpu, time }: Pick): string => `${cpu} ${time}`;

export interface PicksBeforeProps {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly onTarget: ExplainViewProps['onTarget'];
}

export function PicksBefore({ side, catalog, onTarget }: PicksBeforeProps) {
  const { playback } = useSession();
  const { cpu, task } = useStageState((state) => state.selection);
  const time = useAskedMoment(side);
  const [opened, setOpened] = useState('');
  const filter = task === undefined ? { cpu } : { task };
  const { answer: picks } = useAsked(
    async () =>
      time === undefined
        ? undefined
        : playback.engine(side)?.picks({ ...filter, time, most: listed }),
    [side, time, cpu, task],
    { keepsLast: true },
  );
  if (!picks || picks.length === 0) return null;
  const told = picks.find((pick) => keyOf(pick) === opened);
  return (
    <>
      <h4 className={styles.before}>{words.picks}</h4>
      <ul className={styles.list}>
        {picks.map((pick) => (
          <li key={keyOf(pick)}>
            <button
              type="button"
              aria-expanded={pick === told}
              onClick={() => setOpened(pick === told ? '' : keyOf(pick))}
            >
              <span>{momentText(pick.time)}</span> {markOfPick(catalog, pick)}
            </button>
          </li>
        ))}
      </ul>
      {told && <ExplainView story={storyOfPick(catalog, told)} onTarget={onTarget} />}
    </>
  );
}
