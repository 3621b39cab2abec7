// The loop closed: a run written as ftrace, read back, turned into a workload and simulated again has the same run
// and sleep times and the same wakers and wakees.

import { describe, expect, test } from 'vitest';
import { openBackend } from '../../cli/program.ts';
import type { RecordedRun } from '../../web/engine/recorded/rows.ts';
import { World } from '../../web/engine/world.ts';
import { readMachineTexts } from '../../web/exchange/own/machine/join.ts';
import { extracted } from '../../web/exchange/own/recording/extract.ts';
import { readRecording } from '../../web/exchange/own/recording/recording.ts';
import { type SegmentItem, taskStoriesOf } from '../../web/exchange/own/recording/segments.ts';
import { figuresOf } from '../../web/exchange/own/recording/statistics.ts';
import { readWorkload } from '../../web/exchange/own/workload/read.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { traceRun } from '../../web/exchange/trace/trace.ts';
import {
  buildDefinition,
  loadScenario,
  type OpenedScenario,
  openScenario,
} from '../../web/scenario/index.ts';
import type { Json } from '../../web/scenario/json.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { parseWorkload } from '../../web/scenario/program/compile.ts';
import { blankScenario } from '../../web/scenario/program/other-workload.ts';
import type { WorkloadForm } from '../../web/scenario/program/schema.ts';

// Cores without siblings: a sibling's slowing would be in the recorded lengths, and come again.
const { topology, timings } = readMachineTexts([
  { text: 'pack:1 [numa] l3:1 core:8 pu:1', kind: 'synthetic' },
]);
const machine = { topology, timings };

const written = `duration 400ms
web x4 : run ~300us; sleep ~2ms
clock : every 4ms; run 400us; post go
worker : await go; run 200us..600us; post done
judge nice 5 : await done; run 250us
`;

/** The run of a workload as a recording: by way of ftrace's text, as from anywhere else. */
async function recorded(form: WorkloadForm, seed: number): Promise<RecordedRun> {
  const overrides = [{ path: 'seed', value: seed }];
  const opened = await openScenario(blankScenario, nodeReader('scenarios'), overrides, {
    workload: form,
    machine: machine as unknown as Json,
  });
  return recordedRun(opened);
}

async function recordedRun(opened: OpenedScenario): Promise<RecordedRun> {
  const world = World.create(await openBackend('wasm', 'policies'), buildDefinition(opened, 'A'));
  const { pieces } = traceRun(world, {
    format: 'ftrace',
    from: 0,
    to: opened.duration,
    comm: opened.scenario.workload.name,
    program: opened.program,
    provenance: provenanceOf(opened, ['A']),
    windowStart: 0,
  });
  return readRecording(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))).run;
}

const base = (comm: string) => comm.replace(/(-\d+)+$/, '');

/** By kind: its runs from wait to wait and its sleeps, in ns; and how often each kind wakes each other one. */
function told(run: RecordedRun) {
  const kept = new Set(
    run.tasks.flatMap(({ comm }, task) => (/^(web|clock|worker|judge)/.test(comm) ? task : [])),
  );
  const runs = new Map<string, number[]>();
  const sleeps = new Map<string, number[]>();
  const wakes = new Map<string, number>();
  const add = (map: Map<string, number[]>, key: string, value: number) =>
    map.set(key, [...(map.get(key) ?? []), value]);
  for (const [task, { items }] of taskStoriesOf(run, kept).tasks) {
    const name = base(run.tasks[task]!.comm);
    let ran = 0;
    let isWhole = false;
    for (const item of items as SegmentItem[]) {
      if (item.does === 'run') ran += item.ns;
      if (item.does === 'post') {
        const key = `${name} wakes ${base(run.tasks[item.to]!.comm)}`;
        wakes.set(key, (wakes.get(key) ?? 0) + 1);
      }
      if (item.does !== 'sleep' && item.does !== 'await') continue;
      if (isWhole && ran > 0) add(runs, name, ran);
      if (item.does === 'sleep') add(sleeps, name, item.ns);
      ran = 0;
      isWhole = true;
    }
  }
  return { runs, sleeps, wakes };
}

/** How far two distributions part, 0 to 1 (Kolmogorov and Smirnov). */
function apart(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [[...one].sort((x, y) => x - y), [...other].sort((x, y) => x - y)];
  const below = (values: number[], time: number) =>
    values.filter((value) => value <= time).length / values.length;
  // Times within five per cent are the same.
  return Math.max(
    ...a.map((time) =>
      Math.max(0, below(b, 0.95 * time) - below(a, time), below(a, time) - below(b, 1.05 * time)),
    ),
  );
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a run made a workload again', () => {
  test.each(['exact', 'fitted'] as const)(
    '%s: runs and sleeps within five per cent, the same wakes',
    async (form) => {
      const original = await recorded(parseWorkload(readWorkload(written).form), 3);
      const { workload, explained, covered } = extracted(original, { form, comm: '' });
      expect(covered).toBeGreaterThan(0.95);
      expect(explained).toBeGreaterThan(0.2);
      const again = await recorded(workload, 4);
      const [before, after] = [told(original), told(again)];
      expect([...after.wakes.keys()].sort()).toEqual([...before.wakes.keys()].sort());
      for (const [key, times] of before.wakes) {
        // Where all threads begin together, the last of them wakes the others, once.
        if (times < 20) continue;
        expect(after.wakes.get(key)! / times, key).toBeGreaterThan(0.9);
        expect(after.wakes.get(key)! / times, key).toBeLessThan(1.1);
      }
      for (const what of ['runs', 'sleeps'] as const) {
        for (const [name, values] of before[what]) {
          if (values.length < 20) continue;
          const now = after[what].get(name)!;
          const said = `${name} ${what}: ${mean(values)} ns before, ${mean(now)} ns after, ${apart(values, now)} apart`;
          expect(Math.abs(mean(now) / mean(values) - 1), said).toBeLessThan(0.05);
          // A hundred draws lie so far apart by chance alone.
          expect(apart(values, now), said).toBeLessThan(values.length < 500 ? 0.15 : 0.05);
        }
      }
    },
    120_000,
  );
});

describe('a benchmark that nobody described', () => {
  test('takes fitted the CPU time of its trace and switches as often, on the same machine and kernel', async () => {
    const overrides = [
      { path: 'duration', value: '20 ms' },
      { path: 'warmup', value: '1 ms' },
    ];
    const opened = (workload?: WorkloadForm) =>
      loadScenario('split-llc/hackbench-groups', nodeReader('scenarios'), overrides, { workload });
    const original = await recordedRun(await opened());
    const { workload } = extracted(original, { form: 'fitted' });
    const again = await recordedRun(await opened(workload));
    const figures = (run: RecordedRun) => {
      const { cpus, duration, switches } = figuresOf(run);
      const busy = cpus.reduce((sum, { busy: own }) => sum + own, 0) / duration;
      return { busy, switches: switches / duration };
    };
    const [before, after] = [figures(original), figures(again)];
    // Of 24 of 256 CPUs. Writes to its pipes are wake-ups by a task that is about to sleep: they go to busy CPUs
    // while others are idle.
    expect(JSON.stringify(workload)).toMatch(/post [^;"]+ sync/);
    expect(Math.abs(after.busy / before.busy - 1)).toBeLessThan(0.1);
    expect(Math.abs(after.switches / before.switches - 1)).toBeLessThan(0.2);
  }, 300_000);
});
