// Runs written as ftrace and read back as recordings: the same switches, wake-ups and moves, on the same CPUs, at the same
// microsecond.

import { describe, expect, test } from 'vitest';
import { openBackend } from '../../cli/program.ts';
import { MIGRATE, RECORD, TASK } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { openRecorded } from '../../web/engine/recorded/core.ts';
import { SliceReader, type SliceSink } from '../../web/engine/slices-reader.ts';
import { World } from '../../web/engine/world.ts';
import { readRecording } from '../../web/exchange/own/recording/recording.ts';
import { figuresOf } from '../../web/exchange/own/recording/statistics.ts';
import { readShort } from '../../web/exchange/own/workload/short.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { TraceTasks } from '../../web/exchange/trace/tasks.ts';
import { openWriter } from '../../web/exchange/trace/trace.ts';
import { buildDefinition, loadScenario, openScenario } from '../../web/scenario/index.ts';
import type { Json } from '../../web/scenario/json.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { blankScenario } from '../../web/scenario/program/other-workload.ts';

const told: readonly number[] = [RECORD.SWITCH, RECORD.WAKE, RECORD.MIGRATE];
const us = (ns: number) => Math.floor(ns / 1000);

/** What a timeline shows of each task's turns on a CPU, kernel, stalls and waits of a turn joined. */
class Turns implements SliceSink {
  readonly all: { cpu: number; task: number; from: number; to: number }[] = [];
  readonly #last = new Map<number, { task: number; from: number; to: number }>();

  slice(cpu: number, from: number, to: number, _mode: number, task: number): void {
    const last = this.#last.get(cpu);
    if (last?.task === task && last.to === from) {
      last.to = to;
      return;
    }
    const turn = { cpu, task, from, to };
    this.#last.set(cpu, turn);
    this.all.push(turn);
  }

  tile(): void {}
  event(): void {}
  miss(): void {}
  lock(): void {}
}

/** All turns up to `duration`, one line each: task, CPU, first and last microsecond. */
function turnsOf(world: World, cpus: number, duration: number, name: (task: number) => number) {
  const turns = new Turns();
  const reader = new SliceReader(cpus, turns);
  reader.begin(world, 0);
  while (world.time < duration) {
    const before = world.clock().records;
    world.step(duration, 512);
    reader.read(world, before, world.clock().records);
  }
  reader.settle(duration);
  return turns.all.map(({ cpu, task, from, to }) => ({ cpu, pid: name(task), from, to }));
}

/** A run's ftrace text, and what it recorded, a line each with the numbers of the trace. */
async function traced(name: string, duration: number) {
  const opened = await loadScenario(name, nodeReader('scenarios'), []);
  const variant = opened.scenario.variants[0]!.id;
  const world = World.create(await openBackend('wasm'), buildDefinition(opened, variant));
  const options = {
    from: 0,
    to: duration,
    comm: opened.scenario.workload.name,
    program: undefined,
    provenance: provenanceOf(opened, [variant]),
  };
  const writer = openWriter('ftrace', world, options);
  const tasks = new TraceTasks(world, options);
  const lines: string[] = [];
  const see = (from: number, to: number) => {
    const ring = world.ring();
    for (let at = from; at < to; at++) {
      const { kind, time, cpu, a, b, c, d } = ring.at(at % ring.count);
      if (!told.includes(kind) || (kind === RECORD.MIGRATE && d === MIGRATE.FORK)) continue;
      const when = `${us(time)} ${kind} ${cpu} ${tasks.pid(a)}`;
      if (kind === RECORD.SWITCH) {
        const state = c === TASK.SLEEPING && !tasks.isIdle(a) ? 'S' : 'R';
        lines.push(`${when} ${tasks.pid(b)} ${state}`);
      } else if (kind === RECORD.WAKE) lines.push(`${when} ${b} ${c}`);
      else lines.push(`${when} ${b} ${c} ${d === MIGRATE.WAKE ? 'wake' : 'other'}`);
    }
  };
  runBatch(world, {
    duration,
    windowStart: 0,
    program: undefined,
    onRecords: (seen, from, to) => {
      writer.see(seen, from, to);
      see(from, to);
    },
  });
  const pieces = writer.finish();
  const text = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return { text, lines: lines.sort(), cpus: tasks.cpus };
}

