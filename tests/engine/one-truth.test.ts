// Everything that is said on the stage of one moment is said of one frame, or of the window that the frame names: at 200
// random moments of each story's flagship, gauges, lanes and sentences are counted again from the bare frame.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captionOf, windowCaption } from '../../web/app/caption.ts';
import { captions } from '../../web/app/caption-words.ts';
import { seededDraw } from '../../web/base/random.ts';
import { ACTIVITY } from '../../web/engine/abi.gen.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { tally, tallyWidth } from '../../web/engine/track.ts';
import type { Frame } from '../../web/engine/types.ts';
import { ledgerKinds } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { scores as words } from '../../web/stage/score-words.ts';
import { scoreOf, windowOf } from '../../web/stage/scores.ts';
import { hottestLine, laneOf } from '../../web/views/topology/lane.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const moments = 200;
const codes = { idle: ACTIVITY.IDLE, user: ACTIVITY.USER, spinning: ACTIVITY.SPINNING };

/** Flagships, cut to what shows all that happens in them. */
const stories = [
  ['cpupri/ffmpeg-480', { duration: '6 ms', warmup: '2 ms' }],
  ['pcp/skylake-ex', { duration: '12 ms', warmup: '4 ms' }],
  ['cache-aware/two-pairs', { duration: '60 ms', warmup: '30 ms' }],
  ['split-llc/node-fills-up', {}],
] as const;

async function start(name: string, settings: object, variant: string) {
  const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(name, reader, overrides);
  const simulation = new Simulation(
    await openWasm(core),
    await openWasm(core),
    buildDefinition(opened, variant),
    { duration: opened.duration, window: opened.scoreWindow },
  );
  simulation.setLead(opened.duration);
  return { opened, simulation, catalog: simulation.catalog() };
}

const momentsOf = (duration: number): number[] => {
  const draw = seededDraw(29);
  return Array.from({ length: moments }, () => draw(duration)).sort((a, b) => a - b);
};

/** Sums of the ledger by kind, straight from its rows. */
function ledgerSums({ cpus, ledger }: Frame): number[] {
  return ledgerKinds.map((_, kind) => {
    let sum = 0;
    for (let cpu = 0; cpu < cpus.count; cpu += 1) sum += ledger[cpu * ledgerKinds.length + kind]!;
    return sum;
  });
}

const where = (count: number, holds: (at: number) => boolean): number[] =>
  Array.from({ length: count }, (_, at) => at).filter(holds);

function expectSentenceOf(frame: Frame): void {
  const { cpus } = frame;
  const caption = captionOf(frame, codes);
  const waiting = where(cpus.count, (cpu) => cpus.line[cpu]! >= 0);
  if (caption.kind === 'waiting') {
    const queue = waiting.filter((cpu) => cpus.line[cpu] === caption.line);
    expect(queue).toContain(caption.cpu);
    expect(caption.waited).toBe(cpus.since[caption.cpu]);
    const longer = queue.filter((cpu) => cpus.since[cpu]! > caption.waited);
    expect(caption.before).toBe(longer.length);
    const lane = laneOf(frame, caption.line);
    expect(lane.waiting.length).toBe(queue.length);
  } else {
    // Nobody waits, so no lane and no gauge says that somebody does.
    expect(caption.kind).toBe('working');
    expect(waiting).toEqual([]);
    expect(laneOf(frame, hottestLine(frame)).waiting).toEqual([]);
  }
}

function expectWindowOf(frame: Frame, begin: Frame): void {
  const length = frame.time - begin.time;
  expect(windowOf(frame)).toBe(length);
  if (length === 0) return;
  const [now, before] = [ledgerSums(frame), ledgerSums(begin)];
  const spent = now.map((sum, kind) => sum - before[kind]!);
  const of = (kind: (typeof ledgerKinds)[number]) => spent[ledgerKinds.indexOf(kind)]!;
  const caption = windowCaption(frame)!;
  expect(caption.lines).toBeCloseTo(of('lineWait') / length, 9);
  expect(caption.locks).toBeCloseTo(of('lockWait') / length, 9);
  const busy = spent.reduce((sum, ns) => sum + ns, 0) - of('idle') - of('idleExit');
  expect(caption.busy).toBeCloseTo(busy / length, 9);
  expect(captions.ofWindow(caption)).toMatch(/^In these /);
}

describe.each(stories)('at random moments of %s', (name, settings) => {
  for (const variant of ['A', 'B']) {
    describe(`on ${variant}`, () => {
      let run: Awaited<ReturnType<typeof start>>;
      beforeAll(async () => {
        run = await start(name, settings, variant);
      });
      afterAll(() => run.simulation.dispose());
      const frameAt = async (time: number) =>
        decodeFrame((await run.simulation.frameAt(time, null))!);

      it('each gauge, the lane and the sentence say what the frame holds', async () => {
        const { opened, catalog } = run;
        const shown = opened.scenario.scores!.show;
        let told = 0;
        for (const time of momentsOf(opened.duration)) {
          const frame = await frameAt(time);
          const { cpus, tasks } = frame;
          const count = (name_: 'line' | 'lock' | 'busy') =>
            where(cpus.count, (cpu) =>
              name_ === 'line'
                ? cpus.line[cpu]! >= 0
                : name_ === 'lock'
                  ? cpus.activity[cpu] === ACTIVITY.SPINNING
                  : cpus.activity[cpu] !== ACTIVITY.IDLE,
            ).length;
          const truth: Readonly<Record<string, number>> = {
            'waiting-for-lines': count('line'),
            'waiting-for-locks': count('lock'),
            'busy-cpus': count('busy'),
            moves: frame.counters.migrations,
          };
          for (const { of } of shown) {
            const score = scoreOf(of, frame, catalog);
            if (truth[of] !== undefined) expect(score?.value, `${of} at ${time}`).toBe(truth[of]);
            if (score) told += 1;
            if (score) expect(words.figureOf(of, score).figure).not.toBe('–');
          }
          expect(scoreOf('waiting-for-lines', frame, catalog)!.value).toBe(
            truth['waiting-for-lines'],
          );
          const home = scoreOf('tasks-at-home', frame, catalog);
          const wanting = where(tasks.count, (task) => tasks.preferredLlc[task]! >= 0);
          expect(home?.of ?? 0).toBe(wanting.length);
          expectSentenceOf(frame);
        }
        expect(told).toBeGreaterThan(moments);
      });

      it('the window begins where the run itself stood then, to the nanosecond', async () => {
        const { opened } = run;
        for (const time of momentsOf(opened.duration).filter((_, at) => at % 10 === 0)) {
          const frame = await frameAt(time);
          expect(frame.windowStart.length).toBe(tallyWidth);
          const begin = await frameAt(frame.windowStart[tally.time]!);
          expectWindowOf(frame, begin);
        }
      });
    });
  }
});

describe('the samples of a run', () => {
  it('are bounded, in order, and the same whenever they are asked for', async () => {
    const { opened, simulation } = await start('split-llc/node-fills-up', {}, 'A');
    await simulation.frameAt(opened.duration);
    const all = simulation.track(0);
    const count = all.length / tallyWidth;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThanOrEqual(2_001);
    for (let at = 1; at < count; at += 1) {
      expect(all[at * tallyWidth]).toBeGreaterThan(all[(at - 1) * tallyWidth]!);
    }
    expect([...simulation.track(count - 2)]).toEqual([...all.slice(-2 * tallyWidth)]);
    expect(simulation.track(count + 5).length).toBe(0);
    simulation.dispose();
  });
});
