// The Inspector: the state now of the selected CPU, task, line or lock, side by side for the machines
// on stage. Plain facts of the frame; why a decision fell as it did is WhyStory's business.

import { lazy, type ReactNode, Suspense } from 'react';
import { capitalised } from '../../base/capital.ts';
import { ACTIVITY, RECORD } from '../../engine/abi.gen.ts';
import { fieldAt, fieldsOnLine } from '../../engine/fields.ts';
import { taskTitle } from '../../engine/task-names.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import { ledgerKinds } from '../../engine/types.ts';
import { useFeatures } from '../../stage/feature.ts';
import { GuessPlate } from '../../stage/GuessPlate.tsx';
import { inspector as words } from '../../stage/messages.ts';
import { lineName, lockName, symbolName, taskPriorityName } from '../../stage/names.ts';
import { lineOnSide } from '../../stage/selection.ts';
import { useSession, useSummary, variantName } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { useTaskTitle } from '../../stage/task-title.ts';
import { useToldSides, useWithheldSide } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { count, duration } from '../../ui/format.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import type { Selection } from '../../views/topology/index.ts';
import styles from './InspectorPanel.module.css';
import { lock as lockWords, trace, why } from './why-words.ts';

const WhyStory = lazy(() => import('./WhyStory.tsx'));

/** Terms with their value on one side; a fact is left out where it has nothing to say. */
type Facts = readonly Fact[];
/** A value that is a thing of its own can be selected by pressing it. */
type Fact = readonly [term: string, value: string, selects?: Selection];

interface Moment {
  readonly frame: Frame;
  readonly catalog: Catalog;
}

const activityNames: Readonly<Record<number, string>> = {
  [ACTIVITY.IDLE]: words.activity.idle,
  [ACTIVITY.USER]: words.activity.user,
  [ACTIVITY.KERNEL]: words.activity.kernel,
  [ACTIVITY.STALLED]: words.activity.stalled,
  [ACTIVITY.SPINNING]: words.activity.spinning,
  [ACTIVITY.UNKNOWN]: 'not known',
};

function cpuFacts({ frame, catalog }: Moment, cpu: number): Facts {
  const { cpus, ledger } = frame;
  const { node, llc, core } = catalog.topology;
  const spent = ledgerKinds
    .map((kind, at) => ({ kind, share: ledger[cpu * ledgerKinds.length + at]! / frame.time }))
    .filter(({ share }) => share >= 0.005)
    .sort((a, b) => b.share - a.share)
    .map(({ kind, share }) => [words.timeIn(words.ledger[kind]), words.share(share)] as const);
  const inKernel = [ACTIVITY.KERNEL, ACTIVITY.STALLED, ACTIVITY.SPINNING].includes(
    cpus.activity[cpu] as 2 | 3 | 4,
  );
  const symbol = inKernel ? symbolName(catalog, cpus.symbol[cpu]!) : '';
  const { terms } = words;
  const facts: Fact[] = [
    [
      terms.now,
      `${activityNames[cpus.activity[cpu]!]}${words.idleStates[cpus.idleState[cpu]!] ?? ''} ${terms.since} ${duration(cpus.since[cpu]!)}`,
    ],
  ];
  const [line, lock, task] = [cpus.line[cpu]!, cpus.lock[cpu]!, cpus.task[cpu]!];
  if (line >= 0) facts.push([terms.waitsFor, lineName(catalog, line)]);
  if (lock >= 0) facts.push([terms.waitsFor, lockName(catalog, lock), { lock }]);
  const field = cpus.word[cpu]! >= 0 ? fieldAt(catalog, cpus.word[cpu]!) : '';
  if (field) facts.push([terms.field, field]);
  if (symbol) facts.push([terms.function, symbol]);
  facts.push(
    task >= 0 ? [terms.task, taskTitle(catalog, task), { task }] : [terms.task, words.none],
    [terms.queued, words.tasks(cpus.queued[cpu]!)],
    [terms.level, String(cpus.level[cpu])],
    [terms.overloaded, cpus.overloaded[cpu] ? words.yes : words.no],
    [terms.where, words.place(node[cpu]!, llc[cpu]!, core[cpu]!)],
  );
  return [...facts, ...spent];
}

