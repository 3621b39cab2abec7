import { describe, expect, it } from 'vitest';
import { nodeReader } from './node.ts';
import { parseOverride } from './overrides.ts';
import { loadScenario, parseScenario } from './scenario.ts';
import { smallScenario } from './testing.ts';

const labels = (...written: string[]) =>
  parseScenario(smallScenario(), written.map(parseOverride)).variants.map(({ label }) => label);

describe('the label of a variant', () => {
  it('is its own where nothing of it is overridden', () => {
    expect(labels()).toEqual(['Baseline', 'Patched']);
    expect(labels('seed=3')).toEqual(['Baseline', 'Patched']);
  });
  it('is that of the variant it was made the same as', () => {
    expect(labels('variant.B.kernel.layout=base')).toEqual(['Baseline', 'Baseline']);
    expect(labels('variant.A.kernel.layout=p1')).toEqual(['Patched', 'Patched']);
  });
  it('says what is other than the scenario has it', () => {
    expect(labels('variant.B.kernel.layout=p2')).toEqual(['Baseline', 'Patched, layout p2']);
  });
  it('says a number that it names itself once, and as it is now', async () => {
    const batch = async (...written: string[]) => {
      const overrides = written.map(parseOverride);
      const { scenario } = await loadScenario('pcp/one-zone', nodeReader('scenarios'), overrides);
      return scenario.variants.map(({ label }) => label);
    };
    const [a, b] = ['variant.A.kernel.page_lists', 'variant.B.kernel.page_lists'];
    expect(await batch(`${b}.batch=127`)).toEqual(['Batch 1', 'Batch 127']);
    expect(await batch(`${a}.batch=7`)).toEqual(['Batch 7', 'Batch 31']);
    expect(await batch(`${b}.batch=127`, `${b}.high=800`)).toEqual([
      'Batch 1',
      'Batch 127, high 800',
    ]);
  });
  it('says a word that it names itself once, and as it is now', async () => {
    const labelsOf = async (name: string, written: string) => {
      const opened = await loadScenario(name, nodeReader('scenarios'), [parseOverride(written)]);
      return opened.scenario.variants.map(({ label }) => label);
    };
    const cache = 'variant.B.kernel.cache_aware';
    expect((await labelsOf('cache-aware/two-pairs', `${cache}.version=v3`))[1]).toBe(
      'Cache-aware, v3',
    );
    expect(
      (await labelsOf('split-llc/intents', 'variant.D.kernel.hints.intent=background'))[3],
    ).toBe('Background');
  });
  it('calls a tunable as the kernel does', async () => {
    const path = 'variant.B.kernel.cache_aware.aggr_tolerance';
    const labelsOf = async (name: string) => {
      const overrides = [parseOverride(`${path}=1`)];
      return (await loadScenario(name, nodeReader('scenarios'), overrides)).scenario.variants;
    };
    expect((await labelsOf('cache-aware/lone-tasks'))[1]!.label).toBe(
      'Cache-aware, v2, llc_aggr_tolerance 1',
    );
    const [, b] = await loadScenario('cache-aware/two-pairs', nodeReader('scenarios'), [
      parseOverride(`${path}=0`),
    ]).then(({ scenario }) => scenario.variants);
    expect(b!.label).toBe('Cache-aware, v2, llc_aggr_tolerance 0');
  });
  it('stays where an override says what the scenario says', () => {
    expect(labels('variant.B.kernel.layout=p1')).toEqual(['Baseline', 'Patched']);
  });
  it('stays where the override names it', () => {
    expect(labels('variant.B.kernel.layout=base', 'variant.B.label=Mine')).toEqual([
      'Baseline',
      'Mine',
    ]);
  });
});
