// The accident that brings schbench's messenger and worker into one cache, as its exported trace tells it:
// every step in order, on the CPU where it is recorded, and for each condition that is taken away the
// reason why the worker is left where it was.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { traceRun } from '../../web/exchange/trace/trace.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { type Event, readFtrace } from './read.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const messenger = 2;
const worker = 3;
const kworker = 4;
const names: Readonly<Record<number, string>> = {
  [messenger]: 'messenger',
  [worker]: 'worker',
  [kworker]: 'kworker',
};
const llcOf = (cpu: number) => Math.floor((cpu % 128) / 8);

/** A balance pass of a CPU about to go idle, and the reasons why it took a task or none. */
interface Pass {
  /** µs. */
  readonly time: number;
  readonly cpu: number;
  readonly domainCpus: number;
  readonly reasons: readonly string[];
}

interface Told {
  readonly events: readonly Event[];
  readonly passes: readonly Pass[];
}

function passesOf(world: World): Pass[] {
  const { decisions, reasonCodes } = catalogOf(world);
  const codeOf = (reason: number) => reasonCodes[reason] ?? '';
  const rows = Array.from({ length: world.clock().explains }, (_, id) => captureExplain(world, id));
  return rows.flatMap((row) => {
    if (!row || !/balance/.test(decisions[row.decision] ?? '')) return [];
    const { time, cpu } = row;
    const pass = factsAs(row, 'pass');
    const { domainCpus, tests } = pass ?? { domainCpus: 0, tests: [] };
    const codes = [...tests.map(codeOf), codeOf(row.reason)];
    return [{ time: time / 1000, cpu, domainCpus, reasons: codes }];
  });
}

