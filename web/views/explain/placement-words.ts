// The words of a placement's tests, in the markup of markup.ts. CPUs arrive as links, numbers as numbers.

import { whole as number, plural as some } from '../../ui/format.ts';
import { groupClasses, words } from './words.ts';

/** A load as it compares with another: one decimal, as a task of nice 0 that never sleeps has 1024. */
const load = (of: number): string => of.toFixed(1);

/** What a test of one CPU came to, as the core counts them. */
const outcomes = [
  'it runs a task',
  'it is idle',
  'it runs only SCHED_IDLE tasks',
  'it is idle, but in another cluster: kept as a candidate',
] as const;

const outcome = (of: number): string => outcomes[of] ?? outcomes[0];

interface Round {
  readonly from: string;
  /** CPUs or cores. */
  readonly visited: number;
  readonly found: string | undefined;
}

interface Group {
  readonly isOwn: boolean;
  readonly groupClass: number;
  readonly tasks: number;
  readonly idle: number;
  /** Utilisation, or of busy groups the average load. */
  readonly figure: number;
}

/** Groups of these classes are compared by load. */
const busyClasses: readonly number[] = [1, 7];

export const placementReasons = {
  wake: (who: string, by: string, previous: string) =>
    `${by} executed the [wake-up|wakeup] of ${who}, which last ran on ${previous}. Where should it run now?`,
  fork: (who: string, by: string) =>
    `${who} is new, or has just called exec(), so caches hold little of its data: ${by} looked for the idlest CPU, from the outermost [domain|sched-domain] inwards.`,
  either: (who: string, by: string) => `${by} had to choose a CPU for ${who}.`,
  looks: (count: number) =>
    count === 1 ? 'One CPU was checked.' : `CPUs were checked ${number(count)} times.`,
  full: 'The record holds no further steps.',
  open: 'The outcome comes more than a millisecond later, or after the end of the run.',

  oneCpu: (which: string) => `Its [affinity|affinity] allows only ${which}.`,
  wide: words.wide,
  wakerNotAllowed: (waker: string) =>
    `The task may not run on ${waker}, where its waker runs, so the search starts at the task’s previous CPU.`,
  noDomain: (waker: string) =>
    `No [domain|sched-domain] with affine wake-ups spans ${waker} and the task’s previous CPU, so the search starts at the previous CPU.`,
  sameCpu: (which: string) =>
    `The task last ran on ${which}, where its waker runs, so the search starts at that CPU.`,
  hint: (which: string) =>
    `A hint asks to search near ${which}, whose LLC is flagged as having an idle core.`,
  notAllowed: (found: string, taken: string) =>
    `The task may not run on ${found}; ${taken} is the nearest CPU that it may use.`,

  affine: {
    idleThis: (here: string, previous: string) =>
      `[Waker or previous CPU?|wake-affine] ${here} runs nothing but the interrupt that wakes the task, ${previous} runs a task, and they share an LLC: the search starts at ${here}.`,
    idlePrevShared: (here: string, previous: string) =>
      `[Waker or previous CPU?|wake-affine] ${here} and ${previous} are both idle and share an LLC: the search starts at ${previous}.`,
    sync: (here: string) =>
      `[Waker or previous CPU?|wake-affine] The waker says that it is about to sleep, and no other task runs on ${here}: the search starts at ${here}.`,
    current: (here: string, all: number, waker: number) =>
      `[Waker or previous CPU?|wake-affine] The waker is about to sleep, and its load of ${number(waker)} is more than the recorded load of ${here}, ${number(all)}: the search starts at ${here}.`,
    idlePrev: (previous: string) =>
      `[Waker or previous CPU?|wake-affine] ${previous} is idle: the search starts at ${previous}.`,
    loads: (here: string, a: number, previous: string, b: number, isHere: boolean) =>
      `[Waker or previous CPU?|wake-affine] Load comparison: ${here} with the task has ${load(a)}, ${previous} without it and with the bonus of the [domain|sched-domain] has ${load(b)}. The first is ${isHere ? 'lower' : 'not lower'}: the search starts at ${isHere ? here : previous}.`,
  },

  tested: {
    target: (which: string, of: number) => `Target, ${which}: ${outcome(of)}.`,
    previous: (which: string, of: number) => `Previous CPU, ${which}: ${outcome(of)}.`,
    recent: (which: string, of: number) => `The CPU used before that, ${which}: ${outcome(of)}.`,
  },
  kthread: (which: string, stacks: boolean) =>
    stacks
      ? `The waker is a kernel thread bound to ${which}, alone there and about to sleep: the task may run after it.`
      : `A kernel thread runs on the waking CPU, but an interrupt woke the task, or the task last ran elsewhere, or other tasks wait on ${which}.`,
  smt: (of: string, found: string | undefined) =>
    `The LLC is not flagged as having an idle core, so the other threads of the [core|smt] of ${of} were checked: ${found ? `${found} is idle` : 'none is idle'}.`,
  policyRead: (word: number, of: number, value: number) =>
    `The policy read a field of ${of}: the value was ${value} (word ${word} of its code).`,
  policyLine: (line: number, what: string, was: string) => `Line ${line}: ${what} was ${was}.`,
  smtOfTarget: (of: string, found: string | undefined) =>
    `The scan found no idle CPU, so the other threads of the [core|smt] of ${of}, the target, were checked: ${found ? `${found} is idle` : 'none is idle'}.`,
  noLlc: (of: string) =>
    `No [domain|sched-domain] of ${of} spans an [LLC|llc], so there is nothing to scan.`,
  overloaded: (of: string) =>
    `The utilisation of the [LLC|llc] of ${of} was so high at its last balance pass that a scan may check 0 CPUs.`,
  cluster: ({ from, visited, found }: Round) =>
    `Scan of the target's cluster from ${from} on, ${number(visited)} checked: ${found ? `${found} is idle` : 'none is idle'}.`,
  wider: ({ from, visited, found }: Round) =>
    `With the hint for a wider search the other LLCs of the [domain|sched-domain] were scanned from ${from} on, ${some(visited, 'core', 'cores')}: ${found ? `${found} is idle` : 'none is idle'}.`,
  core: ({ from, visited, found }: Round) =>
    `The [LLC|llc] is flagged as having an idle [core|smt]. Scan of cores from ${from} on: ${number(visited)} checked; the last, of ${found ?? 'no CPU'}, is idle.`,
  coreFail: ({ from, visited, found }: Round) =>
    `The [LLC|llc] is flagged as having an idle [core|smt], but of ${some(visited, 'core', 'cores')} from ${from} on none was idle as a whole, and the flag was cleared. ${found ? `${found} alone was idle` : 'No single CPU was idle either'}.`,
  scan: (from: string, visited: number, limit: number, found: string | undefined) =>
    `Scan of the [LLC|llc], CPU by CPU from ${from} on: ${some(visited, 'CPU', 'CPUs')} checked of at most ${number(limit)}; ${found ? `the last, ${found}, is idle` : 'none is idle'}.`,
  limit: (from: string, limit: number) =>
    `Scan of the [LLC|llc], CPU by CPU from ${from} on: stopped after ${some(limit, 'CPU', 'CPUs')}, the limit of this search.`,

  level: (cpus: number, groups: number, from: string) =>
    `[Domain|sched-domain] of ${some(cpus, 'CPU', 'CPUs')} around ${from}: ${some(groups, 'group', 'groups')} of CPUs.`,
  group: ({ isOwn, groupClass, tasks, idle, figure }: Group) =>
    `${isOwn ? 'The local group' : 'The idlest other group'} ${groupClasses[groupClass] ?? groupClasses[0]}: ${some(tasks, 'task', 'tasks')}, ${some(idle, 'CPU', 'CPUs')} idle, ${busyClasses.includes(groupClass) ? 'average load' : 'utilisation'} ${number(figure)}.`,
  groupFrom: (first: string, cpus: number) =>
    cpus === 1 ? first : `the ${number(cpus)} CPUs from ${first} on`,
  numa: (difference: number, tasks: number, allowed: number, isAllowed: boolean) =>
    `Between nodes: a difference of ${number(difference)} idle CPUs; ${some(tasks, 'task', 'tasks')} on the local node with this one, ${number(allowed)} allowed. ${isAllowed ? 'The difference is tolerated, so the task stays here' : 'The difference is too large to be tolerated'}.`,
  stayHere: {
    noCandidate: 'No other group is a candidate: the task stays here.',
    lowerClass: 'The local group has a less busy type: the task stays here.',
    tie: 'The other group has no more idle CPUs, and a tie goes to the local group: the task stays here.',
    loads: (pct: number) =>
      `The load of the local group is not clearly higher, which begins at ${number(pct)} % of the other’s: the task stays here.`,
    hint: 'A hint holds the task here while more than half of the CPUs are idle.',
  },
  goThere: {
    affinity: (where: string) => `The task may use no CPU of the local group: on to ${where}.`,
    higherClass: (where: string) => `The other group has a less busy type: on to ${where}.`,
    moreIdle: (where: string) => `The other group has more idle CPUs: on to ${where}.`,
    lessUtil: (where: string) =>
      `As many CPUs are idle there, and utilisation is lower: on to ${where}.`,
    loads: (pct: number) =>
      `The load of the local group is more than ${number(pct)} % of the other’s: on to that group.`,
  },
  cpuOf: {
    schedIdle: (which: string, looked: number) =>
      `CPU number ${number(looked)} of the group, ${which}, runs only SCHED_IDLE tasks: it is taken at once.`,
    exitLatency: (which: string, looked: number, latency: string) =>
      `Of ${some(looked, 'CPU', 'CPUs')} there, ${which} is idle and wakes up soonest, in ${latency}.`,
    recentIdle: (which: string, looked: number, since: string) =>
      `Of ${some(looked, 'CPU', 'CPUs')} there, ${which} is idle and went idle last, ${since} ago.`,
    leastLoad: (which: string, looked: number, least: number) =>
      `Of ${some(looked, 'CPU', 'CPUs')} there none is idle; ${which} has the least load, ${number(least)}.`,
  },
} as const;
