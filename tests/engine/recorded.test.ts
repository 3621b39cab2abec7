// A recording in the place of a simulated run: the same moments whichever way one comes to them, gaps of which nothing is
// said, and nothing of what a trace does not tell.

import { describe, expect, test } from 'vitest';
import { ACTIVITY, TASK } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import { openRecorded } from '../../web/engine/recorded/core.ts';
import { packedRun, unpackedRun } from '../../web/engine/recorded/packed.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { UNKNOWN_MODE } from '../../web/engine/slices.ts';
import { taskName } from '../../web/engine/task-names.ts';
import { mechanismParts } from '../../web/engine/types/mechanism.ts';
import { World } from '../../web/engine/world.ts';
import { readRecording } from '../../web/exchange/own/recording/recording.ts';
import { figuresOf } from '../../web/exchange/own/recording/statistics.ts';
import { buildDefinition, openScenario } from '../../web/scenario/index.ts';
import type { Json } from '../../web/scenario/json.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { blankScenario } from '../../web/scenario/program/other-workload.ts';

const head = '# entries-in-buffer/entries-written: 8/8   #P:2\n';
const idle = (cpu: number) => `comm=swapper/${cpu} prev_pid=0 prev_prio=120 prev_state=R`;

/** Two tasks that take turns on two CPUs for 20 ms; CPU 1 loses events in the middle. */
function trace(): string {
  let text = head;
  for (let at = 0; at < 200; at++) {
    const time = (us: number) => `50.${String(100 * at + us).padStart(6, '0')}`;
    if (at === 100) text += 'CPU:1 [LOST 7 EVENTS]\n';
    text += `  <idle>-0 [000] d.h2. ${time(0)}: sched_waking: comm=ping pid=7 prio=120 target_cpu=000
  <idle>-0 [000] d..2. ${time(5)}: sched_switch: prev_${idle(0)} ==> next_comm=ping next_pid=7 next_prio=120
  ping-7 [000] d..2. ${time(20)}: sched_waking: comm=pong pid=8 prio=100 target_cpu=001
  <idle>-0 [001] d..2. ${time(23)}: sched_switch: prev_${idle(1)} ==> next_comm=pong next_pid=8 next_prio=100
  ping-7 [000] d..2. ${time(40)}: sched_switch: prev_comm=ping prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
  pong-8 [001] d..2. ${time(60)}: sched_switch: prev_comm=pong prev_pid=8 prev_prio=100 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120
`;
  }
  return text;
}

const { run, machine } = readRecording(new TextEncoder().encode(trace()));

test('a recording that is handed from thread to thread is the same there, byte for byte', async () => {
  const packed = structuredClone(packedRun(run));
  expect(packed.columns.size).toBe(25 * run.rows.count);
  expect(await unpackedRun(packed)).toEqual(run);
});

async function definition() {
  const form = {
    format: 'schedscape-workload/1' as const,
    tasks: [{ name: 'a', phases: [{ steps: ['run 1ms'], loops: 0 }] }],
  };
  const opened = await openScenario(blankScenario, nodeReader('scenarios'), [], {
    machine: machine as unknown as Json,
    workload: form,
  });
  return buildDefinition(opened, 'A');
}

async function opened(): Promise<Simulation> {
  const open = async () => openRecorded(run);
  const options = { duration: run.duration, reader: open };
  return new Simulation(await open(), await open(), await definition(), options);
}

const at = async (simulation: Simulation, time: number) => {
  const buffer = await simulation.frameAt(time);
  return decodeFrame(buffer!);
};

