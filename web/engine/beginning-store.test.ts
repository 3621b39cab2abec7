// Which kept or shipped beginning a run goes on from: that of the same module, definition, policy and questions.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Beginning, packBeginning } from './beginning.ts';
import { beginningKey, openBeginning } from './beginning-store.ts';
import type { DefinitionInput } from './definition.ts';

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
