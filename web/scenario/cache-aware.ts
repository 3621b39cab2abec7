// Cache-aware load balancing in a kernel of a scenario: its version, the published tunables, and what
// the versions differ in, each to be switched by hand, by the
// core's own lists (wasm-core/src/sched/rules/cache_rules.h).

import type * as v from 'valibot';
import { cacheSwitches, cacheVersions } from '../engine/definition.gen.ts';
import { flagSchema, oneOf, optional, record } from './fields.ts';
import { optionSchemas } from './kernel-options.ts';

interface Switch {
  readonly name: string;
  readonly what: string;
  /** The core's value of each word; without them it is yes or no. */
  readonly codes?: Readonly<Record<string, number>>;
}
const switches: readonly Switch[] = cacheSwitches;

type Version = (typeof cacheVersions)[number]['version'];
const words: readonly Version[] = cacheVersions.map(({ version }) => version);

const SwitchesSchema = record(
  Object.fromEntries(
    switches.map(({ name, what, codes }) => [
      name,
      optional(codes ? oneOf(Object.keys(codes), what) : flagSchema(what)),
    ]),
  ),
  'what the versions differ in',
);

export const CacheAwareSchema = record(
  {
    version: oneOf(words, 'the version of cache-aware balancing'),
    ...optionSchemas('cache_aware'),
    switches: optional(SwitchesSchema),
  },
  'cache-aware load balancing',
);
export type CacheAware = v.InferOutput<typeof CacheAwareSchema>;

/** Values of world_def. */
export interface CacheAwareValues {
  readonly cache_version: number;
  readonly cache_switch: readonly number[];
}

/** 0: as the version has it; else the value and one. */
function switchValue({ codes }: Switch, chosen: boolean | string | undefined): number {
  if (chosen === undefined) return 0;
  return 1 + (codes ? codes[String(chosen)]! : Number(chosen));
}

/** The core's values for a kernel; it is off where the kernel does not speak of it. */
export function cacheAwareValues(kernel: CacheAware | undefined): CacheAwareValues {
  const version = cacheVersions.find((each) => each.version === kernel?.version);
  return {
    cache_version: version?.value ?? 0,
    cache_switch: switches.map((each) => switchValue(each, kernel?.switches?.[each.name])),
  };
}
