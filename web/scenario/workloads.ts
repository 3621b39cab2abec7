// The workloads a scenario can name, by the core's own table of them: their parameters in the order of
// workload_parameter, units, limits and words. What a workload does is the core's business
// (wasm-core/src/workload); what only this side knows of some is in workload-knowledge.ts.

import * as v from 'valibot';
import { workloads as coreWorkloads } from '../engine/definition.gen.ts';
import { ScenarioError } from './error.ts';
import { distinguished, integer, oneOf, optional, record, time } from './fields.ts';
import { TASKS } from './limits.ts';
import type { Machine } from './topology.ts';
import { timeNs } from './units.ts';
import { knowledge } from './workload-knowledge.ts';
import type { Numbers, Trait, Workload, WorkloadParameter } from './workload-parameters.ts';

export {
  KERNEL_PATH_NS,
  type Numbers,
  type Workload,
  type WorkloadParameter,
} from './workload-parameters.ts';

/** A parameter as the core describes it. */
interface Described {
  readonly name: string;
  readonly form: 'whole' | 'time' | 'choice';
  readonly what: string;
  readonly least: number;
  readonly greatest: number;
  readonly optional?: true;
  readonly codes?: Readonly<Record<string, number>>;
}

function parameterOf({ form, least, greatest, codes = {}, ...said }: Described): WorkloadParameter {
  return form === 'choice'
    ? { ...said, kind: 'choice', choices: Object.keys(codes) }
    : { ...said, kind: form === 'time' ? 'time' : 'integer', low: least, high: greatest };
}

/** Of a workload that only the core knows: a guess of what most make, for the estimate of cost. */
const unknown = {
  tasks: () => 1,
  wakeups: () => 1_000_000,
  accessesPerWakeup: 200,
  fit: () => ({}),
  check: () => {},
};

export const workloads: readonly Workload[] = coreWorkloads.map(
  ({ parameters, ...row }): Workload => ({
    ...row,
    parameters: (parameters as readonly Described[]).map(parameterOf),
    fair: (row.traits as readonly Trait[]).includes('fair') ? 'full' : undefined,
    ...unknown,
    ...knowledge[row.name],
  }),
);

/** Whether the workload of that name is about something. */
export const hasTrait = (name: string, trait: Trait): boolean =>
  workloadNamed(name).traits.includes(trait);

/** What is worth a curve of a workload besides what every run measures, by what it is about. */
const measures: readonly (readonly [Trait, readonly string[]])[] = [
  [
    'page-lists',
    [
      'page_rate',
      'zone_lock_share',
      'lru_lock_share',
      'page_lock_share',
      'refill_p99',
      'longest_refill',
      'longest_refill_hold',
      'zone_visits',
      'pages_on_lists',
    ],
  ],
  ['gathers', ['wake_p99', 'wake_p99_saved', 'together_since']],
  ['wakes', ['migrations_wake', 'migrations_balance', 'search_words', 'scan_success']],
];

/** Names of metrics. */
export const metricNamesOf = (name: string): readonly string[] =>
  measures.flatMap(([trait, metrics]) => (hasTrait(name, trait) ? metrics : []));

/** The workload of that name, which validation has let through. */
export function workloadNamed(name: string): Workload {
  const found = workloads.find((workload) => workload.name === name);
  if (!found) throw new RangeError(`no workload ${name}`);
  return found;
}

function valueSchema(parameter: WorkloadParameter): v.GenericSchema<string | number> {
  switch (parameter.kind) {
    case 'integer':
      return integer(parameter.low, parameter.high, parameter.what);
    case 'time':
      return time(parameter.low, parameter.high, parameter.what);
    case 'choice':
      return oneOf(parameter.choices, parameter.what);
  }
}

const parameterSchema = (parameter: WorkloadParameter) =>
  parameter.optional ? optional(valueSchema(parameter)) : valueSchema(parameter);

const workloadSchema = (workload: Workload) =>
  record(
    {
      name: v.literal(workload.name),
      ...Object.fromEntries(workload.parameters.map((p) => [p.name, parameterSchema(p)])),
    },
    `the workload ${workload.name}`,
  );

/** A workload with its parameters as a scenario writes them. */
export interface WorkloadSettings {
  readonly name: string;
  readonly [parameter: string]: string | number;
}

export const WorkloadSchema = distinguished(
  'name',
  workloads.map((workload) => workload.name),
  workloads.map(workloadSchema) as unknown as [
    v.StrictObjectSchema<{ name: v.LiteralSchema<string, undefined> }, undefined>,
  ],
  'a workload',
) as unknown as v.GenericSchema<WorkloadSettings>;

/** What a variant runs with: the workload of its scenario, but for parameters it gives itself. */
export const workloadOfVariant = (
  { workload }: { readonly workload: WorkloadSettings },
  variant: { readonly workload?: Readonly<Record<string, string | number>> | undefined },
): WorkloadSettings => (variant.workload ? { ...workload, ...variant.workload } : workload);

/** The parameters as the core counts them, by name. `settings` must be validated. */
export function workloadNumbers(settings: WorkloadSettings): Numbers {
  const numbers: Record<string, number> = {};
  for (const parameter of workloadNamed(settings.name).parameters) {
    // Left out where it may be, it is the first of a choice, else 0.
    const value = settings[parameter.name] ?? 0;
    if (parameter.kind === 'choice') {
      numbers[parameter.name] = Math.max(0, parameter.choices.indexOf(String(value)));
    } else {
      numbers[parameter.name] = typeof value === 'string' ? timeNs(value) : value;
    }
  }
  return numbers;
}

/** Refuses parameters that do not fit each other, the machine or the core's memory. */
export function checkWorkload(settings: WorkloadSettings, machine: Machine): void {
  const workload = workloadNamed(settings.name);
  const numbers = workloadNumbers(settings);
  const tasks = workload.tasks(numbers);
  if (tasks > TASKS) {
    throw new ScenarioError('workload', `makes ${tasks} tasks`, `make at most ${TASKS}`);
  }
  workload.check(numbers, machine);
}
