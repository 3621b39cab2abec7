// What the tests of cpupri files share: a probe whose answers are written by hand, and a file of two machines. Not part
// of the program.

import { expect } from 'vitest';
import { cpupriVectors } from './cpupri.ts';
import { type ProbeRunner, VectorFileError } from './types.ts';

export function answering(...answers: number[][]) {
  const inputs: [number, number[]][] = [];
  const probe: ProbeRunner = {
    run(kind, input, capacity) {
      inputs.push([kind, [...input]]);
      const answer = answers[inputs.length - 1] ?? answers.at(-1) ?? [];
      expect(answer.length).toBeLessThanOrEqual(capacity);
      return Int32Array.from(answer);
    },
  };
  return { probe, inputs };
}

export const topologies = {
  T2x2: { nr_cpu_ids: 2, nr_node_ids: 2, nodes: { '0': '0', '1': '1' } },
  T8x2i: { nr_cpu_ids: 8, nr_node_ids: 2, nodes: { '0': '0-1,4-5', '1': '2-3,6-7' } },
};

export const file = (parts: object) => ({ schema: 'cpupri-vectors/1', topologies, ...parts });

export const check = (parts: object, ...answers: number[][]) => [
  ...cpupriVectors.check(file(parts), answering(...answers).probe),
];

export function problemOf(parts: object): VectorFileError {
  try {
    check(parts, []);
  } catch (error) {
    if (error instanceof VectorFileError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}
