// A lane of steps for each kind of tasks: what has a CPU is filled, what sleeps is not, what waits for others is dashed.

import type { Swimlane, SwimlaneList, SwimlanePhase } from './swimlanes.ts';
import styles from './WorkloadView.module.css';
import { words } from './words.ts';

function Phase({ phase }: { readonly phase: SwimlanePhase }) {
  return (
    <li className={styles.phase}>
      {phase.name !== undefined && <span className={styles.note}>{phase.name}</span>}
      <ol className={styles.steps}>
        {phase.steps.map(({ look, words: text, width }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the phase
          <li key={at} data-look={look} style={{ minWidth: `${width}em` }}>
            {text}
          </li>
        ))}
        {phase.more > 0 && <li className={styles.note}>{words.more(phase.more)}</li>}
      </ol>
      {phase.loops !== '' && <span className={styles.note}>{words.rounds(phase.loops)}</span>}
    </li>
  );
}

function SwimlaneItem({ lane }: { readonly lane: Swimlane }) {
  const { name, about, phases, loops } = lane;
  // Endless phases say so themselves.
  const isSaid = loops !== '' && phases.every((phase) => phase.loops !== 'forever');
  return (
    <li className={styles.lane}>
      <h3>
        {name} <span className={styles.note}>{about}</span>
        {isSaid && <span className={styles.note}>{words.rounds(loops)}</span>}
      </h3>
      <ol className={styles.phases}>
        {phases.map((phase, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place in the task
          <Phase key={at} phase={phase} />
        ))}
      </ol>
    </li>
  );
}

export function Swimlanes({ lanes, more }: SwimlaneList) {
  return (
    <ul className={styles.lanes} aria-label={words.lanes}>
      {lanes.map((lane) => (
        <SwimlaneItem key={lane.name} lane={lane} />
      ))}
      {more > 0 && <li className={styles.note}>{words.more(more)}</li>}
    </ul>
  );
}