function taskFacts({ frame }: Moment, task: number): Facts {
  const { tasks } = frame;
  const { terms } = words;
  const cpu = tasks.cpu[task]!;
  return [
    [terms.state, words.taskStates[tasks.state[task]!] ?? String(tasks.state[task])],
    cpu >= 0 ? [terms.cpu, words.cpu(cpu), { cpu }] : [terms.cpu, words.none],
    [terms.priority, taskPriorityName(tasks.policy[task]!, tasks.priority[task]!)],
    [terms.group, tasks.group[task]! >= 0 ? String(tasks.group[task]) : words.none],
    [terms.latency, duration(tasks.lastLatency[task]!)],
    [terms.wakeups, count(tasks.wakeups[task]!)],
    [terms.migrations, count(tasks.migrations[task]!)],
    [terms.runtime, duration(tasks.runtime[task]!)],
  ];
}

function lineFacts({ frame, catalog }: Moment, line: number): Facts {
  const { lines } = frame;
  const { terms } = words;
  const at = lines.index.indexOf(line);
  if (at < 0) return [[terms.state, words.notHot]];
  const owner = lines.owner[at]!;
  const misses = lines.misses[at]!;
  return [
    [terms.owner, owner >= 0 ? words.ownerCore(owner) : words.sharedBy(lines.sharers[at]!)],
    [terms.queue, words.cpus(lines.queue[at]!)],
    [terms.misses, count(misses)],
    [terms.hitm, `${count(lines.localHitm[at]!)} / ${count(lines.remoteHitm[at]!)}`],
    [terms.wait, duration(misses > 0 ? lines.waitSum[at]! / misses : 0)],
    [terms.home, String(lines.home[at])],
    [terms.fields, namesOn(catalog, line)],
  ];
}

/** Waiting CPUs named before "+3". */
const namedWaiters = 6;

function lockFacts({ frame }: Moment, lock: number): Facts {
  const { cpus, records } = frame;
  const waiters: number[] = [];
  for (let cpu = 0; cpu < cpus.count; cpu += 1) if (cpus.lock[cpu] === lock) waiters.push(cpu);
  let asked = records.count - 1;
  while (asked >= 0 && !(records.kind[asked] === RECORD.LOCK_WAIT && records.a[asked] === lock)) {
    asked -= 1;
  }
  const holder = asked < 0 ? -1 : records.b[asked]! | 0;
  const named = waiters.slice(0, namedWaiters).map(words.cpu).join(', ');
  const rest = waiters.length - namedWaiters;
  return [
    [lockWords.waiting, words.cpus(waiters.length)],
    [lockWords.cpus, rest > 0 ? `${named} ${lockWords.more(rest)}` : named || words.none],
    holder < 0
      ? [lockWords.holder, lockWords.unknown]
      : [lockWords.holder, words.cpu(holder), { cpu: holder }],
  ];
}

const namesOn = (catalog: Catalog, line: number): string =>
  fieldsOnLine(catalog, line)
    .map(({ name }) => name)
    .join(', ');

export default function InspectorPanel() {
  const { cpu, task, line, lock } = useStageState((state) => state.selection);
  const nothing = [cpu, task, line, lock].every((part) => part === undefined);
  const withheld = useWithheldSide();
  // A task has one name on all machines of a story: that of the first that is told of.
  const titleOf = useTaskTitle(useToldSides()[0]);
  return (
    <div className={styles.panel}>
      <Questions />
      {withheld && <GuessPlate side={withheld} />}
      {nothing && <p className={styles.hint}>{words.nothing}</p>}
      {cpu !== undefined && (
        <Thing title={words.cpu(cpu)} facts={(moment) => cpuFacts(moment, cpu)} />
      )}
      {task !== undefined && (
        <Thing title={capitalised(titleOf(task))} facts={(moment) => taskFacts(moment, task)} />
      )}
      {line !== undefined && <Line line={line} />}
      {lock !== undefined && <Lock lock={lock} />}
      {!nothing && <Button onClick={() => choose({ selection: {} })}>{words.clear}</Button>}
    </div>
  );
}

