import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile.ts';
import { lineHeatOf } from './heat.ts';

const source = `function select_cpu(p, prev_cpu) {
  let best = prev_cpu;
  for (const cpu of all_cpus()) {
    if (nr_running(cpu) === 0) best = cpu;
  }
  return best;
}
`;

describe('heat of a text', () => {
  const compiled = compilePolicy(source);

  it('says of each line that ran how often it did and what it waited, in order', () => {
    const runs = compiled.places.map(({ line }) => (line === 4 ? 8 : line === 6 ? 0 : 1));
    const waited = compiled.places.map(({ line }) => (line === 4 ? 100 : 0));
    const heat = lineHeatOf(compiled, { runs, waited });
    const words = compiled.places.filter(({ line }) => line === 4).length;
    expect(heat.map(({ line }) => line)).toEqual(
      [...new Set(compiled.places.map(({ line }) => line))].filter((line) => line !== 6).sort(),
    );
    expect(heat.find(({ line }) => line === 4)).toEqual({ line: 4, runs: 8, waited: 100 * words });
  });

  it('has nothing of a policy that nobody asked', () => {
    const none = compiled.code.map(() => 0);
    expect(lineHeatOf(compiled, { runs: none, waited: none })).toEqual([]);
  });
});
