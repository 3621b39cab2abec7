// The workloads a scenario can name, a registration each: parameters in the order of the core's
// workload_parameter array, their units and limits, and rules between them. What a workload does is
// the core's business (wasm-core/src/workload).

import * as v from 'valibot';
import { ScenarioError } from './error.ts';
import { fairWorkloads } from './fair-workloads.ts';
import { distinguished, integer, oneOf, optional, record, time } from './fields.ts';
import { NODES, TASKS } from './limits.ts';
import type { Machine } from './topology.ts';
import { timeNs } from './units.ts';
import {
  choice,
  cycle,
  LONGEST_NS,
  LONGEST_PAUSE_NS,
  type Numbers,
  optionalChoice,
  optionalSpan,
  type Parameter,
  type Settings,
  span,
  type Trait,
  type Workload,
  whole,
} from './workload-parameters.ts';

export {
  KERNEL_PATH_NS,
  type Numbers,
  optionalChoice,
  type Parameter,
  type Workload,
} from './workload-parameters.ts';

export const workloads: readonly Workload[] = [
  {
    name: 'ffmpeg-token',
    code: 1,
    what: 'transcoding instances, each pinned to its own CPUs: RT99 threads that run, wake the longest sleeper, and sleep',
    parameters: [
      whole('instances', 1, 1024, 'the number of instances'),
      whole('cpus', 1, 1024, 'the CPUs an instance is pinned to'),
      whole('threads', 1, 1024, 'the threads of an instance'),
      whole('runnable', 1, 1024, 'how many threads of an instance are runnable at a time'),
      span('user', 1, LONGEST_NS, 'the mean user work between two sleeps'),
      span('kernel', 0, LONGEST_NS, 'the other kernel work between two sleeps'),
      choice('quantum', 'how user work is spread', 'exponential', 'constant', 'uniform'),
      optionalChoice(
        'interrupt_threads',
        'a handler of interrupts on the first CPU of each instance: a thread that sleeps 200 µs and works 100 µs on average',
        'none',
        'rt50',
      ),
    ],
    tasks: (p) => p.instances! * (p.threads! + p.interrupt_threads!),
    wakeups: (p) => (p.instances! * Math.min(p.cpus!, p.runnable!)) / cycle(p.user! + p.kernel!),
    accessesPerWakeup: 200,
    fit: fitInstances,
    check: checkToken,
  },
  {
    name: 'cyclic',
    code: 2,
    what: 'stress-ng cyclic: unpinned RT99 threads that sleep for an interval, wake, and sleep again',
    parameters: [
      whole('threads', 1, TASKS, 'the number of threads'),
      span('interval', 1000, LONGEST_NS, 'the sleep between two wake-ups'),
    ],
    tasks: (p) => p.threads!,
    wakeups: (p) => p.threads! / cycle(p.interval!),
    accessesPerWakeup: 40,
    fit: ({ threads = 1 }, { cpus }) => ({ threads: Math.min(+threads, cpus) }),
    check: () => {},
  },
  pageFault(1, 16, 'anonymous memory', []),
  pageFault(2, 17, 'a private file of its own', ['copies-pages']),
  {
    name: 'pi-stress',
    code: 3,
    what: 'rt-tests pi_stress: groups of three FIFO threads (RT1, RT2, RT3), each group pinned to one CPU, that invert priorities over a PI mutex',
    parameters: [
      whole('groups', 1, 1023, 'the number of groups; group k lives on CPU k, the admin on CPU 0'),
      span('user', 1, LONGEST_NS, 'the user code between two calls'),
    ],
    tasks: (p) => 1 + 3 * p.groups!,
    wakeups: (p) => p.groups! / cycle(p.user!),
    accessesPerWakeup: 32,
    fit: ({ groups = 1 }, { cpus }) => ({ groups: Math.max(1, Math.min(+groups, cpus - 1)) }),
    check: checkGroups,
  },
  {
    name: 'ffmpeg-fork-join',
    code: 4,
    what: 'transcoding instances, each pinned to its own CPUs: an RT99 thread wakes its workers one by one and sleeps until the last has finished',
    parameters: [
      whole('instances', 1, 1024, 'the number of instances'),
      whole('cpus', 1, 1024, 'the CPUs an instance is pinned to'),
      whole('threads', 2, 1024, 'the threads of an instance: the main thread and its workers'),
      span('user', 1, LONGEST_NS, 'the mean user work of a job'),
      span('kernel', 0, LONGEST_NS, 'the other kernel work of a job'),
      choice('quantum', 'how user work is spread', 'exponential', 'constant', 'uniform'),
    ],
    tasks: (p) => p.instances! * p.threads!,
    wakeups: (p) => (p.instances! * Math.min(p.cpus!, p.threads!)) / cycle(p.user! + p.kernel!),
    accessesPerWakeup: 100,
    fit: fitInstances,
    check: checkInstances,
  },
  ...fairWorkloads,
];

/** What a node faults in a second, in wake-ups: 5 million pages that touch some 22 lines each. */
const PAGE_FAULT_WAKEUPS = 2_000_000;
/** What a task takes for a page when a whole node faults, at most: 50 tasks share those 5 million. */
const PAGE_NS = 12_000;

