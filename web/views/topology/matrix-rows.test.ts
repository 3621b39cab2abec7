import { describe, expect, it } from 'vitest';
import { matrixRowsOf, sumByRow } from './matrix-rows.ts';
import { shapes, topologyOf } from './testing/machines.ts';

describe('the rows of the matrix', () => {
  it('are caches while these can be told apart, else nodes', () => {
    expect(matrixRowsOf(topologyOf(shapes['milan 2s nps1']))).toMatchObject({
      of: 'llc',
      count: 16,
    });
    expect(matrixRowsOf(topologyOf(shapes['a thousand CPUs']))).toMatchObject({
      of: 'node',
      count: 8,
    });
    expect(matrixRowsOf(topologyOf(shapes['a thousand in 128 LLCs']))).toMatchObject({
      of: 'package',
      count: 8,
    });
  });
  it('add up to all that goes from cache to cache', () => {
    for (const shape of [shapes['milan 2s nps4'], shapes['a thousand CPUs']]) {
      const topology = topologyOf(shape);
      const { llcs } = topology;
      const rates = Float64Array.from({ length: llcs * llcs }, (_, at) => at % 17);
      const between = rates.reduce((all, each, at) => all + (at % (llcs + 1) ? each : 0), 0);
      expect(sumByRow(rates, matrixRowsOf(topology)).reduce((a, b) => a + b)).toBe(between);
    }
  });
});
