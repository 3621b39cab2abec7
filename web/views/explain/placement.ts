// Tells where an ordinary task was placed, test by test, from the steps that its record was told. What the
// two numbers of a step are stands in wasm-core/src/sched/explain/told.h.

import { Told } from '../../engine/abi.gen.ts';
import type { Catalog, Explain, ToldStep } from '../../engine/types.ts';
import { duration } from '../../ui/format.ts';
import { ofCaches } from './cache.ts';
import { following, requeueing, searchingOn, ticking } from './order.ts';
import { placement as words } from './placement-words.ts';
import { codeLink, codeOf } from './tellers/teller.ts';
import { cpu, task } from './words.ts';

/** The two numbers that one of a step's may hold. */
const low = (value: number): number => value & 0xffff;
const high = (value: number): number => value >>> 16;

/** The CPU in a number that holds it plus one, or -1. */
const cpuOrNone = (value: number): string | undefined => (value === 0 ? undefined : cpu(value - 1));

/** The comparison of wake_affine is kept in sixteenths, of loads times 100 % times 1024 of capacity. */
const loadOf = (side: number): number => (side * 16) / (100 * 1024);

interface Step extends ToldStep {
  readonly code: string;
  /** It is the last, and its code the reason of the decision. */
  readonly decided: boolean;
}

type Say = (step: Step, explain: Explain) => string;

const around = ({ first, second }: Step) => ({
  from: cpu(low(first)),
  visited: high(first),
  found: cpuOrNone(second),
});

const toldGroup = ({ first, second }: Step) =>
  words.group({
    isOwn: first >>> 31 === 1,
    groupClass: (first >>> 28) & 7,
    tasks: low(first),
    idle: high(first) & 0xfff,
    figure: second,
  });

const group = ({ first, second }: Step) => words.groupFrom(cpu(first), second);

const waking: Readonly<Record<string, Say>> = {
  WK_ONE_CPU: ({ first }) => words.oneCpu(cpu(first)),
  WK_WIDE: ({ first, second }, { width }) => words.wide(first, second, width.cpus),
  WK_NO_AFFINE_CPU: ({ first, second }) =>
    second === 0 ? words.wakerNotAllowed(cpu(first)) : words.noDomain(cpu(first)),
  WK_SAME_CPU: ({ first }) => words.sameCpu(cpu(first)),
  WK_HINT: ({ first }) => words.hint(cpu(first)),
  WK_NOT_ALLOWED: ({ first, second }) => words.notAllowed(cpu(first), cpu(second)),
  WA_IDLE_THIS: ({ first }) => words.affine.idleThis(cpu(low(first)), cpu(high(first))),
  WA_IDLE_PREV_SHARED: ({ first }) =>
    words.affine.idlePrevShared(cpu(low(first)), cpu(high(first))),
  WA_SYNC: ({ first }) => words.affine.sync(cpu(low(first))),
  WA_CURRENT: ({ first, second }, { cpu: here }) => words.affine.current(cpu(here), first, second),
  WA_IDLE_PREV: ({ first }) => words.affine.idlePrev(cpu(high(first))),
  WA_LOAD_THIS: ({ first, second }, { cpu: here, previous }) =>
    words.affine.loads(cpu(here), loadOf(first), cpu(previous), loadOf(second), true),
  WA_LOAD_PREV: ({ first, second }, { cpu: here, previous }) =>
    words.affine.loads(cpu(here), loadOf(first), cpu(previous), loadOf(second), false),
};

const searching: Readonly<Record<string, Say>> = {
  SI_TARGET: ({ first, second }) => words.tested.target(cpu(first), second),
  SI_PREV: ({ first, second }) => words.tested.previous(cpu(first), second),
  SI_RECENT: ({ first, second }) => words.tested.recent(cpu(first), second),
  SI_KTHREAD: ({ first, second }) => words.kthread(cpu(first), second === 1),
  SI_SMT: ({ first, second }) => words.smt(cpu(first), cpuOrNone(second)),
  SI_SMT_TARGET: ({ first, second }) => words.smtOfTarget(cpu(first), cpuOrNone(second)),
  SI_NO_LLC: ({ first }) => words.noLlc(cpu(first)),
  SI_OVERLOADED: ({ first }) => words.overloaded(cpu(first)),
  SI_CLUSTER: (step) => words.cluster(around(step)),
  SI_WIDE: (step) => words.wider(around(step)),
  SI_CORE: (step) => words.core(around(step)),
  SI_CORE_FAIL: (step) => words.coreFail(around(step)),
  SI_SCAN: ({ first, second, decided }, { chosen }) =>
    words.scan(cpu(low(first)), high(first), second, decided ? cpu(chosen) : undefined),
  SI_LIMIT: ({ first, second }) => words.limit(cpu(low(first)), second),
};

