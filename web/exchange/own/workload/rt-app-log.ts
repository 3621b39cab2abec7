// The logs of rt-app, a file a thread: what each loop of its phases ran, how long it took and how late it was. In rt-app's
// own layout, so that whatever reads its logs reads these. Times are µs; the run begins at 0.

import type { Loop, Loops, ProgramKind } from '../../../engine/loops.ts';

export interface RtAppLog {
  readonly task: string;
  readonly instance: number;
  /** Without a folder. */
  readonly file: string;
  readonly text: string;
}

const BASENAME = 'rt-app';

const columns = [
  'perf',
  'run',
  'period',
  'start',
  'end',
  'rel_st',
  'slack',
  'c_duration',
  'c_period',
  'wu_lat',
] as const;
const widths = [8, 8, 8, 15, 15, 15, 10, 10, 10, 10];
const INDEX_WIDTH = 4;

const head = ['#idx', ...columns.map((name, at) => name.padStart(widths[at]!))].join(' ');

const us = (ns: number): number => Math.round(ns / 1000);

function row(index: number, loop: Loop, loops: Loops): string {
  const phase = loops.phaseOf(loop);
  const values = [
    loop.perf,
    us(loop.run),
    us(loop.end - loop.start),
    us(loop.start),
    us(loop.end),
    us(loop.start), // since before the threads were made, which is the beginning
    us(loop.slack),
    us(phase?.duration ?? 0),
    us(phase?.period ?? 0),
    us(loop.wakeLatency),
  ];
  const cells = values.map((value, at) => String(value).padStart(widths[at]!));
  return [String(index).padStart(INDEX_WIDTH), ...cells].join(' ');
}

/** Threads in the order in which they are made; those that are forked come behind all others. */
function fileOf(kinds: readonly ProgramKind[], kind: number, number: number) {
  const before = kinds.slice(0, kind).reduce((sum, { count }) => sum + count, 0);
  const { name, count } = kinds[kind]!;
  if (number < count)
    return { index: before + number, file: `${BASENAME}-${name}-${before + number}.log` };
  const threads = kinds.reduce((sum, each) => sum + each.count, 0);
  const fork = String(number - count).padStart(4, '0');
  return { index: threads, file: `${BASENAME}-${name}-${threads}-${fork}.log` };
}

/** A log for each thread that finished a loop, in the order in which threads are made. */
export function rtAppLogs(loops: Loops): RtAppLog[] {
  const byThread = new Map<string, Loop[]>();
  for (const loop of loops.loops) {
    const key = `${loop.kind} ${loop.number}`;
    const known = byThread.get(key);
    if (known) known.push(loop);
    else byThread.set(key, [loop]);
  }
  const threads = [...byThread.values()].sort(
    ([a], [b]) => a!.kind - b!.kind || a!.number - b!.number,
  );
  return threads.map((all) => {
    const { kind, number } = all[0]!;
    const { index, file } = fileOf(loops.kinds, kind, number);
    const rows = all.map((loop) => row(index, loop, loops));
    return {
      task: loops.kinds[kind]!.name,
      instance: number,
      file,
      text: `${[head, ...rows].join('\n')}\n`,
    };
  });
}
