// The way of a search for a CPU, worked out from the record of a placement: which CPUs it looked at in which order, what it
// found at each, which test each look was of, and which CPU it took. Knows nothing of drawing.

import { PLACED } from '../../../../engine/abi.gen.ts';
import { factsOfStep, type StepCode } from '../../../../engine/step-facts.ts';
import type { Catalog, Explain, ExplainStep, Frame, Topology } from '../../../../engine/types.ts';

/** What a look found: work, nothing to do, or nothing to do but too far away. */
export type LookResult = 'busy' | 'idle' | 'far';

export interface PlacementLook {
  readonly cpu: number;
  readonly found: LookResult;
}

/** Tests by what they look at; `others` are known by their code alone. */
export type TestKind =
  | 'target'
  | 'previous'
  | 'recent'
  | 'siblings'
  | 'cluster'
  | 'cores'
  | 'scan'
  | 'wide'
  | 'too-busy'
  | 'no-llc'
  | 'groups'
  | 'group';

export interface Test {
  readonly kind: TestKind;
  /** Numbers of its looks at CPUs that no test before it had looked at, from 1; 0 and 0: there is none. A test of one CPU has that of it. */
  readonly from: number;
  readonly to: number;
  /** Of what it asks: the CPU, or where it begins. */
  readonly cpu: number;
  /** The CPU that it found, or -1. */
  readonly found: number;
  /** It gave up at its limit. */
  readonly isCut: boolean;
}

export type PlacementCause = 'wake' | 'fork' | 'exec';
const placedFor: Readonly<Record<number, PlacementCause>> = {
  [PLACED.WAKE]: 'wake',
  [PLACED.FORK]: 'fork',
  [PLACED.EXEC]: 'exec',
};

export interface Placement {
  readonly task: number;
  readonly waker: number;
  readonly previous: number;
  /** Around which it searched, or -1. */
  readonly target: number;
  readonly chosen: number;
  /** Why it was placed there: a sentence of the core's. */
  readonly reason: string;
  readonly time: number;
  /** What it was placed for. */
  readonly placed: PlacementCause;
  readonly looks: readonly PlacementLook[];
  readonly tests: readonly Test[];
}

const cpusWhere = ({ cpus }: Topology, holds: (cpu: number) => boolean): number[] =>
  Array.from({ length: cpus }, (_, cpu) => cpu).filter(holds);

/** CPUs of a round: from one on in their order, and around to the one before it. */
function roundFrom(cpus: readonly number[], from: number): number[] {
  const at = cpus.findIndex((cpu) => cpu >= from);
  return at < 0 ? [...cpus] : [...cpus.slice(at), ...cpus.slice(0, at)];
}

const outcomes: readonly LookResult[] = ['busy', 'idle', 'idle', 'far'];

/** Gathers looks and tests as steps are read, in their order. */
class Way {
  readonly looks: PlacementLook[] = [];
  readonly tests: Test[] = [];
  readonly #topology: Topology;

  constructor(topology: Topology) {
    this.#topology = topology;
  }

  /** A test that looked at these CPUs: all were busy but the one found. One that was looked at before keeps its number. */
  test(kind: TestKind, cpu: number, looked: readonly number[], found = -1, isCut = false): void {
    const from = this.looks.length + 1;
    for (const each of looked) {
      const before = this.looks.findIndex((look) => look.cpu === each);
      if (before < 0) this.looks.push({ cpu: each, found: each === found ? 'idle' : 'busy' });
      else if (each === found) this.looks[before] = { cpu: each, found: 'idle' };
    }
    const to = this.looks.length;
    const numbers = to < from ? { from: 0, to: 0 } : { from, to };
    this.tests.push({ kind, ...numbers, cpu, found, isCut });
  }

  one(kind: TestKind, cpu: number, outcome: number): void {
    const found = outcomes[outcome] ?? 'busy';
    const before = this.looks.findIndex((look) => look.cpu === cpu);
    if (before < 0) this.looks.push({ cpu, found });
    const at = before < 0 ? this.looks.length : before + 1;
    this.tests.push({
      kind,
      from: at,
      to: at,
      cpu,
      found: found === 'idle' ? cpu : -1,
      isCut: false,
    });
  }

