// Runs written in each form of trace and read back as recordings: all of them say what the text of ftrace says.

import { describe, expect, test } from 'vitest';
import { RECORD } from '../../web/engine/abi.gen.ts';
import type { RecordedRun } from '../../web/engine/recorded/rows.ts';
import { readRecording } from '../../web/exchange/own/recording/recording.ts';
import { figuresOf } from '../../web/exchange/own/recording/statistics.ts';
import { exported } from './exported.ts';

const told: readonly number[] = [RECORD.SWITCH, RECORD.WAKE, RECORD.MIGRATE];

/** What happened, in µs of the run, a line each; tasks by their numbers in the trace. */
function linesOf({ rows, cpus, tasks }: RecordedRun, base: number): string[] {
  const pid = (task: number) => (task < cpus ? 0 : tasks[task - cpus]!.pid);
  const lines: string[] = [];
  for (let at = 0; at < rows.count; at++) {
    const kind = rows.kind[at]!;
    if (!told.includes(kind)) continue;
    const who =
      kind === RECORD.SWITCH ? `${pid(rows.a[at]!)} ${pid(rows.b[at]!)}` : pid(rows.a[at]!);
    lines.push(`${Math.floor((base + rows.time[at]!) / 1000)} ${kind} ${rows.cpu[at]!} ${who}`);
  }
  return lines.sort();
}

async function read(format: Parameters<typeof exported>[0]) {
  const { bytes } = await exported(format);
  const own = readRecording(new Uint8Array(bytes));
  const [seconds, fraction] = own.base.split('.') as [string, string];
  return { own, lines: linesOf(own.run, Number(seconds) * 1e9 + Number(fraction)) };
}

describe('a run written and read back', { timeout: 60_000 }, () => {
  test.each(['trace-dat', 'perfetto'] as const)(
    'as %s is what its ftrace text is',
    async (format) => {
      const { own, lines } = await read(format);
      const text = await read('ftrace');
      expect(own.kinds).toEqual(text.own.kinds);
      // Wakings and moves of one microsecond stand in another order where nanoseconds are told.
      const switches = (all: readonly string[]) =>
        all.filter((line) => line.split(' ')[1] === String(RECORD.SWITCH));
      expect(switches(lines).length).toBeGreaterThan(1000);
      expect(switches(lines)).toEqual(switches(text.lines));
    },
  );

  test('as perf sched timehist has the turns of its ftrace text, to the microsecond', async () => {
    const [text, turns] = [await read('ftrace'), await read('perf-sched-timehist')];
    const [whole, part] = [figuresOf(text.own.run), figuresOf(turns.own.run)];
    const ran = new Map(whole.tasks.map(({ name, cpuTime, runs }) => [name, { cpuTime, runs }]));
    const long = part.tasks.filter(({ cpuTime }) => cpuTime > 100_000);
    expect(long.length).toBeGreaterThan(100);
    for (const { name, cpuTime, runs } of long) {
      const own = ran.get(name)!;
      // What still ran at the end has no row.
      expect(cpuTime).toBeLessThanOrEqual(own.cpuTime + 2000 * runs);
      expect(runs).toBeLessThanOrEqual(own.runs);
    }
    const sum = (figures: typeof whole) =>
      figures.tasks.reduce((all, { cpuTime }) => all + cpuTime, 0);
    expect(sum(part)).toBeGreaterThan(0.6 * sum(whole));
  });
});
