// Runs a compiled policy in the core's own machine, through its probe: one call, whose words are there at once.

import { PROBE } from '../../engine/abi.gen.ts';
import type { ProbeRunner } from '../../engine/probes.ts';
import type { CompiledPolicy } from '../compiled.ts';

export interface CallResult {
  /** POLICY.END_… */
  readonly end: number;
  readonly word: number;
  readonly operations: number;
  readonly answer: number;
  /** Words of all variables, one behind the other. */
  readonly values: readonly number[];
}

const halves = (value: number): readonly number[] => {
  const bits = BigInt.asUintN(64, BigInt(value));
  return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
};

/** CPUs of the machine: two nodes of two. */
export const MACHINE_CPUS = 4;
const machine = [MACHINE_CPUS, 2, 0, 0, 1, 0, 2, 1, 3, 1];

export function callPolicy(
  probes: ProbeRunner,
  policy: CompiledPolicy,
  given: readonly number[],
): CallResult {
  const { code, entries, variables } = policy;
  const words = variables.flatMap(({ storage, length, start }) => [
    storage,
    length,
    ...halves(start),
  ]);
  const input = [
    ...[...machine, code.length, ...code, entries[0]! - 1, variables.length, ...words],
    ...[0, 1, 2, 3].flatMap((i) => halves(given[i] ?? 0)),
  ];
  const out = probes.run(
    PROBE.POLICY,
    Int32Array.from(input, (word) => word | 0),
    65_536,
  );
  const long = (at: number) => out[at + 1]! * 2 ** 32 + (out[at]! >>> 0);
  const values: number[] = [];
  for (let at = 5; at < out.length; at += 2) values.push(long(at));
  return { end: out[0]!, word: out[1]!, operations: out[2]!, answer: long(3), values };
}
