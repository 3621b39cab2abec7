// Exported traces, read by readers that are not ours: what they say must be what the run counted.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { exported } from './exported.ts';
import { type Event, readFtrace, readPerfetto } from './read.ts';

const cpus = 480;
const windowStart = 500_000;
/** ms: ends a run that hangs. */
const patience = 60_000;

describe('an ftrace text', () => {
  let text: string;
  let comments: string[];
  let events: Event[];
  let result: Awaited<ReturnType<typeof exported>>['result'];
  const named = (...names: string[]) => events.filter(({ name }) => names.includes(name));

  beforeAll(async () => {
    const trace = await exported('ftrace');
    text = trace.bytes.toString('utf8');
    ({ comments, events } = readFtrace(text));
    result = trace.result;
  }, patience);

  it('begins as tools expect and says where it comes from', () => {
    expect(comments[0]).toBe('# tracer: nop');
    const counts = `# entries-in-buffer/entries-written: ${events.length}/${events.length}`;
    expect(text).toContain(`${counts}   #P:${cpus}\n`);
    expect(text).toMatch(/^# scenario: cpupri\/ffmpeg-480 /m);
    expect(text).toMatch(/^# variant A \(/m);
    expect(text).toMatch(/^# seed: \d+$/m);
    expect(text).toMatch(/^# Schedscape \d+\.\d+\.\d+, simulated$/m);
    expect(text).toMatch(/^# limit: /m);
  });

  it('holds every switch, wake-up and migration of the run', () => {
    expect(named('sched_switch')).toHaveLength(result.switches);
    expect(named('sched_migrate_task')).toHaveLength(result.migrations);
    expect(named('sched_waking').length).toBeGreaterThan(1000);
    expect(named('sched_waking').length).toBeLessThanOrEqual(result.wakeups);
  });

  it('never goes back in time', () => {
    const times = events.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('prints each field in its column', () => {
    const inColumns = /^.{16,}-\d+ {0,6} \[\d{3}\] [d.][N.]\S[0-9.]\. +\d+\.\d{6}: sched_/;
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    expect(lines.filter((line) => !inColumns.test(line))).toEqual([]);
  });

  it('lets every switch begin with the task that ran', () => {
    const running = new Map<number, string>();
    for (const { cpu, pid, fields } of named('sched_switch')) {
      expect(fields.prev_pid).toBe(running.get(cpu) ?? '0');
      expect(String(pid)).toBe(fields.prev_pid);
      running.set(cpu, fields.next_pid!);
    }
  });

  it('wakes each task once: waking, perhaps a migration, wakeup, and only then it runs', () => {
    const waking = new Map<string, { target: number; time: number }>();
    const at = new Map<string, number>();
    let woken = 0;
    for (const { name, fields, time, cpu } of events) {
      if (name === 'sched_waking') {
        expect(waking.has(fields.pid!)).toBe(false);
        waking.set(fields.pid!, { target: Number(fields.target_cpu), time });
        at.set(fields.pid!, Number(fields.target_cpu));
      } else if (name === 'sched_migrate_task') {
        if (at.has(fields.pid!)) expect(Number(fields.orig_cpu)).toBe(at.get(fields.pid!));
        at.set(fields.pid!, Number(fields.dest_cpu));
      } else if (name === 'sched_wakeup') {
        expect(waking.delete(fields.pid!)).toBe(true);
        expect(Number(fields.target_cpu)).toBe(at.get(fields.pid!));
        woken += 1;
      } else if (name === 'sched_switch' && fields.next_pid !== '0') {
        expect(waking.has(fields.next_pid!)).toBe(false);
        if (at.has(fields.next_pid!)) expect(cpu).toBe(at.get(fields.next_pid!));
        at.set(fields.next_pid!, cpu);
      }
    }
    expect(woken).toBeGreaterThan(1000);
    expect(waking.size).toBeLessThan(woken / 20);
  });

  it('shows wake lists served by idle CPUs and timers as their contexts', () => {
    const flags = new Set(named('sched_wakeup').map((event) => event.flags));
    expect(flags).toContain('dN.2.');
    for (const { flags: shown, pid } of named('sched_wakeup')) {
      if (shown === 'dN.2.') expect(pid).toBe(0);
    }
  });

  it('keeps a span and nothing else', async () => {
    const { bytes } = await exported('ftrace', { from: 700_000, to: 800_000 });
    const part = readFtrace(bytes.toString('utf8')).events;
    expect(part.length).toBeGreaterThan(50);
    const inside = events.filter(({ time }) => time >= 700 && time < 800);
    expect(part.filter(({ time }) => time < 800)).toEqual(inside);
  });
});

/** The text as kernels wrote it when the trace viewer was: four flags, and wake-ups with their success. */
const asOlderKernels = (text: string): string =>
  text
    .replace(/^(.{16,}\] \S{4})\S /gm, '$1 ')
    .replace(/(: sched_wakeup: .*prio=\d+) /g, '$1 success=1 ');

/** What ran on each CPU from one switch to the next, as the trace viewer puts it. */
function slicesOf(switches: readonly Event[]) {
  const slices = new Map<number, [string, number, number, number, string][]>();
  const since = new Map<number, Event>();
  for (const event of switches) {
    const before = since.get(event.cpu);
    if (before && before.fields.next_pid !== '0') {
      const { next_comm: name, next_pid: pid } = before.fields;
      const state = event.fields.prev_state!;
      const slice = [name!, Number(pid), before.time, event.time - before.time, state] as const;
      slices.set(event.cpu, [...(slices.get(event.cpu) ?? []), [...slice]]);
    }
    since.set(event.cpu, event);
  }
  return slices;
}

describe('an ftrace text in the trace viewer of Chrome', () => {
  it('shows on each CPU what the switches say, and has no trouble with switches and wake-ups', async () => {
    const { bytes } = await exported('ftrace');
    const text = bytes.toString('utf8');
    const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
    const file = path.join(folder, 'trace.txt');
    writeFileSync(file, asOlderKernels(text));
    const printed = execFileSync('node', ['tests/exchange/trace-viewer.mjs', file], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    rmSync(folder, { recursive: true });
    const { problems, cpus: seen } = JSON.parse(printed) as {
      problems: string[];
      cpus: [number, unknown[]][];
    };
    // Events that are younger than that reader.
    const known = /^Unknown event sched_(waking|migrate_task) /;
    expect(problems.filter((problem) => !known.test(problem))).toEqual([]);
    const { events } = readFtrace(text);
    const wanted = slicesOf(events.filter(({ name }) => name === 'sched_switch'));
    expect(wanted.size).toBeGreaterThan(200);
    const shown = new Map(seen);
    for (const [cpu, slices] of wanted) expect(shown.get(cpu), `CPU ${cpu}`).toEqual(slices);
  });
});

/** A Python that has PyPI's package "perfetto"; PERFETTO_PYTHON names another than python3. */
const python = process.env.PERFETTO_PYTHON ?? 'python3';
const wantsProtos =
  process.env.PERFETTO_PYTHON !== undefined ||
  spawnSync(python, ['-c', 'import perfetto.protos']).status === 0;
const leftOut = wantsProtos ? '' : ' (left out: python3 has no package "perfetto" here)';

describe('a Perfetto trace', () => {
  let bytes: Buffer;
  let read: ReturnType<typeof readPerfetto>;
  let result: Awaited<ReturnType<typeof exported>>['result'];
  const end = 1_500_000;

  beforeAll(async () => {
    const trace = await exported('perfetto', { from: windowStart });
    bytes = trace.bytes;
    read = readPerfetto(bytes);
    result = trace.result;
  }, patience);

  it('describes a process, a track a CPU in order, and counters with units', () => {
    const [process] = read.tracks;
    expect(process!.process!.processLabels[0]).toMatch(/variant A .*seed \d+, Schedscape \d/);
    const cpuTracks = read.tracks.filter(
      ({ name }) => name?.startsWith('CPU ') && /LLC/.test(name),
    );
    expect(cpuTracks).toHaveLength(cpus);
    const ranks = cpuTracks.map(({ siblingOrderRank }) => siblingOrderRank!);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const units = read.tracks.flatMap(({ counter }) => counter?.unitName ?? []);
    expect(units).toEqual(['HITM/s', 'HITM/s', 'waits/s', 'CPUs']);
  });

  it('states scenario, seed, version and what is not modelled', () => {
    const said = read.instants.find(({ name }) => name.startsWith('cpupri/ffmpeg-480'));
    const text = JSON.stringify(said!.args);
    expect(text).toMatch(/"seed":\d+/);
    expect(text).toMatch(/Schedscape \d+\.\d+\.\d+/);
    expect(text).toContain('limit: ');
  });

  it('closes every slice, and no slice sticks out of the one around it', () => {
    expect(read.unfinished).toEqual([]);
    const around = new Map<string, { from: number; to: number }>();
    const wrong = read.slices.filter((slice) => {
      const { track, depth, from, to } = slice;
      const parent = around.get(`${track} ${depth - 1}`) ?? { from: windowStart, to: end };
      around.set(`${track} ${depth}`, slice);
      return !(parent.from <= from && from <= to && to <= parent.to);
    });
    expect(wrong).toEqual([]);
    expect(around.size).toBeGreaterThan(cpus);
  });

  it('gives lock waits as much time as the ledger does', () => {
    const locks = read.slices.filter(({ category }) => category === 'lock');
    const total = locks.reduce((sum, { from, to }) => sum + to - from, 0);
    const { lockWait } = result.headline.ledger;
    expect(lockWait).toBeGreaterThan(0);
    // The clocks of some CPUs are past the start of the window when it begins.
    expect(Math.abs(total - lockWait)).toBeLessThan(lockWait / 1000);
  });

  it('gives tasks all the time that is not idle or an interrupt of an idle CPU', () => {
    const { user, idle, idleExit } = result.headline.ledger;
    const tasks = read.slices.filter(({ category }) => category === 'task');
    const busy = tasks.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(busy).toBeGreaterThan(user);
    expect(busy).toBeLessThanOrEqual(cpus * (end - windowStart) - idle - idleExit);
    const inKernel = read.slices.filter(({ category }) => category === 'kernel');
    const kernel = inKernel.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(busy - user).toBeLessThanOrEqual(kernel);
  });

  it('counts as much HITM as the c2c rows', () => {
    const sum = (track: string) => {
      const points = read.counters.get(track)!;
      const width = points[1]!.time - points[0]!.time;
      return points.reduce((total, { value }) => total + (value * width) / 1e9, 0);
    };
    const total = (column: Uint32Array) => column.reduce((all, one) => all + one, 0);
    expect(sum('HITM, same node')).toBeCloseTo(total(result.rows.localHitm), 3);
    expect(sum('HITM, other node')).toBeCloseTo(total(result.rows.remoteHitm), 3);
  });

  it('leads each arrow from a waker to the slice in which the task runs', () => {
    const wakings = read.instants.filter(({ name }) => name === 'sched_waking');
    const byFlow = new Map(wakings.map((waking) => [String(waking.flows[0]), waking]));
    expect(byFlow.size).toBe(wakings.length);
    const arrived = read.slices.filter(({ flowEnds }) => flowEnds.length > 0);
    expect(arrived.length).toBeGreaterThan(500);
    for (const slice of arrived) {
      const waking = byFlow.get(String(slice.flowEnds[0]))!;
      expect(waking.args).toMatchObject({ task: slice.name });
      expect(slice.from).toBeGreaterThanOrEqual(waking.time);
    }
  });

  // Our setup installs no Python packages, so a machine need not have this one: protobufjs above reads the same
  // bytes everywhere. If a Python is named, the test is wanted and fails without the package.
  it.runIf(wantsProtos)(
    `holds nothing that the protos of Perfetto itself do not know${leftOut}`,
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
      const file = path.join(folder, 'run.perfetto-trace');
      writeFileSync(file, bytes);
      const found = execFileSync(python, ['tests/exchange/perfetto-protos.py', file]);
      rmSync(folder, { recursive: true });
      expect(JSON.parse(found.toString())).toMatchObject({
        packets: read.packets.length,
        tracks: read.tracks.length,
        unknown: 0,
        TYPE_SLICE_BEGIN: read.slices.length,
        TYPE_SLICE_END: read.slices.length,
        TYPE_INSTANT: read.instants.length,
      });
    },
  );
});
