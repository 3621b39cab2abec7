// Traces in the forms of perf, trace-cmd, Chrome and Perfetto's own rows, each read by a reader that is
// not ours and held to the ftrace text of the same run.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceFormat } from '../../web/exchange/trace/writer.ts';
import { exported } from './exported.ts';
import { type Event, readFtrace, readPerfetto } from './read.ts';

/** ms: ends a run that hangs. */
const patience = 60_000;
const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

let events: Event[];
beforeAll(async () => {
  events = readFtrace((await exported('ftrace')).bytes.toString('utf8')).events;
}, patience);

const textOf = async (format: TraceFormat): Promise<string> =>
  (await exported(format)).bytes.toString('utf8');

async function fileOf(format: TraceFormat): Promise<string> {
  const file = path.join(folder, format);
  writeFileSync(file, (await exported(format)).bytes);
  return file;
}

const switches = () => events.filter(({ name }) => name === 'sched_switch');

describe('a trace.dat', () => {
  it('is told by trace-cmd as the ftrace text has it', { timeout: patience }, async () => {
    const file = await fileOf('trace-dat');
    const printed = execFileSync('trace-cmd', ['report', '-i', file, '-N', '-R'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const lines = printed.split('\n').filter((line) => /: +sched_/.test(line));
    expect(lines).toHaveLength(events.length);
    const form = /^ *(.+)-(\d+) +\[(\d+)\] +(\d+)\.(\d{6}): (sched_\w+): +(.*)$/;
    const read = lines.map((line) => {
      const [, , pid, cpu, secs, usecs, name, rest] = form.exec(line) as unknown as string[];
      const time = Number(secs) * 1e6 + Number(usecs);
      return { pid: Number(pid), cpu: Number(cpu), time, name, rest: rest! };
    });
    expect(read.map(({ cpu, name }) => `${cpu} ${name}`).sort()).toEqual(
      events.map(({ cpu, name }) => `${cpu} ${name}`).sort(),
    );
    const byCpu = (list: readonly { cpu: number; time: number; pid: number }[], cpu: number) =>
      list.filter((each) => each.cpu === cpu);
    for (const cpu of [0, 1, 100, 479]) {
      const wanted = byCpu(events, cpu);
      const found = byCpu(read, cpu);
      expect(found.map(({ pid }) => pid)).toEqual(wanted.map(({ pid }) => pid));
      // trace-cmd rounds, the text has its times rounded down.
      for (const [at, { time }] of found.entries())
        expect(Math.abs(time - wanted[at]!.time)).toBeLessThanOrEqual(1);
    }
    expect(printed).toMatch(/print:.*scenario: cpupri\/ffmpeg-480/);
  });
});

describe('the form of perf sched map', () => {
  it('has a line for each switch, with the new task of that CPU alone', async () => {
    const lines = (await textOf('perf-sched-map')).split('\n').filter((line) => /^ {2}/.test(line));
    const wanted = switches();
    expect(lines).toHaveLength(wanted.length);
    // A short name is of several tasks where there are more than 260, as in perf.
    const pids = new Map<string, Set<string>>();
    const width = 4 * 480;
    let before = '    '.repeat(480);
    for (const [at, line] of lines.entries()) {
      const { cpu, time, fields } = wanted[at]!;
      const columns = line.slice(2, 2 + width);
      const mine = columns.slice(4 * cpu, 4 * cpu + 4);
      expect(mine).toMatch(/^\*(?:[A-Z]\d|\. ) $/);
      const now = columns.replace('*', ' ');
      const others = (all: string) => all.slice(0, 4 * cpu) + all.slice(4 * cpu + 4);
      expect(others(now) === others(before)).toBe(true);
      before = now;
      const said = /^ +(\d+)\.(\d{6}) secs(?: (..) => (.+):(\d+))?$/.exec(line.slice(2 + width))!;
      expect(Number(said[1]) * 1e6 + Number(said[2])).toBe(time);
      const name = mine.slice(1, 3);
      if (said[3]) {
        expect([said[3], said[5]]).toEqual([name, fields.next_pid]);
        pids.set(name, (pids.get(name) ?? new Set()).add(said[5]!));
      }
      expect(pids.get(name)).toContain(fields.next_pid);
    }
    expect(pids.size).toBeGreaterThan(100);
  });
});

describe('the form of perf sched timehist', () => {
  it('says of each switch how long the task waited, was late and ran', async () => {
    const text = await textOf('perf-sched-timehist');
    const lines = text.split('\n').filter((line) => /^ +\d+\.\d{6} \[/.test(line));
    expect(lines).toHaveLength(switches().length);
    const form = /^ +(\d+\.\d{6}) \[(\d{4})\] {2}(.{30}) +([\d.]+) +([\d.]+) +([\d.]+) $/;
    const since = new Map<number, number>();
    const left = new Map<string, number>();
    const woken = new Map<string, number>();
    let late = 0;
    let at = 0;
    for (const { name, cpu, time, fields } of events) {
      if (/^sched_waking|wakeup_new/.test(name) && !woken.has(fields.pid!)) {
        woken.set(fields.pid!, time);
      }
      if (name !== 'sched_switch') continue;
      const [, , shownCpu, shownName, wait, delay, run] = form.exec(
        lines[at++]!,
      ) as unknown as string[];
      const isIdle = fields.prev_pid === '0';
      const key = isIdle ? `idle ${cpu}` : fields.prev_pid!;
      expect(Number(shownCpu)).toBe(cpu);
      expect(shownName!.trim()).toBe(isIdle ? '<idle>' : `${fields.prev_comm}[${fields.prev_pid}]`);
      const began = since.get(cpu) ?? 0;
      // The text knows whole microseconds alone.
      expect(Math.abs(Number(run) * 1000 - (time - began))).toBeLessThan(1.5);
      expect(
        Math.abs(Number(wait) * 1000 - (left.has(key) ? began - left.get(key)! : 0)),
      ).toBeLessThan(1.5);
      const waking = woken.get(key);
      const wanted = waking === undefined || waking > began ? 0 : began - waking;
      expect(Math.abs(Number(delay) * 1000 - wanted)).toBeLessThan(1.5);
      if (wanted > 1) late += 1;
      since.set(cpu, time);
      left.set(key, time);
      woken.delete(key);
    }
    expect(late).toBeGreaterThan(100);
  });
});

interface Viewed {
  readonly problems: string[];
  readonly threads: {
    name: string;
    rank: number;
    slices: [string, string, number, number, boolean][];
  }[];
  readonly counters: [string, [string, [number, number][]][]][];
  readonly flows: [string | undefined, string | undefined, number, number][];
}

describe('Chrome JSON in the trace viewer of Chrome', () => {
  it('shows the slices, counters and arrows of the Perfetto trace', {
    timeout: patience,
  }, async () => {
    const printed = execFileSync(
      'node',
      ['tests/exchange/trace-viewer.mjs', await fileOf('chrome')],
      { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const viewed = JSON.parse(printed) as Viewed;
    // It says so of every file whose unit of display is the nanosecond.
    const always = 'Trace time is low resolution, trace may be unusable.';
    expect(viewed.problems).toEqual([always]);
    const read = readPerfetto((await exported('perfetto')).bytes);
    const wanted = read.slices.map(
      ({ track, name, from, to }) => `${track}: ${name} ${from} ${to - from}`,
    );
    const found = viewed.threads.flatMap(({ name: track, slices }) =>
      slices
        .filter(([, category]) => ['task', 'kernel', 'lock'].includes(category))
        .map(([name, , from, length]) => `${track}: ${name} ${from} ${length}`),
    );
    expect(found.sort()).toEqual(wanted.sort());
    expect(viewed.threads.flatMap(({ slices }) => slices.filter((slice) => slice[4]))).toEqual([]);
    for (const [name, points] of read.counters) {
      const [, series] = viewed.counters.find(([each]) => each === name)!;
      expect(series[0]![1]).toEqual(points.map(({ time, value }) => [time, value]));
    }
    const arrived = read.slices.filter(({ flowEnds }) => flowEnds.length > 0);
    expect(arrived.length).toBeGreaterThan(500);
    expect(viewed.flows).toHaveLength(arrived.length);
  });
});

describe('the rows that Perfetto draws of a kernel’s trace', () => {
  it('hold each event of the ftrace text, in the order of each CPU', {
    timeout: patience,
  }, async () => {
    const { ftrace } = readPerfetto((await exported('perfetto')).bytes);
    expect(ftrace).toHaveLength(events.length);
    const wanted = events.map(({ cpu, time, pid, name, fields }) => ({
      cpu,
      time,
      pid,
      name,
      fields,
    }));
    for (const cpu of [0, 1, 100, 479]) {
      const mine = wanted.filter((event) => event.cpu === cpu);
      const found = ftrace.filter((event) => event.cpu === cpu);
      expect(found.length).toBe(mine.length);
      for (const [at, { time, pid, name, fields }] of found.entries()) {
        const { fields: texts, ...rest } = mine[at]!;
        expect({ cpu, time: Math.floor(time / 1000), pid, name }).toEqual(rest);
        for (const [key, value] of Object.entries(fields)) {
          const text = key === 'prev_state' ? ['R', 'S'].indexOf(texts[key]!) : texts[key]!;
          expect(typeof value === 'number' ? Number(text) : text, key).toBe(value);
        }
        expect(Object.keys(fields).sort()).toEqual(Object.keys(texts).sort());
      }
    }
  });
});
