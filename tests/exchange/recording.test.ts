// Runs written as ftrace and read back as recordings: the same switches, wake-ups and moves, on the same CPUs, at the same
// microsecond.

import { describe, expect, test } from 'vitest';
import { openBackend } from '../../cli/program.ts';
import { MIGRATE, RECORD, TASK } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { World } from '../../web/engine/world.ts';
import { readRecording } from '../../web/exchange/own/recording/recording.ts';
import { figuresOf } from '../../web/exchange/own/recording/statistics.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { TraceTasks } from '../../web/exchange/trace/tasks.ts';
import { openWriter } from '../../web/exchange/trace/trace.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const told: readonly number[] = [RECORD.SWITCH, RECORD.WAKE, RECORD.MIGRATE];
const us = (ns: number) => Math.floor(ns / 1000);

/** A run's ftrace text, and what it recorded, a line each with the numbers of the trace. */
async function traced(name: string, duration: number) {
  const opened = await loadScenario(name, nodeReader('scenarios'), []);
  const variant = opened.scenario.variants[0]!.id;
  const world = World.create(await openBackend('wasm'), buildDefinition(opened, variant));
  const options = {
    from: 0,
    to: duration,
    comm: opened.scenario.workload.name,
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
});