const forking: Readonly<Record<string, Say>> = {
  FK_LEVEL: ({ first, second }) => words.level(first, low(second), cpu(high(second))),
  FK_GRP: toldGroup,
  FK_NUMA_ALLOWED: ({ first, second }) => words.numa(low(first), high(first), second, true),
  FK_NUMA_EXCEEDED: ({ first, second }) => words.numa(low(first), high(first), second, false),
  FK_NO_CAND: () => words.stayHere.noCandidate,
  FK_LOCAL_LOWER_CLASS: () => words.stayHere.lowerClass,
  FK_TIE_LOCAL: () => words.stayHere.tie,
  FK_LOAD_CLOSE: ({ first }) => words.stayHere.loads(first),
  FK_HINT: () => words.stayHere.hint,
  FK_AFFINITY_ONLY: (step) => words.goThere.affinity(group(step)),
  FK_LOCAL_HIGHER_CLASS: (step) => words.goThere.higherClass(group(step)),
  FK_MORE_IDLE: (step) => words.goThere.moreIdle(group(step)),
  FK_LESS_UTIL: (step) => words.goThere.lessUtil(group(step)),
  FK_LOAD_PUSH: ({ first }) => words.goThere.loads(first),
  FK_CPU_SCHED_IDLE: ({ first }) => words.cpuOf.schedIdle(cpu(low(first)), high(first)),
  FK_CPU_EXIT_LAT: ({ first, second }) =>
    words.cpuOf.exitLatency(cpu(low(first)), high(first), duration(second)),
  FK_CPU_RECENT_IDLE: ({ first, second }) =>
    words.cpuOf.recentIdle(cpu(low(first)), high(first), duration(second)),
  FK_CPU_LEAST_LOAD: ({ first, second }) =>
    words.cpuOf.leastLoad(cpu(low(first)), high(first), second),
};

const sayings: Readonly<Record<string, Say>> = {
  ...waking,
  ...searching,
  ...forking,
  ...requeueing,
  ...following,
  ...searchingOn,
  ...ticking,
  ...ofCaches,
};

/** The codes that this page can tell as steps. */
export const toldCodes: readonly string[] = Object.keys(sayings);

const isFollowing = (catalog: Catalog, { reason }: ToldStep): boolean =>
  codeOf(catalog, reason) in following;

/** Where what became of the placement begins. */
function endOfTests(catalog: Catalog, { told }: Explain): number {
  const at = told.findIndex((step) => isFollowing(catalog, step));
  return at < 0 ? told.length : at;
}

function stepsSaid(catalog: Catalog, explain: Explain, from: number, to: number): string[] {
  return explain.told.slice(from, to).map((step, at) => {
    const code = codeOf(catalog, step.reason);
    const decided = from + at === to - 1 && step.reason === explain.reason;
    const say = sayings[code];
    const sentence = say
      ? say({ ...step, code, decided }, explain)
      : `${catalog.reasons[step.reason] ?? ''}.`;
    return code === '' ? sentence : `${sentence} ${codeLink(code)}`;
  });
}

const isFull = ({ told }: Explain): boolean => told.length >= Told.fields.code[2];

/** The tests in their order, each with its numbers and its code. */
export function testsSaid(catalog: Catalog, explain: Explain): string[] {
  const end = endOfTests(catalog, explain);
  const said = stepsSaid(catalog, explain, 0, end);
  return isFull(explain) && end === explain.told.length ? [...said, words.full] : said;
}

/** How the task was queued and whether it took the CPU, as far as that was told. */
export function followedSaid(catalog: Catalog, explain: Explain): string[] {
  const { told, isOpen } = explain;
  const end = endOfTests(catalog, explain);
  if (end === told.length && !isOpen) return [];
  const said = stepsSaid(catalog, explain, end, told.length);
  if (isOpen) return [...said, words.open];
  return isFull(explain) ? [...said, words.full] : said;
}

/** Of a pass: what spoke for it before its CPU idles, the figures of caches, then what it came to. */
export function passSaid(catalog: Catalog, explain: Explain): [string[], string[], string[]] {
  const { told } = explain;
  const at = told.findIndex((step) => !(codeOf(catalog, step.reason) in ofCaches));
  const caches = at < 0 ? told.length : at;
  const said = (from: number, to: number) => stepsSaid(catalog, explain, from, to);
  return [said(caches, caches + 1), said(0, caches), said(caches + 1, told.length)];
}

/** All that was told of a decision about caches. */
export function figuresSaid(catalog: Catalog, explain: Explain): string[] {
  return stepsSaid(catalog, explain, 0, explain.told.length);
}

/** How often a placement looked at a CPU; of other decisions nothing. */
export function looksSaid({ decisions }: Catalog, { decision, probed }: Explain): string[] {
  const isPlacement = decisions[decision] === 'select_task_rq_fair';
  return isPlacement && probed > 0 ? [words.looks(probed)] : [];
}

/** What was asked: a wake-up, or where a new task or one with a new program goes. */
export function askedOf(catalog: Catalog, explain: Explain): string[] {
  const first = codeOf(catalog, explain.told[0]?.reason ?? -1);
  if (first === '') return [];
  const by = cpu(explain.cpu);
  if (first.startsWith('FK_')) return [words.fork(task(explain.task), by)];
  if (first === 'WK_ONE_CPU') return [words.either(task(explain.task), by)];
  return [words.wake(task(explain.task), by, cpu(explain.previous))];
}
