// A scenario with a workload of one's own in the place of its own: the parts of the scenario that still hold. Also
// the plain scenario for workloads without one.

import type { Json, JsonObject } from '../json.ts';
import type { WorkloadForm } from './schema.ts';

/** What a document says of its own workload only: what is asked of it, told of it and measured of it. */
const ofItsWorkload = [
  'question',
  'why',
  'steps',
  'marks',
  'show',
  'scores',
  'start',
  'warmup',
  'published',
  'not_modelled',
  'notes',
];

const what = 'A custom workload: the tasks of its program execute their steps.';

/** The gauges over the machines: busy CPUs, or the cost of cache lines if the tasks are about those. */
function scoresOf({ resources = [] }: WorkloadForm): JsonObject {
  const isOfLines = resources.some(({ kind }) => kind === 'field');
  const first = isOfLines ? ['waiting-for-lines'] : ['busy-cpus', 'waiting-tasks'];
  return { show: [...first.map((of) => ({ of })), { of: 'throughput', label: 'loops' }] };
}

/** The document with the workload in place of its own; variants keep their kernels and lose what they change of it. */
export function withWorkload(document: JsonObject, form: WorkloadForm): JsonObject {
  const kept = Object.entries(document).filter(([key]) => !ofItsWorkload.includes(key));
  const { variants } = document;
  return {
    ...Object.fromEntries(kept),
    title: form.title ?? 'A custom workload',
    what,
    workload: { name: 'program' },
    program: form as unknown as Json,
    scores: scoresOf(form),
    ...(form.duration !== undefined && { duration: form.duration }),
    // What is done a few times may be done in the first third, which other scenarios leave out.
    warmup: '0 s',
    ...(Array.isArray(variants) && { variants: variants.map(withoutWorkload) }),
  };
}

function withoutWorkload(variant: Json): Json {
  if (variant === null || typeof variant !== 'object' || Array.isArray(variant)) return variant;
  const { workload: _, ...rest } = variant;
  return rest;
}

/**
 * The scenario for a workload without one: the newest simulated kernel, without and with cache-aware balancing, on
 * a small machine.
 */
export const blankScenario: JsonObject = {
  format: 'schedscape-scenario/2',
  title: 'A custom workload',
  story: 'cache-aware',
  what,
  platform: { topology: 'laptop-4c8t', timings: 'skl-d' },
  variants: [
    { id: 'A', label: 'Without', kernel: { version: '7.2', layout: 'base', fair: 'full' } },
    {
      id: 'B',
      label: 'Cache-aware',
      kernel: { version: '7.2', layout: 'base', fair: 'full', cache_aware: { version: 'merged' } },
    },
  ],
  workload: { name: 'program' },
  duration: '2 s',
};