/** What a run of 400 ms tells, with the settings changed that are given. */
async function told(settings: Readonly<Record<string, string>>): Promise<Told> {
  const set = { duration: '400 ms', explain: 'all', ...settings };
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const name = 'split-llc/schbench-kworker-consolidation';
  const opened = await loadScenario(name, nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
  const trace = traceRun(world, {
    format: 'ftrace',
    from: 0,
    to: 400_000_000,
    comm: 'schbench',
    program: undefined,
    provenance: provenanceOf(opened, ['A']),
    windowStart: opened.window.from,
  });
  const text = Buffer.concat(trace.pieces).toString('utf8');
  return { events: readFtrace(text).events, passes: passesOf(world) };
}

const pidOf = ({ fields }: Event) => Number(fields.pid ?? fields.next_pid);
const isOf = (event: Event, name: string, pid: number) =>
  event.name === name && pidOf(event) === pid;

/** The events of the three threads from the messenger's timer on that comes last before the kernel thread's. */
function fromTimer({ events }: Told): readonly Event[] {
  const late = events.findIndex((event) => isOf(event, 'sched_waking', kworker));
  const before = late < 0 ? events.length : late;
  const timer = events.findLastIndex(
    (event, index) => index < before && isOf(event, 'sched_waking', messenger) && event.pid === 0,
  );
  return events.slice(timer).filter((event) => [messenger, worker, kworker].includes(pidOf(event)));
}

/** What balancing for one CPU came to in the 60 µs after a moment, by size of the domain. */
const weighedFor = ({ passes }: Told, cpu: number, from: number) =>
  passes.filter((pass) => pass.cpu === cpu && pass.time >= from && pass.time < from + 60);

describe('the chain that brings messenger and worker into one cache', async () => {
  const run = await told({});
  const events = fromTimer(run);
  const [a, b] = [events[0]!.cpu, events.find((event) => pidOf(event) === kworker)!.cpu];
  const moved = events.find((event) => isOf(event, 'sched_migrate_task', messenger))!;
  const places = new Map([
    [a, 'a'],
    [b, 'b'],
    [Number(moved.fields.dest_cpu), 'a2'],
  ]);
  const steps = events
    .slice(0, 14)
    .map((event) => `[${places.get(event.cpu)}] ${event.name} ${names[pidOf(event)]}`);
  const at = (step: number) => events[step - 1]!.time - events[0]!.time;

  it('takes its steps in order, each on its CPU', () => {
    expect(steps.slice(0, 4)).toEqual([
      '[a] sched_waking messenger',
      '[a] sched_wakeup messenger',
      '[a] sched_switch messenger',
      '[a] sched_waking worker',
    ]);
    // At one moment: the CPU leaves idle, and both threads come to its queue.
    expect(steps.slice(4, 7).sort()).toEqual([
      '[b] sched_wakeup kworker',
      '[b] sched_wakeup worker',
      '[b] sched_waking kworker',
    ]);
    expect(steps.slice(7)).toEqual([
      '[b] sched_switch kworker',
      '[a] sched_migrate_task worker',
      '[a] sched_switch worker',
      '[a] sched_waking messenger',
      '[a] sched_migrate_task messenger',
      '[a2] sched_wakeup messenger',
      '[a2] sched_switch messenger',
    ]);
  });

  it('moves the worker while the kernel thread has its CPU, and 30 ms later the messenger', () => {
    expect(at(4)).toBeLessThan(12);
    expect(at(9) - at(8)).toBeLessThan(20);
    expect(at(11)).toBeGreaterThan(30_000);
    expect(at(11)).toBeLessThan(30_100);
    expect(llcOf(Number(moved.fields.dest_cpu))).toBe(llcOf(a));
    expect(Number(moved.fields.dest_cpu) % 128).not.toBe(a % 128);
  });

  it('comes of a pass of the messenger’s CPU over the caches of its node', () => {
    const [pass] = weighedFor(run, a, events[0]!.time).filter(({ domainCpus }) => domainCpus > 16);
    expect(pass!.domainCpus).toBe(128);
    expect(pass!.reasons).toEqual(
      expect.arrayContaining(['LB_FORCE_SIBLING', 'MV_OK', 'LB_MOVED']),
    );
  });

  it('ends with both in that cache for the rest of the run', () => {
    const later = events.slice(14).filter(({ name }) => name === 'sched_wakeup');
    expect(later.length).toBeGreaterThan(4);
    for (const { fields } of later) expect(llcOf(Number(fields.target_cpu))).toBe(llcOf(a));
  });
});

/** Settings of a control; the domain that was weighed, and words of the reason; 0: none was. */
const controls: readonly [string, Record<string, string>, number, readonly string[]][] = [
  ['there is no kernel thread', { 'workload.kworker': '0 ns' }, 0, []],
  ['the kernel thread is gone by then', { 'workload.kworker': '100 ns' }, 128, ['MV_RUNNING']],
  ['the kernel thread comes late', { 'workload.kworker_comes': 'late' }, 0, []],
  [
    'it comes late, and the messenger takes longer',
    { 'workload.kworker_comes': 'late', 'workload.code': '12 us' },
    128,
    ['MV_RUNNING', 'MV_KTHREAD'],
  ],
  [
    'another task runs in the messenger’s cache',
    { 'workload.cache': 'busy' },
    128,
    ['LB_IDLE_DIFF'],
  ],
  [
    'the worker is on the other node',
    { 'workload.distance': 'other-node' },
    256,
    ['LB_NUMA_ALLOWED'],
  ],
  [
    'the worker ran a moment ago',
    { 'workload.work': '200 us', 'workload.sleep': '200 us' },
    128,
    ['MV_HOT', 'MV_KTHREAD'],
  ],
];

describe('messenger and worker stay apart', () => {
  it.each(controls)('when %s', async (_, settings, domainCpus, reasons) => {
    const run = await told(settings);
    const events = fromTimer(run);
    const a = events[0]!.cpu;
    const weighed = weighedFor(run, a, events[0]!.time).filter((pass) => pass.domainCpus > 16);
    const deciding = weighed.filter((pass) => pass.domainCpus === domainCpus);
    expect(deciding.length).toBeGreaterThanOrEqual(Math.min(domainCpus, 1));
    if (domainCpus === 0) expect(weighed).toEqual([]);
    else expect(deciding[0]!.reasons).toEqual(expect.arrayContaining([...reasons]));
    for (const { reasons: said } of weighed) expect(said).not.toContain('LB_MOVED');
    const moves = events.filter(({ name }) => name === 'sched_migrate_task');
    const across = moves.filter(
      ({ fields }) => llcOf(Number(fields.orig_cpu)) !== llcOf(Number(fields.dest_cpu)),
    );
    expect(across).toEqual([]);
  });
});

describe('a kernel thread that comes late', () => {
  it('waits until the worker, which runs already, has had its slice', async () => {
    const { events } = await told({ 'workload.kworker_comes': 'late' });
    const woken = events.find((event) => isOf(event, 'sched_wakeup', kworker))!;
    const taken = events.find((event) => isOf(event, 'sched_switch', kworker))!;
    expect(Number(taken.fields.prev_pid)).toBe(worker);
    expect(taken.time - woken.time).toBeGreaterThan(500);
  });
});
