import { describe, expect, it } from 'vitest';
import { parseOverride } from './overrides.ts';
import { parseScenario } from './scenario.ts';
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