  /** CPU by CPU under one LLC, or in one cluster. */
  scan(kind: TestKind, of: 'llc' | 'l2', from: number, visited: number, found = -1, isCut = false) {
    const own = this.#topology[of];
    const round = roundFrom(
      cpusWhere(this.#topology, (cpu) => own[cpu] === own[from]),
      from,
    );
    this.test(kind, from, round.slice(0, visited), found, isCut);
  }

  /** Core by core under one LLC, each by its first CPU of the round. */
  cores(from: number, visited: number, found: number): void {
    const { llc, core } = this.#topology;
    const cpus = cpusWhere(this.#topology, (cpu) => llc[cpu] === llc[from]);
    const seen = new Set<number>();
    const firsts = roundFrom(cpus, from).filter((cpu) => {
      const isFirst = !seen.has(core[cpu]!);
      seen.add(core[cpu]!);
      return isFirst;
    });
    this.test('cores', from, firsts.slice(0, visited), found);
  }

  /** The other CPUs of a core, up to the one found. */
  siblings(of: number, found: number): void {
    const { core } = this.#topology;
    const others = cpusWhere(this.#topology, (cpu) => core[cpu] === core[of] && cpu !== of);
    const end = found < 0 ? others.length : others.indexOf(found) + 1;
    this.test('siblings', of, others.slice(0, end), found);
  }
}

type Readers = {
  readonly [Code in StepCode]?: (way: Way, facts: ReturnType<typeof factsOfStep<Code>>) => void;
};

const readers: Readers = {
  SI_TARGET: (way, { cpu, outcome }) => way.one('target', cpu, outcome),
  SI_PREV: (way, { cpu, outcome }) => way.one('previous', cpu, outcome),
  SI_RECENT: (way, { cpu, outcome }) => way.one('recent', cpu, outcome),
  SI_SMT: (way, { of, found }) => way.siblings(of, found),
  SI_SMT_TARGET: (way, { of, found }) => way.siblings(of, found),
  SI_CLUSTER: (way, { from, visited, found }) => way.scan('cluster', 'l2', from, visited, found),
  SI_SCAN: (way, { from, visited, found }) => way.scan('scan', 'llc', from, visited, found),
  SI_LIMIT: (way, { from, limit }) => way.scan('scan', 'llc', from, limit, -1, true),
  SI_CORE: (way, { from, visited, found }) => way.cores(from, visited, found),
  SI_CORE_FAIL: (way, { from, visited, found }) => way.cores(from, visited, found),
  SI_WIDE: (way, { from, found }) => way.test('wide', from, found < 0 ? [] : [found], found),
  SI_OVERLOADED: (way, { cpu }) => way.test('too-busy', cpu, []),
  SI_NO_LLC: (way, { cpu }) => way.test('no-llc', cpu, []),
  FK_LEVEL: (way, { around }) => way.test('groups', around, []),
  FK_CPU_SCHED_IDLE: (way, { cpu }) => way.test('group', cpu, [cpu], cpu),
  FK_CPU_EXIT_LAT: (way, { cpu }) => way.test('group', cpu, [cpu], cpu),
  FK_CPU_RECENT_IDLE: (way, { cpu }) => way.test('group', cpu, [cpu], cpu),
  FK_CPU_LEAST_LOAD: (way, { cpu }) => way.test('group', cpu, [cpu]),
};

function readStep(way: Way, code: string, step: ExplainStep): void {
  const known = code as StepCode;
  const read = readers[known] as
    | ((way: Way, facts: ReturnType<typeof factsOfStep<StepCode>>) => void)
    | undefined;
  read?.(way, factsOfStep(known, step));
}

/** Made once for each decision: a picture asks for it every time. */
const known = new WeakMap<Explain, Placement>();

/** Undefined where a record tells of something else, or of what is yet to come. */
export function placementOf(
  { topology, reasonCodes, reasons }: Pick<Catalog, 'topology' | 'reasonCodes' | 'reasons'>,
  explain: Explain | undefined,
  now: number,
): Placement | undefined {
  if (explain?.facts.form !== 'placement' || explain.time > now) return undefined;
  const before = known.get(explain);
  if (before) return before;
  const way = new Way(topology);
  const codes = explain.steps.map(({ reason }) => reasonCodes[reason] ?? '');
  for (const [at, step] of explain.steps.entries()) readStep(way, codes[at]!, step);
  const placement = {
    task: explain.task,
    waker: explain.cpu,
    previous: explain.previous,
    target: explain.facts.target,
    chosen: explain.chosen,
    reason: reasons[explain.reason] ?? '',
    time: explain.time,
    placed: placedFor[explain.facts.placed] ?? 'wake',
    looks: way.looks,
    tests: way.tests,
  };
  known.set(explain, placement);
  return placement;
}

/** The number of the first look at a CPU, from 1; 0: it was never looked at. */
export const lookOrder = ({ looks }: Placement, cpu: number): number =>
  looks.findIndex((look) => look.cpu === cpu) + 1;

/**
 * True of a CPU that has had nothing to do since before a wake-up's search, and that no look went to. A new task's search
 * counts the idle CPUs of whole groups: none of them goes unchecked.
 */
export function isNeverAsked(
  { cpus, time }: Pick<Frame, 'cpus' | 'time'>,
  placement: Placement,
  cpu: number,
  idle: number,
): boolean {
  if (placement.placed !== 'wake') return false;
  if (cpus.activity[cpu] !== idle || cpu === placement.chosen) return false;
  return cpus.since[cpu]! >= time - placement.time && lookOrder(placement, cpu) === 0;
}
