// Events found by what they are, on the real core: those and no others that a straight run leaves, one after the other,
// forwards and backwards, at two seeds.

import { describe, expect, it } from 'vitest';
import { BALANCE, PLACED, RECORD } from '../../web/engine/abi.gen.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import type { Simulation } from '../../web/engine/simulation.ts';
import type {
  Catalog,
  EventKind,
  EventQuestion,
  Explain,
  FoundEvent,
} from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { frameHash } from '../../web/stage/frame-hash.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { core, definitionOf, type ShortRun, seeds, simulationOf } from './short-run.ts';

/** An event as a straight run left it. */
interface Left {
  readonly kind: number;
  readonly time: number;
  readonly record: number;
  readonly cpu: number;
  readonly task: number;
  readonly decision: string;
  readonly explain: Explain | undefined;
  readonly line: number;
  readonly isStore: boolean;
}

/** The truth: what a straight run writes, in the order of events. */
async function straight(run: ShortRun): Promise<Left[]> {
  const world = World.create(await openWasm(core), await definitionOf(run));
  const { decisions } = catalogOf(world);
  const left: Left[] = [];
  let seen = 0;
  const end = run.length * 1000;
  while (world.time < end) {
    world.step(end, 1024);
    const ring = world.ring();
    for (const { records } = world.clock(); seen < records; seen += 1) {
      const { time, cpu, kind, a, b, d } = ring.at(seen % ring.count);
      if (time > end || (kind !== RECORD.DECISION && kind !== RECORD.MISS)) continue;
      const isDecision = kind === RECORD.DECISION;
      left.push({
        ...{ kind, time, record: seen, cpu, task: a | 0 },
        decision: isDecision ? decisions[b]! : '',
        explain: isDecision ? captureExplain(world, d) : undefined,
        line: isDecision ? -1 : Math.floor(a / 64),
        isStore: !isDecision && ((d >>> 12) & 15) !== 0,
      });
    }
  }
  return left.sort((a, b) => a.time - b.time || a.record - b.record);
}

const isPlaced = ({ decision, explain }: Left, placed: number) =>
  decision === 'select_task_rq_fair' && factsAs(explain!, 'placement')?.placed === placed;

/** Each kind in words of explain records. */
const isOfKind: Readonly<Record<EventKind, (left: Left) => boolean>> = {
  refill: ({ decision }) => decision === 'rmqueue_bulk',
  flush: ({ decision }) => decision === 'free_pcppages_bulk',
  search: ({ explain }) => (explain && (factsAs(explain, 'search')?.probed ?? 0) > 0) || false,
  wake: (left) => left.decision === 'select_task_rq_rt' || isPlaced(left, PLACED.WAKE),
  fork: (left) => isPlaced(left, PLACED.FORK),
  exec: (left) => isPlaced(left, PLACED.EXEC),
  pull: ({ decision, explain }) =>
    (decision === 'pull_rt_task' && explain!.chosen >= 0) ||
    (decision === 'sched_balance_rq' && factsAs(explain!, 'pass')!.moved > 0),
  push: ({ decision, explain }) => decision === 'push_rt_task' && explain!.chosen >= 0,
  balance: ({ decision }) => decision === 'sched_balance_rq',
  newidle: ({ decision, explain }) =>
    decision === 'sched_balance_newidle' ||
    (decision === 'sched_balance_rq' && factsAs(explain!, 'pass')!.type === BALANCE.NEWIDLE),
  store: ({ isStore }) => isStore,
};

const placesOf = (events: readonly FoundEvent[]) => events.map(({ place }) => place);
const placesLeft = (left: readonly Left[]) => left.map(({ time, record }) => ({ time, record }));

/** The next ones behind a place, one question after the other. */
async function nextOnes(simulation: Simulation, question: EventQuestion, most: number) {
  const found: FoundEvent[] = [];
  let after = question.after ?? 0;
  while (found.length < most) {
    const event = await simulation.find({ ...question, after });
    if (!event) return found;
    found.push(event);
    after = event.place;
  }
  return found;
}

/** And the last ones in front of it, the last first. */
async function lastOnes(simulation: Simulation, question: EventQuestion, most: number) {
  const found: FoundEvent[] = [];
  let before = question.before!;
  while (found.length < most) {
    const event = await simulation.find({ ...question, before });
    if (!event) return found;
    found.push(event);
    before = event.place;
  }
  return found;
}

/** Holds both ways of looking for events of a kind to the truth, at both seeds. */
async function hold(run: Omit<ShortRun, 'seed'>, kinds: readonly EventKind[], least = 1) {
  const middle = run.length * 500;
  for (const seed of seeds) {
    const simulation = await simulationOf({ ...run, seed });
    const all = await straight({ ...run, seed });
    for (const kind of kinds) {
      const meant = all.filter(isOfKind[kind]);
      expect([kind, meant.length >= least]).toEqual([kind, true]);
      const behind = meant.filter(({ time }) => time >= middle);
      const inFront = meant.filter(({ time }) => time < middle).reverse();
      const found = await nextOnes(simulation, { kind, after: middle }, 6);
      expect([kind, placesOf(found)]).toEqual([kind, placesLeft(behind.slice(0, 6))]);
      const before = await lastOnes(simulation, { kind, before: middle }, 6);
      expect([kind, placesOf(before)]).toEqual([kind, placesLeft(inFront.slice(0, 6))]);
      const [first] = await nextOnes(simulation, { kind }, 1);
      expect(first?.place).toEqual(placesLeft(meant)[0]);
    }
    simulation.dispose();
  }
}

