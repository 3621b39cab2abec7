// At 200 random moments of every story, on A and on B, all that the stage says at once (gauges, lane, captions, track)
// is held to a count of its own (recount.ts). The stories are dealt out to several files, so that they run beside each
// other; heavy ones are cut to what shows all that happens in them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captionOf, windowCaption } from '../../web/app/caption.ts';
import { captions } from '../../web/app/caption-words.ts';
import { seededDraw } from '../../web/base/random.ts';
import { ACTIVITY } from '../../web/engine/abi.gen.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { taskName } from '../../web/engine/task-names.ts';
import { SAMPLE_WIDTH, sampleLayout } from '../../web/engine/track.ts';
import type { Catalog, Frame } from '../../web/engine/types.ts';
import { type GaugeName, gaugeNames, windowGauges } from '../../web/scenario/gauges-schema.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { gaugeWords as words } from '../../web/stage/gauge-words.ts';
import {
  counterSampleOf,
  type GaugeValue,
  gaugeBetween,
  gaugeMeasured,
  gaugeNow,
  isMomentary,
} from '../../web/stage/gauges.ts';
import type { RunReport } from '../../web/stage/measures.ts';
import { lineName, lockName, symbolName } from '../../web/stage/names.ts';
import { seriesOf } from '../../web/stage/track-series.ts';
import {
  accessQueueOfLine,
  hottestLine,
  shownAccessQueue,
} from '../../web/views/topology/access-queue.ts';
import { emptyAccessQueue } from '../../web/views/topology/empty-access-queue.ts';
import { files, heldOnce, type Module, moduleFor, openModule } from '../runs/measured.ts';
import { isWrittenFor, momentaryOf, type Past, pastOf, queueOf, windowedOf } from './recount.ts';

const reader = nodeReader('scenarios');
const moments = 200;
const codes = { idle: ACTIVITY.IDLE, user: ACTIVITY.USER, spinning: ACTIVITY.SPINNING };
const activities: Readonly<Record<number, 'idle' | 'user' | 'kernel' | 'stalled' | 'spinning'>> = {
  [ACTIVITY.IDLE]: 'idle',
  [ACTIVITY.USER]: 'user',
  [ACTIVITY.KERNEL]: 'kernel',
  [ACTIVITY.STALLED]: 'stalled',
  [ACTIVITY.SPINNING]: 'spinning',
};

/** Stories whose whole run takes seconds, cut. */
const cuts: Readonly<Record<string, { readonly duration: string; readonly warmup: string }>> = {
  'cache-aware/chacha20-genoa': { duration: '160 ms', warmup: '80 ms' },
  'cache-aware/chacha20-spr': { duration: '160 ms', warmup: '80 ms' },
  'cache-aware/hackbench-spr': { duration: '80 ms', warmup: '40 ms' },
  'cache-aware/netperf': { duration: '10 ms', warmup: '4 ms' },
  'cache-aware/two-caches': { duration: '40 ms', warmup: '20 ms' },
  'cache-aware/two-pairs': { duration: '60 ms', warmup: '30 ms' },
  'cpupri/ffmpeg-480': { duration: '6 ms', warmup: '2 ms' },
  'cpupri/ffmpeg-fork-join': { duration: '20 ms', warmup: '6 ms' },
  'cpupri/pi-stress': { duration: '8 ms', warmup: '3 ms' },
  'pcp/fallback': { duration: '80 ms', warmup: '40 ms' },
  'pcp/moves-to-lru': { duration: '80 ms', warmup: '40 ms' },
  'pcp/nine-machines': { duration: '80 ms', warmup: '40 ms' },
  'pcp/one-zone': { duration: '20 ms', warmup: '8 ms' },
  'pcp/skylake-ex': { duration: '12 ms', warmup: '4 ms' },
  'pcp/two-sockets': { duration: '80 ms', warmup: '40 ms' },
  'pcp/worst-case': { duration: '80 ms', warmup: '40 ms' },
  'split-llc/hackbench-groups': { duration: '8 ms', warmup: '4 ms' },
  'split-llc/hackbench-placement': { duration: '8 ms', warmup: '4 ms' },
  'split-llc/sis-util': { duration: '12 ms', warmup: '6 ms' },
};