/** "Why?" with its answer, and the way to the glossary. */
function Questions() {
  const keys = useFeatures();
  const isAsked = useStageState((state) => state.why);
  return (
    <>
      <div className={styles.questions}>
        <Button
          aria-expanded={isAsked}
          aria-keyshortcuts={keys.shortcut('why')}
          title={why.hint}
          onClick={() => choose(isAsked ? { why: false } : { why: true, playing: false })}
        >
          {why.button}
        </Button>
        <Button
          aria-keyshortcuts={keys.shortcut('glossary')}
          onClick={() => choose({ glossary: '' })}
        >
          {words.glossary}
        </Button>
      </div>
      {isAsked && (
        <Suspense>
          <WhyStory onClose={() => choose({ why: false })} />
        </Suspense>
      )}
    </>
  );
}

function Lock({ lock }: { readonly lock: number }) {
  const { variants } = useSummary();
  const catalog = variants.A.catalog ?? variants.B.catalog;
  if (!catalog) return null;
  return <Thing title={lockName(catalog, lock)} facts={(moment) => lockFacts(moment, lock)} />;
}

function Line({ line }: { readonly line: number }) {
  const { variants } = useSummary();
  const catalog = variants.A.catalog ?? variants.B.catalog;
  if (!catalog) return null;
  return (
    <Thing
      title={lineName(catalog, line)}
      facts={(moment) => {
        const here = lineOnSide(line, catalog, moment.catalog);
        return here === undefined
          ? [[words.terms.state, words.noSuchLine]]
          : lineFacts(moment, here);
      }}
    />
  );
}

interface ThingProps {
  readonly title: string;
  readonly facts: (moment: Moment) => Facts;
}

/** One selected thing: a row a term, a column a side on stage. */
function Thing({ title, facts }: ThingProps) {
  const sides = useToldSides();
  const { variants } = useSummary();
  const session = useSession();
  const columns = sides.flatMap((side) => {
    const { latestFrame, catalog } = variants[side];
    if (!latestFrame || !catalog) return [];
    const own = facts({ frame: latestFrame, catalog });
    const isRecorded = side === session.recorded;
    return [{ side, name: variantName(session, side), facts: isRecorded ? told(own) : own }];
  });
  const terms = [...new Set(columns.flatMap((column) => column.facts.map(([term]) => term)))];
  return (
    <table className={styles.table} data-columns={columns.length}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ side, name }) => (
            <th key={side} scope="col" data-side={side}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <tr key={term}>
            <th scope="row">{term}</th>
            <Values
              names={columns.map(({ name }) => name)}
              values={columns.map((column) => factOf(column.facts, term))}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What no trace of the scheduler holds: of it a recording has no facts, however its frames are filled. */
const notInTraces: ReadonlySet<string> = new Set(
  [
    ...(['level', 'overloaded', 'owner', 'queue', 'misses', 'hitm'] as const),
    ...(['wait', 'home', 'fields'] as const),
  ]
    .map((term): string => words.terms[term])
    .concat([lockWords.waiting, lockWords.cpus, lockWords.holder]),
);
/** What is said of lines that are not in a frame: in those of a recording none is. */
const ofNoLine: readonly string[] = [words.notHot, words.noSuchLine];

const told = (facts: Facts): Facts =>
  facts.map(([term, value, selects]): Fact => {
    // A wait of 0 is one that no wake-up told of.
    const isUntold = term === words.terms.latency && value === duration(0);
    if (notInTraces.has(term) || isUntold || ofNoLine.includes(value)) return [term, trace.notIn];
    return selects ? [term, value, selects] : [term, value];
  });

interface ValuesProps {
  readonly names: readonly string[];
  readonly values: readonly (Fact | undefined)[];
}

/** A cell a side; one for all where they agree. */
function Values({ names, values }: ValuesProps) {
  const [first] = values;
  if (values.every((value) => value?.[1] === first?.[1])) {
    return (
      <td colSpan={values.length}>
        <Value fact={first} />
      </td>
    );
  }
  return values.map((value, at) => (
    // The sides never change places, so their index is a good key.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <td key={at} data-name={names[at]}>
      <Value fact={value} />
    </td>
  ));
}

function Value({ fact }: { readonly fact: Fact | undefined }): ReactNode {
  if (!fact) return '';
  const [, value, selects] = fact;
  if (!selects) return unbroken(value);
  return (
    <button
      type="button"
      className={styles.value}
      onClick={() => choose(({ selection }) => ({ selection: { ...selection, ...selects } }))}
    >
      {unbroken(value)}
    </button>
  );
}

const factOf = (facts: Facts, wanted: string): Fact | undefined =>
  facts.find(([term]) => term === wanted);