describe('events of a run', () => {
  it('are refills and flushes of page lists', async () => {
    await hold({ story: 'pcp/one-zone', variant: 'A', length: 8000 }, ['refill', 'flush'], 20);
  });

  it('are searches of cpupri, wake-ups, pushes and pulls of RT tasks, and stores to lines', async () => {
    const run = { story: 'cpupri/ghosts', variant: 'A', length: 2000 };
    await hold(run, ['search', 'wake', 'push', 'pull', 'store'], 20);
  });

  it('are placements of ordinary tasks, balance passes and what they pull', async () => {
    const run = { story: 'split-llc/one-wakeup', variant: 'A', length: 3000 };
    await hold(run, ['wake', 'fork', 'balance', 'newidle', 'pull']);
  });
});

describe('an event that is found', () => {
  const run = { story: 'pcp/one-zone', variant: 'A', seed: 1, length: 8000 };

  it('begins and ends as its record says, and names that', async () => {
    const simulation = await simulationOf(run);
    const refill = (await simulation.find({ kind: 'refill', after: 2e6 }))!;
    await simulation.frameAt(refill.end); // the head has its record then
    const record = (await simulation.explain(refill.explain!))!;
    expect(refill).toMatchObject({ begin: record.time, end: record.time + record.cost });
    expect(refill).toMatchObject({ cpu: record.cpu, task: record.task, kind: 'refill' });
    // A zone notes the last one: at its beginning it is that.
    const { zones } = (await simulation.pages(refill.begin))!;
    expect(zones.map(({ refill: last }) => last?.cpu)).toContain(refill.cpu);
    simulation.dispose();
  });

  it('is the first on its CPU, of its task or of a reason, where that was asked for', async () => {
    const simulation = await simulationOf(run);
    const all = (await straight(run)).filter(isOfKind.flush);
    const { reasonCodes } = simulation.catalog();
    for (const { cpu, task, explain } of all.slice(5, 9)) {
      const reason = reasonCodes[explain!.reason]!;
      for (const filter of [{ cpu }, { task }, { reason }, { cpu, reason }]) {
        const isIt = (left: Left) =>
          (filter.cpu === undefined || left.cpu === filter.cpu) &&
          (filter.task === undefined || left.task === filter.task) &&
          (filter.reason === undefined || reasonCodes[left.explain!.reason] === filter.reason);
        const found = await nextOnes(simulation, { kind: 'flush', ...filter }, 3);
        expect(placesOf(found)).toEqual(placesLeft(all.filter(isIt).slice(0, 3)));
      }
    }
    simulation.dispose();
  });

  it('is a store to the line that was asked for, by number or by name', async () => {
    const ghosts = { story: 'cpupri/ghosts', variant: 'A', seed: 1, length: 1000 };
    const simulation = await simulationOf(ghosts);
    const catalog: Catalog = simulation.catalog();
    const stores = (await straight(ghosts)).filter(isOfKind.store);
    const { line } = stores.at(-1)!;
    const structure = catalog.structures[catalog.lines.structure[line]!]!;
    const instance = catalog.lines.instance[line]!;
    const named = { structure, instance, line: catalog.lines.lineNumber[line]! };
    const meant = placesLeft(stores.filter((store) => store.line === line).slice(0, 5));
    for (const asked of [line, named]) {
      const found = await nextOnes(simulation, { kind: 'store', line: asked }, 5);
      expect(placesOf(found)).toEqual(meant);
      for (const store of found) {
        expect(store.line).toBe(line);
        expect(store.end).toBeGreaterThan(store.begin);
      }
    }
    const none = { structure: 'no such structure', line: 1 };
    expect(await simulation.find({ kind: 'store', line: none })).toBeUndefined();
    simulation.dispose();
  });

  it('is none behind the last one, in front of the first, and where nothing of the kind happens', async () => {
    const simulation = await simulationOf(run);
    const all = (await straight(run)).filter(isOfKind.refill);
    const { time, record } = all.at(-1)!;
    expect(await simulation.find({ kind: 'refill', after: { time, record } })).toBeUndefined();
    const first = placesLeft(all)[0]!;
    expect(await simulation.find({ kind: 'refill', before: first })).toBeUndefined();
    expect(await simulation.find({ kind: 'search' })).toBeUndefined();
    simulation.dispose();
  });

  it('is no longer looked for when nobody wants it any more, or its asker asks anew', async () => {
    const simulation = await simulationOf(run);
    await simulation.find({ kind: 'refill' }); // the reader is open
    const dropped = simulation.find({ kind: 'search' });
    const other = simulation.find({ kind: 'refill', asker: 'other' });
    await Promise.resolve();
    setImmediate(() => simulation.stopFinding());
    expect(await dropped).toBeUndefined();
    expect(await other).toBeDefined();
    const [older, newer] = await Promise.all([
      simulation.find({ kind: 'search' }),
      simulation.find({ kind: 'flush' }),
    ]);
    expect([older, newer?.kind]).toEqual([undefined, 'flush']);
    simulation.dispose();
  });

  it('leaves the run and the moment on stage as they are', async () => {
    const [plain, asked] = [await simulationOf(run), await simulationOf(run)];
    const one = await plain.frameAt(3e6);
    await asked.frameAt(3e6);
    await asked.find({ kind: 'flush', after: 5e6 });
    const again = await asked.wholeFrame();
    const hashOf = (buffer: ArrayBuffer | undefined) => frameHash(decodeFrame(buffer!));
    expect(hashOf(again)).toBe(hashOf(one));
    expect(hashOf(await asked.frameAt(4e6))).not.toBe(hashOf(one));
    plain.dispose();
    asked.dispose();
  });
});