interface Chapter {
  readonly folder: string;
  readonly reading: Readonly<Record<string, readonly string[]>>;
}

/** All stories there are, in the order of reading. */
export function allStories(): readonly string[] {
  const { stories } = JSON.parse(readFileSync('scenarios/stories.json', 'utf8')) as {
    stories: readonly Chapter[];
  };
  return stories.flatMap(({ folder, reading }) =>
    Object.values(reading).flatMap((names) => names.map((name) => `${folder}/${name}`)),
  );
}

function openStory(name: string) {
  const overrides = Object.entries(cuts[name] ?? {}).map(([path, value]) => ({ path, value }));
  return loadScenario(name, reader, overrides);
}

/** How long a story is simulated, from when on it is measured, and how far back its gauges look; ns. */
interface Span {
  readonly duration: number;
  readonly measured: number;
  readonly window: number;
}

async function start(module: Module, { duration, window }: Span, definition: DefinitionInput) {
  const [head, cursor] = [await openModule(module), await openModule(module)];
  const simulation = new Simulation(head, cursor, definition, { duration, window });
  simulation.setLead(duration);
  return { simulation, catalog: simulation.catalog() };
}

/** Much cheaper than an expectation, of which there would be millions. */
function agree(what: string, said: unknown, counted: unknown): void {
  if (!Object.is(said, counted)) expect({ what, is: said }).toEqual({ what, is: counted });
}

interface Moment {
  readonly frame: Frame;
  readonly catalog: Catalog;
  /** Where its window begins. */
  readonly from: Past;
  readonly to: Past;
}

/** Equal but for the order in which parts were added. */
const isSum = (said: number, counted: number): boolean =>
  Math.abs(said - counted) <= 1e-9 * Math.max(1, Math.abs(counted));

/** What a gauge says of a moment: counted in it, or the present, which its course draws. */
function presentOf(name: GaugeName, frame: Frame, catalog: Catalog): GaugeValue | undefined {
  if (isMomentary(name)) return gaugeNow(name, frame, catalog);
  const value = gaugeBetween(name, frame.windowStart, counterSampleOf(frame));
  return value === undefined ? undefined : { value };
}

/** Holds every gauge there is, shown by this story or not; gives how many had something to say. */
function holdGauges({ frame, catalog, from, to }: Moment): number {
  const truth = { ...momentaryOf(frame, catalog), ...windowedOf(from, to) };
  let told = 0;
  for (const name of gaugeNames) {
    const score = presentOf(name, frame, catalog);
    const counted = truth[name];
    if (score === undefined || counted === undefined) {
      agree(`${name} at ${frame.time}`, score?.value, counted);
      continue;
    }
    told += 1;
    agree(
      `${name} at ${frame.time}: ${score.value} is ${counted}`,
      isSum(score.value, counted),
      true,
    );
    const { figure, unit } = words.figureOf(name, score);
    const isRight =
      name === 'together'
        ? figure === (counted === 1 ? 'yes' : 'no')
        : isWrittenFor(figure, unit, counted);
    agree(`${name} at ${frame.time} is ${counted}: "${figure} ${unit}"`, isRight, true);
    agree(`${name} is of a moment`, isMomentary(name), name in momentaryOf(frame, catalog));
  }
  return told;
}

