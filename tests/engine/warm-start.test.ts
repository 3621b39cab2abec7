// A run that goes on from its kept warm start is the run from zero: same trace hash, same moments, same figures; and
// bytes that are not what was kept are never gone on from.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packFigures, unpackFigures } from '../../web/engine/cached-figures.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import type { SimulationOptions } from '../../web/engine/simulation-options.ts';
import { packWarmStart, unpackWarmStart, type WarmStart } from '../../web/engine/warm-start.ts';
import { WarmStartKeeper } from '../../web/engine/warm-start-keeper.ts';
import { warmStartOfRun } from '../../web/engine/warm-start-of-run.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const key = 'core-0123456789abcdef';

/** Flagships, cut to what shows all that happens in them. */
const stories = [
  ['cpupri/ffmpeg-480', { duration: '6 ms', warmup: '4 ms' }],
  ['pcp/skylake-ex', { duration: '12 ms', warmup: '4 ms' }],
  ['cache-aware/two-pairs', { duration: '60 ms', warmup: '30 ms' }],
  ['split-llc/node-fills-up', {}],
] as const;

async function start(name: string, settings: object, more: Partial<SimulationOptions>) {
  const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(name, reader, overrides);
  const marks = [{ first: 'migration' }] as const;
  const definition = buildDefinition(opened, 'A');
  const simulation = new Simulation(await openWasm(core), await openWasm(core), definition, {
    duration: opened.duration,
    marks,
    reader: () => openWasm(core),
    ...more,
  });
  simulation.setLead(opened.duration);
  return { simulation, opened };
}

/** Waits for what becomes true by itself; fails after two minutes. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > 120_000) throw new Error('it did not become true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const ended = (simulation: Simulation) => until(() => simulation.status().state === 'finished');

const hashAt = async (simulation: Simulation, time: number) =>
  decodeFrame((await simulation.frameAt(time))!).traceHash;

describe.each(stories)('the beginning of %s', (name, settings) => {
  let whole: Simulation;
  let resumed: Simulation;
  let warmStart: WarmStart;
  let duration = 0;
  let headAtOnce = 0;

  beforeAll(async () => {
    let found: WarmStart | undefined;
    const keep = (told: WarmStart) => {
      found = told;
    };
    const first = await start(name, settings, { keeper: new WarmStartKeeper(undefined, keep) });
    whole = first.simulation;
    duration = first.opened.duration;
    await whole.frameAt(0);
    await ended(whole);
    await until(() => found !== undefined);
    warmStart = (await unpackWarmStart(await packWarmStart(found!, key), key))!;
    const again = await start(name, settings, { keeper: new WarmStartKeeper(warmStart) });
    resumed = again.simulation;
    headAtOnce = resumed.status().headTime;
  }, 240_000);

  afterAll(() => {
    whole.dispose();
    resumed.dispose();
  });

  it('stands at the measured window before anything is computed', () => {
    expect(headAtOnce).toBe(warmStart.keyframes.at(-1)!.time);
    expect(resumed.status().measuring).toBe(true);
  });

  it('is the same where it is computed for a page that ships it', async () => {
    const overrides = Object.entries(settings).map(([path, value]) => ({ path, value }));
    const opened = await loadScenario(name, reader, overrides);
    const run = { duration, window: duration / 100, marks: [{ first: 'migration' }] } as const;
    const {
      warmStart: made,
      figures,
      traceHash,
    } = warmStartOfRun(await openWasm(core), buildDefinition(opened, 'A'), run);
    // As bytes: millions of words take a test long to compare one by one.
    const [one, other] = [await packWarmStart(made!, key), await packWarmStart(warmStart, key)];
    expect(Buffer.compare(one, other)).toBe(0);
    expect(figures).toEqual(await whole.measured());
    const kept = await unpackFigures(await packFigures(figures!, traceHash, key), key);
    expect(kept).toEqual({ ...figures, isKept: true, traceHash });
    expect(traceHash).toBe(await hashAt(whole, duration));
  });

  it('goes on to the trace hash of the run from zero, and passes the same moments on the way', async () => {
    await ended(resumed);
    for (const share of [1, 0.9, 0.6, 0.3, 0.01, 0]) {
      const time = Math.floor(share * duration);
      expect(await hashAt(resumed, time), `at ${time} ns`).toBe(await hashAt(whole, time));
    }
  });

  it('has the same figures, samples and first occurrences', async () => {
    await ended(resumed);
    expect(await resumed.measured()).toEqual(await whole.measured());
    expect(resumed.track(0)).toEqual(whole.track(0));
    expect(resumed.status().marks).toEqual(whole.status().marks);
  });

  it('shows the timeline of what was before it, too', async () => {
    const query = { from: 0, to: duration, rows: Int32Array.of(0, 1, -1), pixels: 200 };
    await resumed.timelineWindow(query);
    await until(async () => (await resumed.timelineWindow(query)).known === duration);
    expect(await resumed.timelineWindow(query)).toEqual(await whole.timelineWindow(query));
  }, 150_000);
});

describe('bytes that are kept', () => {
  const moment = { time: 5, records: 1, explains: 0, work: 9 };
  const words = Int32Array.from({ length: 32 }, (_, at) => (at - 16) * 123_456_789);
  const whole: WarmStart = {
    chunks: 9,
    keyframes: [
      { ...moment, chunks: Uint32Array.of(3, 8), words },
      { ...moment, time: 8, chunks: Uint32Array.of(1), words: new Int32Array(16).fill(3) },
    ],
    track: Float64Array.of(1, 2.5, 3),
    zones: [{ time: 1, pages: 2, blocks: [3, 4] }],
    step: 64,
    marks: [12, undefined],
  };

  it('come back as they were', async () => {
    expect(await unpackWarmStart(await packWarmStart(whole, key), key)).toEqual(whole);
  });

  it('are refused with any byte changed', async () => {
    const bytes = await packWarmStart(whole, key);
    for (let at = 0; at < bytes.length; at++) {
      const wrong = bytes.slice();
      wrong[at]! ^= 1 << (at % 8);
      expect(await unpackWarmStart(wrong, key), `byte ${at}`).toBeUndefined();
    }
  });

  it('are refused cut short, empty, longer, foreign, and under another key', async () => {
    const bytes = await packWarmStart(whole, key);
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    const cuts = [0, 1, 8, 15, 40, bytes.length - 1].map((length) => bytes.slice(0, length));
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    for (const wrong of [...cuts, longer, page]) {
      expect(await unpackWarmStart(wrong, key), `${wrong.length} bytes`).toBeUndefined();
    }
    expect(await unpackWarmStart(bytes, `${key}1`)).toBeUndefined();
  });

  it('of another world leave a run that begins at zero', async () => {
    const { simulation } = await start(
      'cache-aware/two-pairs',
      { duration: '60 ms', warmup: '30 ms' },
      {
        keeper: new WarmStartKeeper(whole),
      },
    );
    expect(simulation.status().headTime).toBe(0);
    simulation.dispose();
  });
});