describe('a recording on stage', () => {
  test('has nothing for mechanisms, whatever they ask, and no event that only a kernel can report', async () => {
    const [plain, asked] = [await opened(), await opened()];
    await asked.setMechanisms(mechanismParts);
    const [one, other] = [await at(plain, 30_000), await at(asked, 30_000)];
    expect(other.mechanisms).toBeUndefined();
    expect(other.buffer.byteLength).toBe(one.buffer.byteLength);
    for (const kind of ['wake', 'refill', 'store'] as const) {
      expect(await asked.find({ kind })).toBeUndefined();
    }
    plain.dispose();
    asked.dispose();
  });

  test('has at each moment what ran, by name, with run times that add up', async () => {
    const simulation = await opened();
    const frame = await at(simulation, 30_000);
    expect([...frame.cpus.activity]).toEqual([ACTIVITY.USER, ACTIVITY.USER]);
    const names = [...frame.cpus.task].map((task) => taskName(simulation.catalog(), task));
    expect(names).toEqual(['ping-7', 'pong-8']);
    expect([frame.tasks.runtime[2], frame.tasks.runtime[3]]).toEqual([25_000, 7_000]);
    expect(frame.lines.count).toBe(0);
    simulation.dispose();
  });

  test('says in a gap that nothing is known, and counts none of it', async () => {
    const simulation = await opened();
    // The last event of CPU 1 before the loss is at 9,960 µs, the next at 10,023.
    const gap = await at(simulation, 9_980_000);
    expect([...gap.cpus.activity]).toEqual([ACTIVITY.IDLE, ACTIVITY.UNKNOWN]);
    const after = await at(simulation, 10_030_000);
    const spent = (frame: typeof gap) => frame.ledger.slice(10).reduce((sum, ns) => sum + ns, 0);
    expect(spent(gap)).toBe(9_960_000);
    expect(spent(after)).toBe(9_960_000 + 7_000);
    simulation.dispose();
  });

  test('shows the same moment after going back as on the way there', async () => {
    const simulation = await opened();
    const words = (frame: { readonly cpus: object; readonly tasks: object }) =>
      JSON.stringify([frame.cpus, frame.tasks]);
    const there = words(await at(simulation, 6_543_210));
    await at(simulation, 19_000_000);
    expect(words(await at(simulation, 6_543_210))).toBe(there);
    expect((await at(simulation, 19_000_000)).traceHash).toBe(
      (await at(await opened(), 19_000_000)).traceHash,
    );
    simulation.dispose();
  });

  test('goes on beside a longer run: what comes after its end is not known, and counted as nothing', async () => {
    const open = async () => openRecorded(run);
    const options = { duration: 3 * run.duration, reader: open };
    const simulation = new Simulation(await open(), await open(), await definition(), options);
    const last = await at(simulation, run.duration);
    const after = await at(simulation, 3 * run.duration);
    expect(after.time).toBe(3 * run.duration);
    expect([...after.cpus.activity]).toEqual([ACTIVITY.UNKNOWN, ACTIVITY.UNKNOWN]);
    expect([...after.cpus.queued]).toEqual([0, 0]);
    expect(new Set(after.tasks.state)).toEqual(new Set([TASK.NEW]));
    expect([...after.ledger]).toEqual([...last.ledger]);
    expect([...after.tasks.runtime]).toEqual([...last.tasks.runtime]);
    expect(after.counters.switches).toBe(last.counters.switches);
    const back = await at(simulation, run.duration);
    expect([back.traceHash, [...back.cpus.activity]]).toEqual([
      last.traceHash,
      [...last.cpus.activity],
    ]);
    const query = { from: 0, to: 3 * run.duration, rows: Int32Array.from([0]), pixels: 800 };
    await at(simulation, 3 * run.duration);
    const window = await simulation.timelineWindow(query);
    const slices = window.sliceMode.length;
    expect([window.sliceMode[slices - 1], window.sliceEnd[slices - 1]]).toEqual([
      UNKNOWN_MODE,
      3 * run.duration,
    ]);
    simulation.dispose();
  });

  test('has the figures that its rows have, and a timeline with the gap in it', async () => {
    const simulation = await opened();
    await at(simulation, run.duration);
    const query = { from: 9_900_000, to: 10_100_000, rows: Int32Array.from([1]), pixels: 800 };
    const window = await simulation.timelineWindow(query);
    const gaps = [...window.sliceMode].flatMap((mode, slice) =>
      mode === UNKNOWN_MODE ? slice : [],
    );
    expect(gaps.map((slice) => [window.sliceStart[slice], window.sliceEnd[slice]])).toEqual([
      [9_960_000, 10_023_000],
    ]);
    const world = World.create(openRecorded(run), await definition());
    const result = runBatch(world, { duration: run.duration, windowStart: 0, program: undefined });
    const figures = figuresOf(run);
    expect(result.switches).toBe(figures.switches);
    expect(result.headline.meanLatency).toBeCloseTo(
      figures.latencies.reduce((sum, each) => sum + each, 0) / figures.latencies.length,
      6,
    );
    simulation.dispose();
  });
});
