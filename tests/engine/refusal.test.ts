// What only the core can refuse is refused before the scene on stage has to go.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { validateDefinitions } from '../../web/engine/refusal/refusal.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { openRecipe, parseRecipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { stageOf } from '../../web/stage/stage-of.ts';

const core = await openWasm(new WebAssembly.Module(readFileSync('build/core/core.wasm')));

async function definitionsOf(recipe: object) {
  const parsed = parseRecipe({ format: 'schedscape-recipe/3', ...recipe });
  return stageOf(await openRecipe(parsed, nodeReader('scenarios'))).definitions;
}

it('a scenario that the core takes passes, with all its variants', async () => {
  const definitions = await definitionsOf({ scenario: 'cpupri/cyclic' });
  expect(Object.keys(definitions).length).toBeGreaterThan(1);
  expect(validateDefinitions(core, definitions)).toBeUndefined();
});

it('a machine without figures for page lists is refused for them, by the variant', async () => {
  const definitions = await definitionsOf({ scenario: 'pcp/worst-case', machine: 'gnr-2s-snc3' });
  const refusal = validateDefinitions(core, definitions);
  expect(refusal?.variant).toBe('A');
  expect(refusal?.problem).toContain('page_fault');
});
