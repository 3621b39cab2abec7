// A compiled policy as fields of the core's world_def.

import type { PolicyNames } from '../engine/types/catalog.ts';
import type { CompiledPolicy } from './compiled.ts';

export interface PolicyValues {
  readonly policy_words: number;
  readonly policy_code: readonly number[];
  readonly policy_entry: readonly number[];
  readonly policy_arrays: number;
  readonly policy_array_kind: readonly number[];
  readonly policy_array_length: readonly number[];
  readonly policy_array_start_low: readonly number[];
  readonly policy_array_start_high: readonly number[];
  readonly policy_flags: number;
}

export const policyValues = ({
  code,
  entries,
  variables,
  flags,
}: CompiledPolicy): PolicyValues => ({
  policy_words: code.length,
  policy_code: code,
  policy_entry: entries,
  policy_arrays: variables.length,
  policy_array_kind: variables.map(({ storage }) => storage),
  policy_array_length: variables.map(({ length }) => length),
  policy_array_start_low: variables.map(({ start }) => start >>> 0),
  policy_array_start_high: variables.map(({ start }) => Math.floor(start / 2 ** 32) >>> 0),
  policy_flags: flags,
});

/** The policy of a recipe. */
export interface OwnPolicy {
  /** The variant that runs it. */
  readonly variant: 'C' | 'D';
  readonly compiled: CompiledPolicy;
  readonly values: PolicyValues;
  readonly names: PolicyNames;
}