/** Wake-ups a second of tasks that pause between their rounds. */
function pageFaultWakeups({ nodes = 1, pages = 0, pause = 0 }: Numbers): number {
  const round = pages * PAGE_NS;
  return (nodes * PAGE_FAULT_WAKEUPS * round) / (round + pause);
}

function pageFault(number: number, code: number, what: string, more: readonly Trait[]): Workload {
  return {
    name: `page-fault${number}`,
    code,
    what: `will-it-scale page_fault${number}: a task on each CPU maps ${what}, writes a byte to each page, unmaps, again`,
    parameters: [
      whole('pages', 32, 1_048_576, 'the pages a task maps; the benchmark maps 32768'),
      whole('nodes', 1, NODES, 'on how many nodes tasks run; one may stand for all'),
      optionalChoice(
        'memory',
        'the zones at the start: whole, or in pieces as after long use',
        'fresh',
        'aged',
      ),
      optionalSpan(
        'pause',
        1000,
        LONGEST_PAUSE_NS,
        'what a task sleeps between two rounds; left out: nothing',
      ),
      optionalChoice(
        'page_tables',
        'pages for page tables, which cannot be moved: left out, or one for each 512 that a task maps',
        'left-out',
        'allocated',
      ),
    ],
    // As many as the nodes have CPUs, which the machine bounds.
    tasks: () => 1,
    wakeups: pageFaultWakeups,
    accessesPerWakeup: 10,
    traits: ['page-lists', ...more],
    fit: ({ nodes = 1 }, machine) => ({ nodes: Math.min(+nodes, machine.nodes) }),
    check: checkPageFault,
  };
}

function checkPageFault({ nodes = 1 }: Numbers, machine: Machine): void {
  if (nodes <= machine.nodes) return;
  throw new ScenarioError(
    'workload.nodes',
    `is ${nodes}, but the machine has ${machine.nodes}`,
    `write 1 to ${machine.nodes}`,
  );
}

/** Instances are pinned to whole cores of their own. */
function checkInstances({ instances = 0, cpus = 0 }: Numbers, machine: Machine): void {
  if (cpus % machine.threadsPerCore !== 0) {
    throw new ScenarioError(
      'workload.cpus',
      `is ${cpus}, but an instance is pinned to whole cores of ${machine.threadsPerCore} CPUs`,
      `write a multiple of ${machine.threadsPerCore}`,
    );
  }
  if (instances * cpus > machine.cpus) {
    throw new ScenarioError(
      'workload.instances',
      `needs ${instances} x ${cpus} = ${instances * cpus} CPUs, but the machine has ${machine.cpus}`,
      `write at most ${Math.floor(machine.cpus / cpus)} instances, or fewer CPUs each`,
    );
  }
}

function checkToken(p: Numbers, machine: Machine): void {
  checkInstances(p, machine);
  const { threads = 0, runnable = 0 } = p;
  if (runnable > threads) {
    throw new ScenarioError(
      'workload.runnable',
      `is ${runnable}, more than the ${threads} threads of an instance`,
      `write 1 to ${threads}`,
    );
  }
}

function checkGroups({ groups = 0 }: Numbers, machine: Machine): void {
  if (groups < machine.cpus) return;
  throw new ScenarioError(
    'workload.groups',
    `needs ${groups} CPUs besides CPU 0, but the machine has ${machine.cpus}`,
    machine.cpus > 1 ? `write at most ${machine.cpus - 1}` : 'choose a machine of two CPUs or more',
  );
}

/** Whole cores an instance, its threads in proportion, and as many instances as then have room. */
function fitInstances(settings: Settings, machine: Machine): Settings {
  const { instances = 1, cpus = 1, threads = 1, runnable } = settings as Numbers;
  const { threadsPerCore } = machine;
  const room = Math.min(cpus, machine.cpus);
  const own = Math.max(threadsPerCore, room - (room % threadsPerCore));
  const share = (count: number) => Math.max(1, Math.round((count * Math.min(own, cpus)) / cpus));
  return {
    cpus: own,
    threads: Math.max(2, share(threads)),
    ...(runnable === undefined ? {} : { runnable: share(runnable) }),
    instances: Math.max(1, Math.min(instances, Math.floor(machine.cpus / own))),
  };
}

/** Whether the workload of that name is about something. */
export const hasTrait = (name: string, trait: Trait): boolean =>
  workloadNamed(name).traits?.includes(trait) ?? false;

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
export const measuresOf = (name: string): readonly string[] =>
  measures.flatMap(([trait, metrics]) => (hasTrait(name, trait) ? metrics : []));

/** The workload of that name, which validation has let through. */
export function workloadNamed(name: string): Workload {
  const found = workloads.find((workload) => workload.name === name);
  if (!found) throw new RangeError(`no workload ${name}`);
  return found;
}

function valueSchema(parameter: Parameter): v.GenericSchema<string | number> {
  switch (parameter.kind) {
    case 'integer':
      return integer(parameter.low, parameter.high, parameter.what);
    case 'time':
      return time(parameter.low, parameter.high, parameter.what);
    case 'choice':
      return oneOf(parameter.choices, parameter.what);
  }
}

const parameterSchema = (parameter: Parameter) =>
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
export const workloadOf = (
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
