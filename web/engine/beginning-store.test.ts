// Which kept or shipped beginning a run goes on from, and whose figures it tells before it has ended: those of the same
// module, definition, policy and questions.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Beginning, packBeginning } from './beginning.ts';
import { beginningKey, openBeginning } from './beginning-store.ts';
import type { DefinitionInput } from './definition.ts';
import { figuresKey, packFigures, unpackFigures } from './kept-figures.ts';
import type { Measured } from './types/measured.ts';

const beginning: Beginning = {
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

/** Opens a run beside the one beginning that came with the page, that of a module, a definition and its questions. */
async function stateOf(
  address: string,
  definition: DefinitionInput,
  ship: readonly [module: string, definition: DefinitionInput, duration?: number],
  change = (bytes: Uint8Array<ArrayBuffer>) => bytes,
) {
  const [module, shippedDefinition, duration = run.duration] = ship;
  const name = beginningKey(module, shippedDefinition, { duration });
  const bytes = change(await packBeginning(beginning, name));
  vi.stubGlobal('fetch', async (asked: string) => {
    expect(asked).toBe(`${folder}${name}.bin`);
    return new Response(bytes);
  });
  const found = await openBeginning(address, definition, {
    ...run,
    shipped: { folder, names: [name] },
  });
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

/** As few figures as tell them from others. */
const figuresOf = (score: number) =>
  ({
    headline: { measuring: true, score },
    waiting: Float64Array.of(0, score),
  }) as unknown as Measured;

describe('figures that came with the page', () => {
  const key = beginningKey('core-abc', plain, run);
  const name = figuresKey(key);

  /** Opens a run beside the file of figures under their name. */
  async function opened(bytes: Uint8Array<ArrayBuffer>) {
    vi.stubGlobal('fetch', async () => new Response(bytes));
    const shipped = { folder, names: [name] };
    const found = await openBeginning('/assets/core-abc.wasm', plain, { ...run, shipped });
    return found!;
  }

  it('are told as kept until the run has ended, and then its own are', async () => {
    const { keeper, measured } = await opened(await packFigures(figuresOf(7), name));
    const own = async () => figuresOf(3);
    expect(await measured(own)).toEqual({ ...figuresOf(7), isKept: true });
    keeper.end(own);
    expect(await measured(own)).toEqual(figuresOf(3));
  });

  it('are the own of the run from its window on, where those are damaged', async () => {
    const bytes = await packFigures(figuresOf(7), name);
    for (let at = 0; at < bytes.length; at++) {
      const wrong = bytes.slice();
      wrong[at]! ^= 1 << (at % 8);
      const found = await unpackFigures(wrong, name);
      // Some bits of gzip's head say nothing of the contents.
      if (found) expect(found, `byte ${at}`).toEqual({ ...figuresOf(7), isKept: true });
    }
    const own = async () => figuresOf(3);
    expect(await (await opened(bytes.slice(0, -1))).measured(own)).toEqual(figuresOf(3));
    expect(await (await opened(new Uint8Array(0))).measured(own)).toEqual(figuresOf(3));
  });

  it('are those of their own run alone', async () => {
    const bytes = await packFigures(figuresOf(7), name);
    expect(await unpackFigures(bytes, figuresKey(`${key}1`))).toBeUndefined();
    const foreign = await packFigures(figuresOf(7), 'core-other');
    expect(await (await opened(foreign)).measured(async () => undefined)).toBeUndefined();
  });
});
