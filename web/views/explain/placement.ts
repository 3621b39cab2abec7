// Tells where an ordinary task was placed, test by test, from the steps that stand beside its record.

import type { Catalog, Explain, ExplainStep } from '../../engine/types.ts';
import { duration } from '../../ui/format.ts';
import { ofCaches } from './cache.ts';
import { type Sayings, type StepFacts, stepText } from './facts.ts';
import { following, requeueing, searchingOn, ticking } from './order.ts';
import { placementReasons as words } from './placement-words.ts';
import { codeLink, codeOf } from './tellers/teller.ts';
import { cpu, task } from './words.ts';

const cpuOrNone = (of: number): string | undefined => (of < 0 ? undefined : cpu(of));

/** A side of the comparison of wake_affine: a load times 100 % times 1024 of capacity. */
const loadOf = (side: number): number => Math.max(0, side) / (100 * 1024);

const around = ({ from, visited, found }: StepFacts<'SI_CORE'>) => ({
  from: cpu(from),
  visited,
  found: cpuOrNone(found),
});

const group = ({ firstCpu, cpus }: StepFacts<'FK_MORE_IDLE'>) =>
  words.groupFrom(cpu(firstCpu), cpus);

const waking: Sayings<Explain> = {
  WK_ONE_CPU: (facts) => words.oneCpu(cpu(facts.cpu)),
  WK_WIDE: ({ wakerFlips, wakeeFlips, llcCpus }) => words.wide(wakerFlips, wakeeFlips, llcCpus),
  WK_NO_AFFINE_CPU: (facts) =>
    facts.isAllowed === 0 ? words.wakerNotAllowed(cpu(facts.cpu)) : words.noDomain(cpu(facts.cpu)),
  WK_SAME_CPU: (facts) => words.sameCpu(cpu(facts.cpu)),
  WK_HINT: (facts) => words.hint(cpu(facts.cpu)),
  WK_NOT_ALLOWED: ({ found, taken }) => words.notAllowed(cpu(found), cpu(taken)),
  WA_IDLE_THIS: ({ wakerCpu, previousCpu }) =>
    words.affine.idleThis(cpu(wakerCpu), cpu(previousCpu)),
  WA_IDLE_PREV_SHARED: ({ wakerCpu, previousCpu }) =>
    words.affine.idlePrevShared(cpu(wakerCpu), cpu(previousCpu)),
  WA_SYNC: ({ wakerCpu }) => words.affine.sync(cpu(wakerCpu)),
  WA_CURRENT: ({ cpuLoad, wakerLoad }, { cpu: here }) =>
    words.affine.current(cpu(here), cpuLoad, wakerLoad),
  WA_IDLE_PREV: ({ previousCpu }) => words.affine.idlePrev(cpu(previousCpu)),
  WA_LOAD_THIS: ({ thisSide, previousSide }, { cpu: here, previous }) =>
    words.affine.loads(cpu(here), loadOf(thisSide), cpu(previous), loadOf(previousSide), true),
  WA_LOAD_PREV: ({ thisSide, previousSide }, { cpu: here, previous }) =>
    words.affine.loads(cpu(here), loadOf(thisSide), cpu(previous), loadOf(previousSide), false),
};

const searching: Sayings = {
  POLICY_READ: ({ word, askedOf, value }) => words.policyRead(word, askedOf, value),
  SI_TARGET: (facts) => words.tested.target(cpu(facts.cpu), facts.outcome),
  SI_PREV: (facts) => words.tested.previous(cpu(facts.cpu), facts.outcome),
  SI_RECENT: (facts) => words.tested.recent(cpu(facts.cpu), facts.outcome),
  SI_KTHREAD: (facts) => words.kthread(cpu(facts.cpu), facts.stacks === 1),
  SI_SMT: ({ of, found }) => words.smt(cpu(of), cpuOrNone(found)),
  SI_SMT_TARGET: ({ of, found }) => words.smtOfTarget(cpu(of), cpuOrNone(found)),
  SI_NO_LLC: (facts) => words.noLlc(cpu(facts.cpu)),
  SI_OVERLOADED: (facts) => words.overloaded(cpu(facts.cpu)),
  SI_CLUSTER: (facts) => words.cluster(around(facts)),
  SI_WIDE: (facts) => words.wider(around(facts)),
  SI_CORE: (facts) => words.core(around(facts)),
  SI_CORE_FAIL: (facts) => words.coreFail(around(facts)),
  SI_SCAN: ({ from, visited, limit, found }) =>
    words.scan(cpu(from), visited, limit, cpuOrNone(found)),
  SI_LIMIT: ({ from, limit }) => words.limit(cpu(from), limit),
};

