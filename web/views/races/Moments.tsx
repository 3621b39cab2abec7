// One order of a race as a table: a row a step, a column a thread, and behind them the words of memory
// as that step left them. The last row offers each thread's next step.

import { useEffect, useRef } from 'react';
import type { NamedRace } from '../../engine/races/catalog.ts';
import {
  type FollowedOrder,
  isSilent,
  type RaceState,
  type ThreadAccess,
} from '../../engine/races/race.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './RacesView.module.css';
import { accessResultText, actionText, resultText, words } from './words.ts';

interface MomentsProps {
  readonly named: NamedRace;
  readonly followed: FollowedOrder;
  readonly choices: readonly number[];
  readonly onStep: (thread: number) => void;
  readonly onUndo: () => void;
  /** Keeps so many of the choices. */
  readonly onGoTo: (length: number) => void;
}

/** A word of memory: its column, and what a state says of it. */
interface Column {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly of: (state: RaceState) => string;
}

function columnsOf({ race }: NamedRace, { levels, start }: FollowedOrder): readonly Column[] {
  const ops = race.threads.flat().map(({ op }) => op);
  const columns: Column[] = levels.flatMap((level, at) => [
    {
      key: `count ${level}`,
      name: words.count(level),
      title: words.level(level),
      of: (state: RaceState) => String(state.counts[at]),
    },
    {
      key: `mask ${level}`,
      name: words.mask(level),
      title: words.level(level),
      of: (state: RaceState) => asSet(state.masks[at]!),
    },
  ]);
  const nodes = start.overloadCounts.length;
  start.overloadCounts.forEach((_, node) => {
    columns.push({
      key: `rto ${node}`,
      name: words.rtoCount(node, nodes),
      title: '',
      of: (state) => String(state.overloadCounts[node]),
    });
  });
  if (ops.some((op) => op.endsWith('overload-bit'))) {
    columns.push({
      key: 'rto mask',
      name: words.rtoMask,
      title: '',
      of: (state) => asSet(state.overloadMask),
    });
  }
  return columns;
}

const asSet = (cpus: readonly number[]): string => `{${cpus.join(', ')}}`;

/** Words of 64 CPUs that a bitmap of the race has. */
function wordsOf({ race }: NamedRace): number {
  const cpus = [
    ...race.filed.map(({ cpu }) => cpu),
    ...race.threads.flat().map((step) => ('cpu' in step ? step.cpu : 0)),
  ];
  return Math.floor(Math.max(0, ...cpus) / 64) + 1;
}

export function Moments(props: MomentsProps) {
  const { named, followed, choices, onUndo, onGoTo } = props;
  const columns = columnsOf(named, followed);
  const end = useRef<HTMLTableRowElement>(null);
  const steps = choices.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another length is what asks for it
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [steps]);
  return (
    <section className={styles.moments} aria-label={words.moments}>
      <div className={styles.head}>
        <h3>{words.moments}</h3>
        <Button onClick={onUndo} disabled={steps === 0}>
          {words.undo}
        </Button>
        <Button onClick={() => onGoTo(0)} disabled={steps === 0}>
          {words.restart}
        </Button>
        <p className={styles.note}>{words.keys(named.threads.length)}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={words.momentsCaption}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.number}</th>
              {named.threads.map((name, thread) => (
                <th key={name} scope="col" className={styles.text} data-thread={thread}>
                  {name}
                </th>
              ))}
              {columns.map(({ key, name, title }) => (
                <th key={key} scope="col" className={styles.word} title={title}>
                  <code>{name}</code>
                </th>
              ))}
            </tr>
          </thead>
          <Rows {...props} columns={columns} />
          <tfoot>
            <tr ref={end}>
              <th scope="row">{words.next}</th>
              <NextSteps {...props} />
              <td colSpan={columns.length} />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}

interface RowsProps extends MomentsProps {
  readonly columns: readonly Column[];
}

function Rows({ named, followed, columns, onGoTo }: RowsProps) {
  let choice = 0;
  return (
    <tbody>
      <tr>
        <th scope="row">{words.start}</th>
        <td colSpan={named.threads.length} />
        <Words columns={columns} state={followed.start} />
      </tr>
      {followed.done.map(({ thread, access, state }, at) => {
        const before = followed.done[at - 1]?.state ?? followed.start;
        const silent = isSilent(access);
        if (!silent) choice += 1;
        const number = choice;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the order
          <tr key={at} data-silent={silent}>
            <th scope="row">
              {!silent && (
                <button type="button" className={styles.link} onClick={() => onGoTo(number)}>
                  {number}
                </button>
              )}
            </th>
            {named.threads.map((name, other) => (
              <td key={name} className={styles.text} data-thread={thread}>
                {other === thread && <Done named={named} thread={thread} access={access} />}
              </td>
            ))}
            <Words columns={columns} state={state} before={before} />
          </tr>
        );
      })}
    </tbody>
  );
}

interface DoneProps {
  readonly named: NamedRace;
  readonly thread: number;
  readonly access: ThreadAccess;
}

function Done({ named, thread, access }: DoneProps) {
  const step = named.race.threads[thread]![access.step]!;
  const found = accessResultText(access);
  return (
    <>
      {actionText(step, access, wordsOf(named))}
      {found && <strong className={styles.found}> {found}</strong>}
    </>
  );
}

interface WordsProps {
  readonly columns: readonly Column[];
  readonly state: RaceState;
  readonly before?: RaceState;
}

function Words({ columns, state, before }: WordsProps) {
  return columns.map(({ key, of }) => {
    const changed = before !== undefined && of(before) !== of(state);
    return (
      <td key={key} className={styles.word} data-changed={changed}>
        {of(state)}
      </td>
    );
  });
}

function NextSteps({ named, followed, onStep }: MomentsProps) {
  const last = followed.done.at(-1)?.state ?? followed.start;
  return named.threads.map((name, thread) => {
    const access = followed.next[thread];
    const steps = named.race.threads[thread]!;
    if (!access) {
      return (
        <td key={name} className={styles.text}>
          <output>{resultText(steps, last.threads[thread]!) ?? words.finished}</output>
        </td>
      );
    }
    const action = actionText(steps[access.step]!, access, wordsOf(named));
    return (
      <td key={name} className={styles.text}>
        <Button
          data-thread={thread}
          aria-label={`${name}: ${action}`}
          onClick={() => onStep(thread)}
        >
          {action} <kbd>{thread + 1}</kbd>
        </Button>
      </td>
    );
  });
}
