// The trace of the slides on split caches: eight lines from the creation of schbench's messenger to the
// second wake-up of its worker. A run of the same program must tell the same story in the same form.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { traceRun } from '../../web/exchange/trace/trace.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { type Event, readFtrace } from './read.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** The events as the slide has them: event, acting task, task acted on, context. */
const slide = [
  ['sched_wakeup_new', 'creator', 'messenger', 'd..2.'],
  ['sched_wakeup_new', 'messenger', 'worker', 'd..2.'],
  ['sched_waking', 'worker', 'messenger', 'd..2.'],
  ['sched_wakeup', 'idle', 'messenger', 'dN.2.'],
  ['sched_waking', 'idle', 'messenger', 'd.h3.'],
  ['sched_wakeup', 'idle', 'messenger', 'dNh4.'],
  ['sched_waking', 'messenger', 'worker', 'd..2.'],
  ['sched_wakeup', 'idle', 'worker', 'dN.2.'],
];

describe('the trace of schbench without MC domains', () => {
  let lines: Event[];
  let text: string;
  const names: Record<number, string> = { 0: 'idle', 1: 'creator', 2: 'messenger', 3: 'worker' };
  /** µs between two lines of the slide, counted from one. */
  const between = (from: number, to: number) => lines[to - 1]!.time - lines[from - 1]!.time;

  beforeAll(async () => {
    const set = {
      'workload.distance': 'free',
      'workload.kworker': '0 ns',
      'workload.messengers': 2,
      'variant.A.kernel.sched_mc': false,
      duration: '150 ms',
    };
    const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
    const name = 'split-llc/schbench-kworker-consolidation';
    const opened = await loadScenario(name, nodeReader('scenarios'), overrides);
    const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
    const trace = traceRun(world, {
      format: 'ftrace',
      from: 0,
      to: 150_000_000,
      comm: 'schbench',
      program: undefined,
      provenance: provenanceOf(opened, ['A']),
      windowStart: opened.window.from,
    });
    text = Buffer.concat(trace.pieces).toString('utf8');
    const about = ({ fields }: Event) => names[Number(fields.pid)];
    lines = readFtrace(text)
      .events.filter(
        (event) =>
          event.name.startsWith('sched_wak') &&
          (about(event) === 'messenger' || about(event) === 'worker'),
      )
      .slice(0, slide.length);
  }, 60_000);

  it('tells the eight events in the same order, of the same tasks, in the same contexts', () => {
    const told = lines.map(({ name, pid, fields, flags }) => [
      name,
      names[pid],
      names[Number(fields.pid)],
      flags,
    ]);
    expect(told).toEqual(slide);
  });

  it('writes each in the form of the slide', () => {
    // The name right-aligned in 16 columns, the number left-aligned in 7, seconds in 5 at least.
    const form =
      /^(?=.{16}-.{7} \[) *(<idle>|schbench\S*)-\d+ +\[\d{3}\] d[.N][.h][2-4]\. (?=.{5,}\.) *\d+\.\d{6}: sched_(waking|wakeup|wakeup_new): comm=schbench\S* pid=\d+ prio=120 target_cpu=\d{3}$/;
    const written = text
      .split('\n')
      .filter((line) => /: sched_wak/.test(line))
      .slice(0, slide.length);
    for (const line of written) expect(line).toMatch(form);
  });

  it('places the messenger and its worker on cores of their own in their creator’s cache', () => {
    const core = (cpu: number) => cpu % 128;
    const llc = (cpu: number) => Math.floor(core(cpu) / 8);
    const target = (line: number) => Number(lines[line - 1]!.fields.target_cpu);
    const cpus = [lines[0]!.cpu, target(1), target(2)];
    expect(new Set(cpus.map(core)).size).toBe(3);
    expect(new Set(cpus.map(llc)).size).toBe(1); // 219, 221 and 222 on the slide: LLC 11
    expect(lines[1]!.cpu).toBe(target(1));
    expect(lines[2]!.cpu).toBe(target(2));
  });

  it('keeps the times of the program: a think of 30 ms, then a spin and a sleep', () => {
    // From one creation to the next: 142 on the slide. Here creating a thread has a fixed time (15), and a new
    // thread touches no fresh pages.
    expect(between(1, 2)).toBeGreaterThan(15);
    expect(between(1, 2)).toBeLessThan(142);
    expect(between(2, 3)).toBeGreaterThan(30_000);
    expect(between(2, 3)).toBeLessThan(30_200); // 30,060 on the slide
    expect(between(3, 4)).toBeGreaterThan(1);
    expect(between(3, 4)).toBeLessThan(10); // 5
    expect(between(4, 5)).toBeGreaterThan(60_000);
    expect(between(4, 5)).toBeLessThan(67_600); // 66,470
    expect(between(5, 7)).toBeGreaterThan(3);
    expect(between(5, 7)).toBeLessThan(15); // 10
    expect(between(7, 8)).toBeGreaterThan(1);
    expect(between(7, 8)).toBeLessThan(10); // 5
  });
});
