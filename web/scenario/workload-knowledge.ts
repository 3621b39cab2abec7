// Facts about single workloads beyond those that the core gives (parameters and purpose): the number of tasks and
// wake-ups, how a workload is cut to fit a machine, and the rules between parameters that are refused with a
// field's path before anything runs. A workload that is not here is offered all the same; the core refuses what
// does not fit.

import { ScenarioError } from './error.ts';
import { CPUS } from './limits.ts';
import type { Machine } from './topology.ts';
import {
  cycle,
  type Knowledge,
  type Numbers,
  type WorkloadSettings,
} from './workload-parameters.ts';

/** Messages a second of one receiver at most: inside one cache, without competitors. */
const MESSAGES = 1_600_000;

/** What a node faults in a second, in wake-ups: 5 million pages that touch some 22 lines each. */
const PAGE_FAULT_WAKEUPS = 2_000_000;
/** What a task takes for a page when a whole node faults, at most: 50 tasks share those 5 million. */
const PAGE_NS = 12_000;

/** Wake-ups a second of tasks that pause between their rounds. */
function pageFaultWakeups({ nodes = 1, pages = 0, pause = 0 }: Numbers): number {
  const round = pages * PAGE_NS;
  return (nodes * PAGE_FAULT_WAKEUPS * round) / (round + pause);
}

const spinning = (p: Numbers): number => p.threads! + (p.processes! - 1) * (p.others || p.threads!);

const pageFault: Knowledge = {
  // As many tasks as the nodes have CPUs, which the machine bounds.
  wakeups: pageFaultWakeups,
  accessesPerWakeup: 10,
  fit: ({ nodes = 1 }, machine) => ({ nodes: Math.min(+nodes, machine.nodes) }),
  check: checkPageFault,
};

const schbench: Knowledge = {
  tasks: (p) => 1 + p.messengers! * (1 + p.workers!),
  wakeups: (p) => (2 * p.messengers! * p.workers!) / cycle(p.work!),
  accessesPerWakeup: 200,
};

/** Refuses memory of less than one KiB for each thread. */
const sharesMemory =
  (name: 'array' | 'memory'): NonNullable<Knowledge['check']> =>
  (p) => {
    if (p[name]! >= p.threads!) return;
    throw new ScenarioError(
      `workload.${name}`,
      `is ${p[name]} KiB for ${p.threads} threads`,
      'give every thread at least one KiB',
    );
  };

export const knowledge: Readonly<Record<string, Knowledge>> = {
  'ffmpeg-token': {
    tasks: (p) => p.instances! * (p.threads! + p.interrupt_threads!),
    wakeups: (p) => (p.instances! * Math.min(p.cpus!, p.runnable!)) / cycle(p.user! + p.kernel!),
    accessesPerWakeup: 200,
    fit: fitInstances,
    check: checkToken,
  },
  'ffmpeg-fork-join': {
    tasks: (p) => p.instances! * p.threads!,
    wakeups: (p) => (p.instances! * Math.min(p.cpus!, p.threads!)) / cycle(p.user! + p.kernel!),
    accessesPerWakeup: 100,
    fit: fitInstances,
    check: checkInstances,
  },
  cyclic: {
    tasks: (p) => p.threads!,
    wakeups: (p) => p.threads! / cycle(p.interval!),
    accessesPerWakeup: 40,
    fit: ({ threads = 1 }, { cpus }) => ({ threads: Math.min(+threads, cpus) }),
  },
  'page-fault1': pageFault,
  'page-fault2': pageFault,
  'pi-stress': {
    tasks: (p) => 1 + 3 * p.groups!,
    wakeups: (p) => p.groups! / cycle(p.user!),
    accessesPerWakeup: 32,
    fit: ({ groups = 1 }, { cpus }) => ({ groups: Math.max(1, Math.min(+groups, cpus - 1)) }),
    check: checkGroups,
  },
  hackbench: {
    tasks: (p) => 1 + 2 * p.groups! * p.fds!,
    wakeups: (p) => p.groups! * p.fds! * MESSAGES,
    accessesPerWakeup: 16,
  },
  schbench,
  'schbench-2021': schbench,
  'schbench-old': schbench,
  'schbench-placed': {
    ...schbench,
    // A kernel thread a CPU where they come again: of no machine more than it can have CPUs.
    tasks: (p) =>
      1 + p.messengers! * (1 + p.workers! + (p.cache ?? 0)) + (p.kworker_period ? CPUS : 1),
  },
  context: {
    tasks: (p) => 1 + p.instances!,
    wakeups: (p) => p.instances! / cycle(1000 * p.swap!),
    accessesPerWakeup: 60,
  },
  'fork-burst': {
    tasks: (p) => p.parents! * (1 + p.children!),
    // An exec that moves its task wakes the stopper of its CPU.
    wakeups: (p) => ((p.exec ? 4 : 2) * p.parents! * p.children!) / cycle(p.pause!),
    accessesPerWakeup: 1000,
  },
  stream: {
    tasks: (p) => p.threads! + 1,
    // A thread that waits at a barrier looks at it every two microseconds.
    wakeups: (p) => p.threads! * 250_000,
    accessesPerWakeup: 2,
    check: sharesMemory('array'),
  },
  tbench: {
    tasks: (p) => 2 + 2 * p.clients!,
    // Two an operation of ten microseconds or more.
    wakeups: (p) => p.clients! * 200_000,
    accessesPerWakeup: 60,
  },
  chacha20: {
    tasks: (p) => p.threads! + p.background!,
    // No task sleeps; a meeting counts as a wake-up of each.
    wakeups: (p) => (p.threads! * p.points!) / cycle(p.partition!),
    accessesPerWakeup: 12,
    check: sharesMemory('memory'),
  },
  redis: {
    tasks: (p) => p.io_threads! + p.background!,
    // No task sleeps; a pipeline that is read and answered counts as one wake-up.
    wakeups: (p) => 1 / cycle(p.pipeline! * p.request!),
    accessesPerWakeup: 40,
    check: (p) => {
      if (p.clients! >= p.io_threads!) return;
      throw new ScenarioError(
        'workload.clients',
        `is ${p.clients} for ${p.io_threads} threads`,
        'give every thread at least one client',
      );
    },
  },
  spinners: {
    tasks: spinning,
    wakeups: (p) => (p.off! > 0 ? spinning(p) / cycle(p.on! + p.off!) : 0),
    accessesPerWakeup: 200,
    // Memory cannot lie on a second node where there is none.
    fit: ({ memory_on: on }, { nodes }): WorkloadSettings =>
      nodes === 1 && (on === 'second-node' || on === 'in-turn') ? { memory_on: 'first-node' } : {},
    check: (p, machine) => {
      if (machine.nodes > 1 || p.memory_on! < 2) return;
      throw new ScenarioError(
        'workload.memory_on',
        'names a second node, but the machine has only one',
        'write unknown or first-node, or choose a machine of two nodes',
      );
    },
  },
};

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
function fitInstances(settings: WorkloadSettings, machine: Machine): WorkloadSettings {
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