const forking: Sayings = {
  FK_LEVEL: ({ cpus, groups, around }) => words.level(cpus, groups, cpu(around)),
  FK_GRP: ({ isOwn, groupClass, tasks, idleCpus, figure }) =>
    words.group({ isOwn: isOwn === 1, groupClass, tasks, idle: idleCpus, figure }),
  FK_NUMA_ALLOWED: ({ difference, tasks, allowed }) => words.numa(difference, tasks, allowed, true),
  FK_NUMA_EXCEEDED: ({ difference, tasks, allowed }) =>
    words.numa(difference, tasks, allowed, false),
  FK_NO_CAND: () => words.stayHere.noCandidate,
  FK_LOCAL_LOWER_CLASS: () => words.stayHere.lowerClass,
  FK_TIE_LOCAL: () => words.stayHere.tie,
  FK_LOAD_CLOSE: ({ imbalancePct }) => words.stayHere.loads(imbalancePct),
  FK_HINT: () => words.stayHere.hint,
  FK_AFFINITY_ONLY: (facts) => words.goThere.affinity(group(facts)),
  FK_LOCAL_HIGHER_CLASS: (facts) => words.goThere.higherClass(group(facts)),
  FK_MORE_IDLE: (facts) => words.goThere.moreIdle(group(facts)),
  FK_LESS_UTIL: (facts) => words.goThere.lessUtil(group(facts)),
  FK_LOAD_PUSH: ({ imbalancePct }) => words.goThere.loads(imbalancePct),
  FK_CPU_SCHED_IDLE: (facts) => words.cpuOf.schedIdle(cpu(facts.cpu), facts.looked),
  FK_CPU_EXIT_LAT: (facts) =>
    words.cpuOf.exitLatency(cpu(facts.cpu), facts.looked, duration(facts.latency)),
  FK_CPU_RECENT_IDLE: (facts) =>
    words.cpuOf.recentIdle(cpu(facts.cpu), facts.looked, duration(facts.idle)),
  FK_CPU_LEAST_LOAD: (facts) => words.cpuOf.leastLoad(cpu(facts.cpu), facts.looked, facts.load),
};

const sayings: Sayings<Explain> = {
  ...waking,
  ...searching,
  ...forking,
  ...requeueing,
  ...following,
  ...searchingOn,
  ...ticking,
  ...ofCaches,
};

/** The codes of steps that this page has words for. */
export const stepCodes: readonly string[] = Object.keys(sayings);

const isFollowing = (catalog: Catalog, { reason }: ExplainStep): boolean =>
  codeOf(catalog, reason) in following;

/** Where what became of the placement begins. */
function endOfTests(catalog: Catalog, { steps }: Explain): number {
  const at = steps.findIndex((step) => isFollowing(catalog, step));
  return at < 0 ? steps.length : at;
}

/** A word that a policy read, by its own line and names. */
function readSaid({ policy }: Catalog, code: string, { facts }: ExplainStep): string | undefined {
  const [word = 0, askedOf = 0, value = 0] = facts;
  const read = code === 'POLICY_READ' ? policy?.reads[word] : undefined;
  if (!read?.of) return undefined;
  const was = { number: `${value}`, boolean: `${value !== 0}`, task: task(value) }[read.gives];
  return words.policyLine(read.line, read.of.replace('#', `${askedOf}`), was);
}

function stepsSaid(catalog: Catalog, explain: Explain, from: number, to: number): string[] {
  return explain.steps.slice(from, to).map((step) => {
    const code = codeOf(catalog, step.reason);
    const sentence =
      readSaid(catalog, code, step) ??
      stepText(sayings, code, step, explain) ??
      `${catalog.reasons[step.reason] ?? ''}.`;
    return code === '' ? sentence : `${sentence} ${codeLink(code)}`;
  });
}

/** The tests in their order, each with its numbers and its code. */
export function testsSaid(catalog: Catalog, explain: Explain): string[] {
  const end = endOfTests(catalog, explain);
  const said = stepsSaid(catalog, explain, 0, end);
  return explain.isCut && end === explain.steps.length ? [...said, words.full] : said;
}

/** How the task was queued and whether it took the CPU, as far as there are steps of it. */
export function followedSaid(catalog: Catalog, explain: Explain): string[] {
  const { steps, isOpen } = explain;
  const end = endOfTests(catalog, explain);
  if (end === steps.length && !isOpen) return [];
  const said = stepsSaid(catalog, explain, end, steps.length);
  if (isOpen) return [...said, words.open];
  return explain.isCut ? [...said, words.full] : said;
}

/** Of a pass: what spoke for it before its CPU idles, the figures of caches, then what it came to. */
export function passSaid(catalog: Catalog, explain: Explain): [string[], string[], string[]] {
  const { steps } = explain;
  const at = steps.findIndex((step) => !(codeOf(catalog, step.reason) in ofCaches));
  const caches = at < 0 ? steps.length : at;
  const said = (from: number, to: number) => stepsSaid(catalog, explain, from, to);
  return [said(caches, caches + 1), said(0, caches), said(caches + 1, steps.length)];
}

/** All steps of a decision about caches. */
export function figuresSaid(catalog: Catalog, explain: Explain): string[] {
  return stepsSaid(catalog, explain, 0, explain.steps.length);
}

/** How often a placement looked at a CPU; of other decisions nothing. */
export function looksSaid({ facts }: Explain): string[] {
  return facts.form === 'placement' && facts.looked > 0 ? [words.looks(facts.looked)] : [];
}

/** What was asked: a wake-up, or where a new task or one with a new program goes. */
export function askedOf(catalog: Catalog, explain: Explain): string[] {
  const codes = explain.steps.map(({ reason }) => codeOf(catalog, reason));
  // What a policy read says nothing of what it was asked for.
  const first = codes.find((code) => code !== 'POLICY_READ') ?? codes[0] ?? '';
  if (first === '') return [];
  const by = cpu(explain.cpu);
  if (first === 'POLICY_READ') return [words.either(task(explain.task), by)];
  if (first.startsWith('FK_')) return [words.fork(task(explain.task), by)];
  if (first === 'WK_ONE_CPU') return [words.either(task(explain.task), by)];
  return [words.wake(task(explain.task), by, cpu(explain.previous))];
}