/** The sentence about one CPU, or about the CPU that waits longest, agrees with the rows of the frame. */
function holdSentence({ frame, catalog }: Moment, selected?: number): void {
  const { cpus } = frame;
  const accessQueue = shownAccessQueue(frame, {}, emptyAccessQueue, catalog);
  const caption = captionOf(frame, codes, { selected, accessQueue });
  const sentence = captions.sentence(caption, {
    line: (line) => lineName(catalog, line),
    lock: (lock) => lockName(catalog, lock),
    task: (task) => taskName(catalog, task),
    symbol: (symbol) => symbolName(catalog, symbol),
    activity: (code) => activities[code],
  });
  const at = `"${sentence}" at ${frame.time}`;
  const waiting = /^CPU (\d+) waits ([\d.,]+) (\S+) for (.+?); (?:(\d+) others? waits?|it is)/.exec(
    sentence,
  );
  if (waiting && caption.kind === 'waiting') {
    const [, cpu = '', figure = '', unit = '', line, before = '0'] = waiting;
    const queue = queueOf(frame, cpus.line[Number(cpu)]!);
    const longer = queue.filter((other) => cpus.since[other]! > cpus.since[Number(cpu)]!);
    agree(at, line, lineName(catalog, cpus.line[Number(cpu)]!));
    agree(at, isWrittenFor(figure, unit, cpus.since[Number(cpu)]!), true);
    agree(at, Number(before), longer.length);
    if (selected !== undefined) agree(at, Number(cpu), selected);
    // Without a selection it is of the queue under the picture.
    else agree(at, cpus.line[Number(cpu)], accessQueue.line);
    return;
  }
  if (selected !== undefined) {
    const task = cpus.task[selected]!;
    const doing = activities[cpus.activity[selected]!];
    agree(at, sentence.startsWith(`CPU ${selected} `), true);
    agree(at, / has been idle since /.test(sentence), doing === 'idle');
    agree(at, / in user code\.$/.test(sentence), doing === 'user');
    agree(at, /^CPU \d+ waits [^;]*\.$/.test(sentence), doing === 'spinning');
    if (task >= 0 && doing !== 'idle') agree(at, sentence.includes(taskName(catalog, task)), true);
    return;
  }
  if (caption.kind === 'locked') {
    const [, count = '', lock, longest = ''] =
      /^(\d+) CPUs? waits? for (.+): CPU (\d+)/.exec(sentence) ?? [];
    const queue = [...cpus.lock.keys()].filter((cpu) => cpus.lock[cpu] === accessQueue.lock);
    agree(at, lock, lockName(catalog, accessQueue.lock));
    agree(at, Number(count), queue.length);
    agree(at, Math.max(...queue.map((cpu) => cpus.since[cpu]!)), cpus.since[Number(longest)]);
    return;
  }
  // No CPU waits in the queue under the picture.
  agree(at, accessQueue.waiting.length, 0);
  const [user = 0, kernel = 0, idle = 0] = (sentence.match(/\d[\d,]*/g) ?? []).map(Number);
  const waits = cpus.line.filter((line) => line >= 0).length;
  const spins = Number(/(\d+) waits? for a lock\.$/.exec(sentence)?.[1] ?? 0);
  const doing = (name: string) =>
    cpus.activity.reduce((sum, code) => sum + Number(activities[code] === name), 0);
  agree(at, user, doing('user'));
  agree(at, kernel, doing('kernel'));
  agree(at, idle, doing('idle'));
  agree(at, spins, doing('spinning'));
  agree(at, Number(/(\d+) waits? for a line[,.]/.exec(sentence)?.[1] ?? 0), waits);
}

/** The lane, and the lines behind it, have the queues that the rows of the CPUs make. */
function holdLines({ frame, catalog }: Moment): void {
  const { lines } = frame;
  for (let row = 0; row < lines.count; row++) {
    const line = lines.index[row]!;
    const at = `${lineName(catalog, line)} at ${frame.time}`;
    agree(at, lines.queue[row], queueOf(frame, line).length);
    agree(at, lines.structure[row], catalog.lines.structure[line]);
    agree(at, lines.lineNumber[row], catalog.lines.lineNumber[line]);
    if (row > 0) agree(`${at}: order`, lines.misses[row]! <= lines.misses[row - 1]!, true);
  }
  const accessQueue = accessQueueOfLine(frame, hottestLine(frame));
  agree(
    `lane at ${frame.time}`,
    accessQueue.waiting.join(),
    queueOf(frame, accessQueue.line).join(),
  );
  accessQueue.waiting.forEach((cpu, place) => {
    agree(`lane at ${frame.time}: CPU ${cpu}`, accessQueue.since[place], frame.cpus.since[cpu]);
  });
  if (lines.count > 0) agree(`holder at ${frame.time}`, accessQueue.holder, lines.owner[0]);
}

