// Which kept or shipped warm start a run goes on from, and whose figures it tells before it has ended: those of the same
// module, definition, policy and questions.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { figuresKey, packFigures, unpackFigures } from './cached-figures.ts';
import type { DefinitionInput } from './definition.ts';
import type { C2cRows, Measured } from './types/measured.ts';
import { packWarmStart, type WarmStart } from './warm-start.ts';
import { differenceText, openWarmStart, warmStartKey } from './warm-start-store.ts';

const warmStart: WarmStart = {
  chunks: 1,
  keyframes: [
    {
      ...{ time: 5, records: 1, explains: 0, work: 9 },
      chunks: Uint32Array.of(0),
      words: new Int32Array(16),
    },
  ],
  track: Float64Array.of(1),
  zones: [],
  step: 64,
  marks: [],
};
const plain: DefinitionInput = { seed_low: 1 };
const own: DefinitionInput = { ...plain, policy_words: 2, policy_code: [7, 8] };
const run = { duration: 1000 };
const folder = 'https://example.org/beginnings/';

/** Answers for a folder whose list names one file; any other is a mistake. */
const answering = (name: string, file: () => Promise<Response>) => async (asked: string) => {
  if (asked === `${folder}index.json`) {
    return Response.json({ format: 'schedscape-beginnings/1', names: [name] });
  }
  expect(asked).toBe(`${folder}${name}.bin`);
  return file();
};

/** Opens a run beside the one warm start that came with the page, that of a module, a definition and its questions. */
async function stateOf(
  address: string,
  definition: DefinitionInput,
  ship: readonly [module: string, definition: DefinitionInput, duration?: number],
  change = (bytes: Uint8Array<ArrayBuffer>) => bytes,
) {
  const [module, shippedDefinition, duration = run.duration] = ship;
  const name = warmStartKey(module, shippedDefinition, { duration });
  const bytes = change(await packWarmStart(warmStart, name));
  vi.stubGlobal(
    'fetch',
    answering(name, async () => new Response(bytes)),
  );
  const found = await openWarmStart(address, definition, { ...run, shipped: { folder } });
  return found?.state() ?? (found ? 'from zero' : 'never kept');
}

afterEach(() => vi.unstubAllGlobals());

describe('a beginning that came with the page', () => {
  it('is gone on from where module, definition and questions are the same', async () => {
    expect(await stateOf('/assets/core-abc.wasm', plain, ['core-abc', plain])).toBe('resumed');
  });

  it('is not, of another core, definition or length', async () => {
    const address = '/assets/core-abc.wasm';
    expect(await stateOf(address, plain, ['core-abd', plain])).toBe('from zero');
    expect(await stateOf(address, plain, ['core-abc', { seed_low: 2 }])).toBe('from zero');
    expect(await stateOf(address, plain, ['core-abc', plain, 999])).toBe('from zero');
  });

  it('is not, where its bytes are not those that were shipped', async () => {
    const cut = (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1);
    expect(await stateOf('/assets/core-abc.wasm', plain, ['core-abc', plain], cut)).toBe(
      'from zero',
    );
  });

  it('of a run with a policy is known by the module that runs policies, and by the policy', async () => {
    const address = '/assets/policy-abc.wasm';
    expect(await stateOf(address, own, ['policy-abc', own])).toBe('resumed');
    expect(await stateOf(address, own, ['core-abc', own])).toBe('from zero');
    const other = { ...own, policy_code: [7, 9] };
    expect(await stateOf(address, own, ['policy-abc', other])).toBe('from zero');
  });

  it('is never looked for by a module that is not named by its contents', async () => {
    expect(await stateOf('/build/core/core.wasm', plain, ['core-abc', plain])).toBe('never kept');
  });
});

