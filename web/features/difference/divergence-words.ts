// The words about where two runs part. Kernel names come from the catalogues of the runs.

import { RECORD } from '../../engine/abi.gen.ts';
import type {
  CostDivergence,
  DecisionChoice,
  DecisionDivergence,
  Happening,
  LastingDivergence,
  MemoryPlace,
  MissedAccess,
  RunDifference,
  Served,
  Which,
} from '../../engine/difference/types.ts';
import { lastingNs } from '../../engine/difference/types.ts';
import { duration, moment } from '../../ui/format.ts';

export const divergenceKinds = ['cost', 'decision', 'lasting'] as const;
export type DivergenceKind = (typeof divergenceKinds)[number];

type Names = readonly [first: string, second: string];

const from: Readonly<Record<Served, string>> = {
  cache: 'from its own cache',
  fill: 'with a fill that its core already has in flight',
  llc: 'from its own last-level cache',
  nearModified: 'modified in another core of its node',
  farModified: 'modified in a core of another node',
  farClean: 'clean from a cache on another node',
  invalidated: 'after other clean copies were invalidated',
  nearMemory: 'from local memory',
  farMemory: 'from memory of another node',
};

const does: Readonly<Record<number, string>> = {
  [RECORD.SWITCH]: 'switches tasks',
  [RECORD.WAKE]: 'wakes a task',
  [RECORD.MIGRATE]: 'moves a task',
  [RECORD.LOCK_WAIT]: 'begins to wait for a lock',
  [RECORD.LOCK_TAKEN]: 'takes a lock',
  [RECORD.IPI]: 'sends an interrupt',
  [RECORD.INTERRUPT]: 'serves an interrupt',
  [RECORD.DECISION]: 'places a task',
  [RECORD.LEVEL]: 'changes its cpupri level',
  [RECORD.IDLE]: 'goes idle or wakes up',
  [RECORD.SCORE]: 'finishes a unit of work',
  [RECORD.MODE]: 'changes between user and kernel mode',
  [RECORD.PRIORITY]: 'changes a priority',
  [RECORD.INTERVENE]: 'is a change from outside',
};

function placeName({ structure, instance, field, lineNumber }: MemoryPlace): string {
  const which = instance > 0 ? ` ${instance}` : '';
  return `${structure}${which} ${field || `line ${lineNumber}`}`;
}

const costOf = ({ wait, latency, from: supplier }: MissedAccess): string =>
  `${duration(latency)} ${from[supplier]}${wait > 0 ? `, after ${duration(wait)} behind others` : ''}`;

const act = ({ cpu, kind, access }: Happening): string =>
  access
    ? `CPU ${cpu} fetches ${placeName(access.place)} in ${access.symbol} (${costOf(access)})`
    : `CPU ${cpu} ${does[kind] ?? 'does something else'}`;

/** Where a field lies in both, if a layout moved it to another line. */
function moved(one: MemoryPlace, two: MemoryPlace, [a, b]: Names): string {
  if (one.lineNumber === two.lineNumber || !one.field) return '';
  return `; it lies on line ${one.lineNumber} in ${a} and on line ${two.lineNumber} in ${b}`;
}

function alone(which: Which, told: Happening, [a, b]: Names): string {
  const [here, there] = which === 'first' ? [a, b] : [b, a];
  if (!told.access) return `in ${here} ${act(told)}, and in ${there} it does not`;
  return `in ${here} ${act(told)}, and in ${there} it needs no such fetch`;
}

function costSentence({ first, second, only }: CostDivergence, names: Names): string {
  const [a, b] = names;
  if (only && (only === 'first' ? first : second)?.kind === RECORD.INTERVENE) {
    return `${only === 'first' ? a : b} is a branch: its change begins here.`;
  }
  if (only) return `${alone(only, (only === 'first' ? first : second)!, names)}.`;
  const [one, two] = [first!, second!];
  if (!one.access || !two.access || placeName(one.access.place) !== placeName(two.access.place)) {
    return `${act(one)} in ${a}, and ${act(two)} in ${b}.`;
  }
  const { place, symbol } = one.access;
  const where = moved(place, two.access.place, names);
  return `CPU ${one.cpu} gets ${placeName(place)} in ${symbol} at a different cost: ${a} ${costOf(one.access)}, ${b} ${costOf(two.access)}${where}.`;
}

/** What tasks are called on the stage. */
type TaskNames = (task: number) => string;

/** What a balance pass names is the CPU that it pulls from. */
const isPass = (decision: string): boolean => decision === 'sched_balance_rq';
const pulls = (from: number): string =>
  from < 0 ? 'finds no CPU to pull from' : `picks CPU ${from} to pull from`;
const chooses = (cpu: number): string => (cpu < 0 ? 'finds no CPU' : `chooses CPU ${cpu}`);

const choiceText = ({ decision, chosen, reason, time }: DecisionChoice, side: string): string => {
  const target = isPass(decision) ? pulls(chosen) : chooses(chosen);
  return `${side} ${target} at ${duration(time, 4)} in ${decision}${reason ? `: ${reason}` : ''}`;
};

const decisionSentence = (
  { task, first, second }: DecisionDivergence,
  [a, b]: Names,
  nameOf: TaskNames,
): string =>
  `${a} and ${b} decide differently${task < 0 ? '' : ` for ${nameOf(task)}`}. ${choiceText(first, a)}. ${choiceText(second, b)}.`;

const lastingSentence = (
  { task, first, second }: LastingDivergence,
  [a, b]: Names,
  nameOf: TaskNames,
): string =>
  `${nameOf(task)} runs on CPU ${first} in ${a} and on CPU ${second} in ${b}, for ${duration(lastingNs)} and longer.`;

export const words = {
  region: 'Where the runs diverge',
  lead: ([a, b]: Names) => `${a} | ${b} diverge:`,
  short: {
    cost: 'timing',
    decision: 'decision',
    lasting: 'permanent',
  } satisfies Record<DivergenceKind, string>,
  mark: { cost: '◆', decision: '▲', lasting: '■' } satisfies Record<DivergenceKind, string>,
  name: (kind: DivergenceKind, time: number) =>
    `${
      {
        cost: 'First timing difference',
        decision: 'First different decision',
        lasting: 'First permanent difference',
      }[kind]
    }, at ${duration(time, 4)}`,
  at: (time: number) => duration(time),
  exactly: (time: number) => moment(time),
  sentence(
    kind: DivergenceKind,
    difference: RunDifference,
    names: Names,
    nameOf: TaskNames,
  ): string {
    const { cost, decision, lasting } = difference;
    if (kind === 'cost' && cost)
      return `The runs diverge here, because ${costSentence(cost, names)}`;
    if (kind === 'decision' && decision) {
      return `The first different decision is here, because ${decisionSentence(decision, names, nameOf)}`;
    }
    if (kind === 'lasting' && lasting) {
      return `From here on they stay apart, because ${lastingSentence(lasting, names, nameOf)}`;
    }
    return '';
  },
  comparing: ([a, b]: Names, share: string) => `comparing ${a} and ${b}: ${share}`,
  searching: (share: string) => `looking on: ${share}`,
  stop: 'Stop comparing',
  again: 'Compare',
  stopped: (to: string) => `compared up to ${to}`,
  none: ([a, b]: Names) => `No difference: ${a} and ${b} are equal to the last bit.`,
  noneSoFar: ([a, b]: Names, to: string) => `No difference between ${a} and ${b} up to ${to}.`,
  failed: (message: string) => `The comparison stopped: ${message}.`,
  close: 'Close',
} as const;