/** While it plays: the sentence of the window. */
function holdWindow({ frame, from, to }: Moment): void {
  const caption = windowCaption(frame);
  const length = to.time - from.time;
  agree(`window at ${frame.time}`, caption?.length, length > 0 ? length : undefined);
  if (!caption) return;
  const sentence = captions.ofWindow(caption);
  const at = `"${sentence}" at ${frame.time}`;
  const said = (pattern: RegExp, value: number) => {
    const [, figure = '', unit = ''] = pattern.exec(sentence) ?? [];
    agree(`${at}: ${value}`, isWrittenFor(figure, unit, value), true);
  };
  const mean = (kind: 'lineWait' | 'lockWait') => (to.ledger[kind] - from.ledger[kind]) / length;
  said(/^Now, over ([\d.,]+) (\S+):/, length);
  for (const [kind, pattern] of [
    ['lineWait', /([\d.,]+)() of them queued for a line/],
    ['lockWait', /([\d.,]+)() of them queued for a lock/],
  ] as const) {
    agree(at, pattern.test(sentence), mean(kind) >= 0.05);
    if (mean(kind) >= 0.05) said(pattern, mean(kind));
  }
  const shares = windowedOf(from, to);
  const cpus = frame.cpus.count;
  said(/: ([\d.,]+)() CPUs? busy/, shares['busy-share']! * cpus);
  const kernel = shares['kernel-share'] ?? 0;
  // Beside waiting there is no room for the kernel's share.
  agree(at, / in the kernel\.$/.test(sentence), / none queued for a line or lock,/.test(sentence));
  if (/< 1 %/.test(sentence)) agree(at, kernel > 0 && kernel < 0.005, true);
  else if (/ in the kernel/.test(sentence)) said(/, ([\d.]+) (%) in the kernel/, kernel);
}

/** Gauges of the measured window, at the end of the run, are what passed since it began. */
function holdMeasured(report: RunReport, from: Past, to: Past): void {
  const counted = windowedOf(from, to);
  const mean = (kind: 'lineWait' | 'lockWait') =>
    (to.ledger[kind] - from.ledger[kind]) / (to.time - from.time);
  const waits = { 'waiting-for-lines': mean('lineWait'), 'waiting-for-locks': mean('lockWait') };
  const { cpus } = report.catalog.topology;
  // Of a machine whose page allocators stand for those of all nodes.
  const told = report.zones.reduce((sum, zone) => sum + zone.cpus, 0) || cpus;
  const nodes = (report.zones[0]?.nodes ?? 1) / Math.max(1, report.zones.length);
  const truth: Partial<Record<GaugeName, number | undefined>> = {
    ...counted,
    ...waits,
    'busy-cpus': (counted['busy-share'] ?? 0) * cpus,
    'line-wait-share': waits['waiting-for-lines'] / told,
    'lock-wait-share': waits['waiting-for-locks'] / told,
    throughput: (counted.throughput ?? 0) * nodes,
  };
  for (const name of windowGauges) {
    // Wake-ups are counted there once their tasks run.
    if (name === 'wakeups') continue;
    const score = gaugeMeasured(name, report);
    const real = truth[name];
    expect(score === undefined, name).toBe(real === undefined);
    if (score === undefined || real === undefined) continue;
    // A lock counts all time until it is had, the way of its line included.
    const slack = name.includes('lock') ? 0.01 + 0.1 * real : 1e-6 * Math.max(1, real);
    expect(Math.abs(score.value - real), `${name}: ${score.value} is ${real}`).toBeLessThan(slack);
  }
}

/** The latest sample of the head that lies a window before; the first where none does. */
function beginOf(samples: Float64Array, time: number, window: number): number {
  let begin = samples[sampleLayout.time]!;
  for (let at = 0; at < samples.length; at += SAMPLE_WIDTH) {
    if (samples[at + sampleLayout.time]! > time - window) break;
    begin = samples[at + sampleLayout.time]!;
  }
  return begin;
}