/** Figures that differ in one number, with rows and lines. */
function figuresOf(score: number): Measured {
  const u32 = () => Uint32Array.of(4, 5);
  const u16 = () => Uint16Array.of(0, 8);
  const f64 = () => Float64Array.of(1.5, score);
  const rows: C2cRows = {
    ...{ count: 2, dropped: 0, line: u32(), offset: u16(), symbol: u16(), loads: u32() },
    ...{ stores: u32(), locked: u32(), localHitm: u32(), remoteHitm: u32(), storeL1Hit: u32() },
    ...{ storeL1Miss: u32(), loadCount: u32(), loadCycles: f64(), hitmCycles: f64() },
    ...{ maxCycles: u32(), records: u32() },
  };
  const headline = { measuring: true, score };
  const waiting = Float64Array.of(0, score / 3);
  return { headline, rows, waiting, zones: [{ node: 0 }] } as unknown as Measured;
}

/** More work than a run needs to have for its figures to be kept. */
const work = 1e9;
const traceHash = '0123456789abcdef';

describe('figures that came with the page', () => {
  const key = warmStartKey('core-abc', plain, run);
  const name = figuresKey(key);

  /** Opens a run beside the file of figures under their name, and what has become of that when it was looked at. */
  async function opened(answer: () => Promise<Response>) {
    vi.stubGlobal('fetch', answering(name, answer));
    return (await openWarmStart('/assets/core-abc.wasm', plain, { ...run, shipped: { folder } }))!;
  }
  async function openedWith(bytes: Uint8Array<ArrayBuffer>) {
    const found = await opened(async () => new Response(bytes));
    await found.looked;
    return found;
  }

  it('are told as kept until the run has ended', async () => {
    const { keeper, figures } = await openedWith(await packFigures(figuresOf(7), traceHash, name));
    expect(figures()).toEqual({ ...figuresOf(7), isKept: true, traceHash });
    keeper.end({ figures: async () => figuresOf(7), work, traceHash });
    expect(figures()).toBeUndefined();
  });

  it('are not those of a run that ends with another trace hash, which says so', async () => {
    const { keeper, figures, difference } = await openedWith(
      await packFigures(figuresOf(7), traceHash, name),
    );
    expect(difference()).toBeUndefined();
    const own = 'fedcba9876543210';
    keeper.end({ figures: async () => figuresOf(7), work, traceHash: own });
    expect(difference()).toBe(differenceText(traceHash, own));
    expect(figures()).toBeUndefined();
  });

  it('are found to be of another run also where they come after the end', async () => {
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { keeper, looked, difference } = await opened(() => answered);
    keeper.end({ figures: async () => figuresOf(7), work, traceHash });
    answer(new Response(await packFigures(figuresOf(7), 'fedcba9876543210', name)));
    await looked;
    expect(difference()).toBe(differenceText('fedcba9876543210', traceHash));
  });

  it('are told no more of a run that has failed', async () => {
    const { keeper, figures } = await openedWith(await packFigures(figuresOf(7), traceHash, name));
    keeper.end({ figures: undefined, work, traceHash });
    expect(figures()).toBeUndefined();
  });

  it('keep nobody waiting, and are not told when they come after the end', async () => {
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { keeper, figures, looked } = await opened(() => answered);
    keeper.end({ figures: async () => figuresOf(7), work, traceHash });
    answer(new Response(await packFigures(figuresOf(7), traceHash, name)));
    await looked;
    expect(figures()).toBeUndefined();
  });

  it('are not believed with any byte changed, cut short, empty, or those of another run', async () => {
    const bytes = await packFigures(figuresOf(7), traceHash, name);
    for (let at = 0; at < bytes.length; at++) {
      const wrong = bytes.slice();
      wrong[at]! ^= 1 << (at % 8);
      expect(await unpackFigures(wrong, name), `byte ${at}`).toBeUndefined();
    }
    expect(await unpackFigures(bytes.slice(0, -1), name)).toBeUndefined();
    expect(await unpackFigures(bytes, figuresKey(`${key}1`))).toBeUndefined();
    expect((await openedWith(new Uint8Array(0))).figures()).toBeUndefined();
  });
});