function linesOf(text: Uint8Array) {
  const { run } = readRecording(text);
  const { rows, cpus, tasks } = run;
  const pid = (task: number) => (task < cpus ? 0 : tasks[task - cpus]!.pid);
  const lines: string[] = [];
  for (let at = 0; at < rows.count; at++) {
    const [kind, a, b, c] = [rows.kind[at]!, rows.a[at]!, rows.b[at]!, rows.c[at]!];
    if (!told.includes(kind)) continue;
    const when = `${us(rows.time[at]!)} ${kind} ${rows.cpu[at]!} ${pid(a)}`;
    if (kind === RECORD.SWITCH) lines.push(`${when} ${pid(b)} ${c === TASK.SLEEPING ? 'S' : 'R'}`);
    else if (kind === RECORD.WAKE) lines.push(`${when} ${b} ${c}`);
    else lines.push(`${when} ${b} ${c} ${rows.d[at] === MIGRATE.WAKE ? 'wake' : 'other'}`);
  }
  return { run, lines: lines.sort() };
}

describe('a run written as ftrace and read back', () => {
  test.each(['split-llc/hackbench-groups', 'cpupri/cyclic', 'split-llc/one-wakeup'])(
    '%s has the same switches, wake-ups and moves',
    async (name) => {
      const { text, lines, cpus } = await traced(name, 4e6);
      const read = linesOf(text);
      expect(read.run.cpus).toBeLessThanOrEqual(cpus);
      // Times are counted from the first line of a trace.
      const shift = Number(/^ +\S+ +\[\d+\] +\S+ +0\.(\d{6}):/m.exec(text.toString())![1]);
      const shifted = read.lines.map((line) => {
        const [time, ...others] = line.split(' ');
        return [Number(time) + shift, ...others].join(' ');
      });
      expect(shifted.sort()).toEqual(lines);
      expect(lines.length).toBeGreaterThan(50);
      const { cpus: figures, duration } = { ...figuresOf(read.run) };
      for (const { unknown } of figures) expect([0, duration]).toContain(unknown);
    },
    60_000,
  );

  test('has the timeline of the run, its parts in the kernel joined', async () => {
    const name = 'split-llc/hackbench-groups';
    const duration = 4e6;
    const { text } = await traced(name, duration);
    const opened = await loadScenario(name, nodeReader('scenarios'), []);
    const definition = buildDefinition(opened, 'A');
    const world = World.create(await openBackend('wasm'), definition);
    const comm = opened.scenario.workload.name;
    const program = undefined;
    const provenance = provenanceOf(opened, ['A']);
    const options = { from: 0, to: duration, comm, program, provenance };
    const tasks = new TraceTasks(world, options);
    const simulated = turnsOf(world, world.at.cpuViewCount, duration, (task) => tasks.pid(task));

    const { run, machine } = readRecording(text);
    const workload = readShort('a : run 1ms; sleep 1ms\n');
    const beside = await openScenario(blankScenario, nodeReader('scenarios'), [], {
      machine: machine as unknown as Json,
      workload,
    });
    const replayed = World.create(openRecorded(run), buildDefinition(beside, 'A'));
    const pid = (task: number) => (task < run.cpus ? 0 : run.tasks[task - run.cpus]!.pid);
    const recorded = turnsOf(replayed, run.cpus, run.duration, pid);

    const shift = Number(/^ +\S+ +\[\d+\] +\S+ +0\.(\d{6}):/m.exec(text.toString())![1]);
    // What still runs after the last switch of its CPU has no end; before the first event there is no trace.
    const lastSwitch = new Map<number, number>();
    for (let at = 0; at < run.rows.count; at++) {
      const { kind, cpu, time } = run.rows;
      if (kind[at] === RECORD.SWITCH) lastSwitch.set(cpu[at]!, us(time[at]!) + shift);
    }
    const said = (all: typeof simulated, offset: number) =>
      all
        .map(({ cpu, pid, from, to }) => ({ cpu, pid, at: us(from) + offset, to: us(to) + offset }))
        // A turn shorter than the microsecond of a trace begins and ends at one moment of it.
        .filter(
          ({ cpu, pid, at, to }) => pid > 0 && at > shift && at < to && to <= lastSwitch.get(cpu)!,
        )
        .map((turn) => Object.values(turn).join(' '))
        .sort();
    const lines = said(recorded, shift);
    expect(lines.length).toBeGreaterThan(300);
    expect(lines).toEqual(said(simulated, 0));
  }, 60_000);
});