/** The track over the transport bar sums to what the end of the run says. */
function holdTrack(samples: Float64Array, end: Past): void {
  const last = samples[samples.length - SAMPLE_WIDTH + sampleLayout.time]!;
  agree('the last sample is of the end, nearly', last > 0.99 * end.time, true);
  const sumOf = (name: GaugeName) =>
    seriesOf(name, samples, 600).reduce((sum, { from, to, value }) => sum + value * (to - from), 0);
  const nearly = (what: string, said: number, counted: number) => {
    expect(said, what).toBeLessThanOrEqual(counted * (1 + 1e-9));
    expect(said, what).toBeGreaterThanOrEqual(0.9 * counted - 1e6);
  };
  nearly('waiting for lines', sumOf('waiting-for-lines'), end.ledger.lineWait);
  nearly('waiting for locks', sumOf('waiting-for-locks'), end.ledger.lockWait);
  const moves = seriesOf('moves', samples, 600).reduce((sum, { value }) => sum + value, 0);
  expect(moves).toBeLessThanOrEqual(end.migrations);
}

async function holdStory(name: string, variant: string, seed: number): Promise<void> {
  const opened = await openStory(name);
  if (!opened.scenario.variants.some(({ id }) => id === variant)) return;
  const { duration, window, scoreWindow } = opened;
  const span = { duration, measured: window.from, window: scoreWindow };
  const definition = buildDefinition(opened, variant);
  const module = moduleFor(name, definition);
  const by = 'tests/engine/one-truth.ts';
  await heldOnce({ built: [files[module]], by, definition, asked: { ...span, seed } }, () =>
    holdMoments(module, span, definition, seed),
  );
}

async function holdMoments(
  module: Module,
  span: Span,
  definition: DefinitionInput,
  seed: number,
): Promise<void> {
  const { simulation, catalog } = await start(module, span, definition);
  const { duration, measured, window } = span;
  const frameAt = async (time: number) => decodeFrame((await simulation.frameAt(time, null))!);
  try {
    const end = pastOf(await frameAt(duration));
    const samples = simulation.track(0);
    holdTrack(samples, end);
    const begun = pastOf(await frameAt(measured));
    holdMeasured({ ...(await simulation.measured())!, catalog }, begun, end);
    const draw = seededDraw(seed);
    const asked = new Map<number, number>();
    for (let at = 0; at < moments; at++) {
      const time = draw(duration);
      asked.set(time, beginOf(samples, time, window));
    }
    const pasts = new Map([...asked.values()].map((time) => [time, undefined as Past | undefined]));
    let told = 0;
    for (const time of [...new Set([...asked.keys(), ...pasts.keys()])].sort((a, b) => a - b)) {
      const frame = await frameAt(time);
      const to = pastOf(frame);
      if (pasts.has(time)) pasts.set(time, to);
      const begin = asked.get(time);
      if (begin === undefined) continue;
      agree(`window at ${time}`, frame.windowStart[sampleLayout.time], begin);
      const moment = { frame, catalog, from: pasts.get(begin)!, to };
      told += holdGauges(moment);
      holdSentence(moment);
      holdSentence(moment, draw(frame.cpus.count));
      holdLines(moment);
      holdWindow(moment);
    }
    expect(asked.size).toBeGreaterThan(0.9 * moments);
    expect(told).toBeGreaterThan(8 * moments);
  } finally {
    simulation.dispose();
  }
}

/** Files that the stories are dealt out to. */
export const shares = 4;

/** Every fourth story, beginning with the given one: `one-truth-<share>.test.ts`. */
export function describeShare(share: number): void {
  const stories = allStories().filter((_, at) => at % shares === share);
  describe.each(stories)('at random moments of %s', (name) => {
    it.each(['A', 'B'])(
      'all that is said at once on %s holds of one frame',
      (variant) => holdStory(name, variant, 29),
      300_000,
    );
  });
}
