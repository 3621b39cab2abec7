// The words of the domains view: what a level is, what a flag lets the scheduler do. Facts after
// kernel/sched/topology.c and include/linux/sched/sd_flags.h of Linux 6.18.

import { plural } from '../../ui/format.ts';

/** What the CPUs of a domain of that level share. */
export const levels: Readonly<Record<string, string>> = {
  SMT: 'threads of one core',
  CLS: 'cores that share an L2 cache',
  MC: 'cores that share a last-level cache',
  PKG: 'CPUs of one package',
  NODE: 'CPUs of one NUMA node',
  NUMA: 'CPUs of several NUMA nodes',
};

/** What a flag lets the scheduler do here. */
export const flags: Readonly<Record<string, string>> = {
  SD_BALANCE_NEWIDLE: 'a CPU that becomes idle looks for work here',
  SD_BALANCE_EXEC: 'a task is placed here anew at exec',
  SD_BALANCE_FORK: 'a new task is placed here',
  SD_BALANCE_WAKE: 'a woken task is placed here by the slow search',
  SD_WAKE_AFFINE: 'a woken task may be pulled to its waker',
  SD_SHARE_CPUCAPACITY: 'its CPUs share the capacity of one core',
  SD_CLUSTER: 'its CPUs share an L2 cache',
  SD_SHARE_LLC: 'its CPUs share a last-level cache: the search for an idle CPU goes this far',
  SD_SERIALIZE: 'one balancing pass at a time in the whole machine',
  SD_PREFER_SIBLING: 'tasks are spread evenly over the groups next to it',
  SD_NUMA: 'it spans NUMA nodes',
};

export const words = {
  opening: 'Building the domains…',
  cpu: 'CPU',
  smt: 'SMT domains',
  cluster: 'Cluster domains',
  mc: 'MC domains',
  configOf: (name: string) => `CONFIG_SCHED_${name}`,
  nodes: 'NUMA nodes of a package',
  asIs: 'as the machine has them',
  rule: 'NUMA imbalance as of',
  ruleHint:
    'The rule by which imbalance between nodes is tolerated, named by the kernel that introduced it',
  setAllowance: 'imb_numa_nr',
  computed: 'computed',
  setHint:
    'How many tasks may run on a node before a small imbalance counts; leave it empty for the kernel’s own value',
  setUnused: 'This rule does not use imb_numa_nr',
  back: 'As the kernel on stage',
  hierarchy: (cpu: number) => `Domains of CPU ${cpu}, innermost first`,
  none: 'This CPU has no scheduling domain: nothing is balanced, and no wake-up moves a task away.',
  changed: 'Built from the knobs above; the machines on stage run as before.',
  same: 'As the kernel on stage builds them.',
  llc: (size: number) => `A wake-up searches ${plural(size, 'CPU', 'CPUs')} for an idle one`,
  span: 'CPUs',
  weight: (count: number) => plural(count, 'CPU', 'CPUs'),
  groups: 'Groups',
  flags: 'Flags',
  allowed: 'imb_numa_nr',
  allowedByRule: 'NUMA imbalance',
  whileIdle:
    'fork: a child stays while the node has an idle CPU; balancing: pulls nothing from a node that runs two tasks or fewer',
  quarterOfDomain: (child: number, balancing: number) =>
    `fork: a child stays while the node runs fewer than ${child} tasks, a quarter of the domain’s CPUs; balancing: tolerates a difference of up to two while the busier node runs fewer than ${balancing}, a quarter of its CPUs, and never a larger one`,
  quarterOfNode: (tasks: number) =>
    `fork: a child stays while the node, with it, runs fewer than ${tasks} tasks, a quarter of its CPUs; balancing: tolerates a difference of up to two while the node that pulls, with one task more, runs fewer than ${tasks}, and never a larger one`,
  insteadOf: (computed: number) => `set; the kernel computes ${computed}`,
  allowedSince5_18:
    'fork: a child stays while the node, with it, runs at most this many tasks; balancing: tolerates a difference of up to two while the node that pulls, with one task more, runs at most this many, and never a larger one',
  allowedSince6_0:
    'forks and balancing tolerate a difference of up to two tasks between nodes while the node, with the task that would come, runs at most this many; they never tolerate a larger one',
  interval: 'Balance interval',
  intervalOf: (least: number, most: number, busy: number) =>
    `${least} to ${most} ms, ${busy} times as long while busy`,
  pct: 'imbalance_pct',
  tries: 'cache_nice_tries',
  picture: (name: string, span: string, groups: number) =>
    `${name} domain: CPUs ${span} in ${plural(groups, 'group', 'groups')}`,
  groupOf: (name: string, span: string, count: number) =>
    `${name}: CPUs ${span}, ${plural(count, 'CPU', 'CPUs')}`,
  nested: (cpu: number, sizes: readonly string[]) =>
    `CPU ${cpu} in its domains, widest first: ${sizes.join(', ')}`,
  more: (count: number) => `and ${count} more`,
};
