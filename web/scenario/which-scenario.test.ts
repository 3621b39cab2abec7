// What is said of a name that no scenario has.

import { describe, expect, it } from 'vitest';
import { ScenarioError } from './error.ts';
import { nodeReader } from './node.ts';
import { loadScenario } from './scenario.ts';

const reader = nodeReader('scenarios');

async function remedyOf(name: string): Promise<string> {
  const error = await loadScenario(name, reader).catch((cause: unknown) => cause);
  if (!(error instanceof ScenarioError)) throw new Error(`"${name}" was taken`);
  return error.remedy;
}

describe('a name that no scenario has', () => {
  it('is answered by the scenario of that name in another folder, or by itself', async () => {
    expect(await remedyOf('split-llc/two-sockets')).toBe('did you mean "pcp/two-sockets"?');
    expect(await remedyOf('cyclic')).toBe('did you mean "cpupri/cyclic"?');
  });
  it('is answered by those of its folder, the nearest first', async () => {
    expect(await remedyOf('cpupri/nothing')).toMatch(/^of cpupri there are cpupri\/cyclic, /);
    expect(await remedyOf('cpupri/cyclick')).toMatch(
      /^did you mean "cpupri\/cyclic"\? Of cpupri there are /,
    );
  });
  it('is answered by the folders where it has none of them', async () => {
    expect(await remedyOf('')).toBe('write cache-aware/…, cpupri/…, pcp/…, split-llc/…');
  });
});
