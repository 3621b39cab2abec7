// Further cases of balancing: decisions and whole passes on random machines, chosen so that every
// class, migration and end is reached, and passes by hand at their thresholds.

import { has } from '../../cpus.mjs';
import { collect } from '../../generate/collect.mjs';
import { machineNamed } from '../../presets.mjs';
import { answer } from '../answers.mjs';
import { destinationsOf } from '../pass.mjs';
import { decisionCases, LLC2, task } from './decisions.mjs';
import { Crowd, numaVariants, SMALL, stateOf } from './worlds.mjs';

const IDLE = ['CPU_IDLE', 'CPU_IDLE', 'CPU_NOT_IDLE', 'CPU_NEWLY_IDLE'];
const NOW = 10_000_000_000;

/** How many tasks a CPU of a group has, by how busy the group is to be. */
const MOODS = [[0], [0, 0, 1], [0, 1], [0, 1, 2], [1], [1, 1, 2], [2], [1, 3], [0, 0, 0, 7]];

/** What a random task of a CPU has that may keep it there. */
function burden(random, cpus, cpu) {
  const made = {};
  if (random.chance(25)) made.exec_start = NOW - random.pick([0, 450_000, 500_000, 500_001]);
  if (random.chance(25)) {
    const others = Array.from({ length: random.between(0, 3) }, () => random.below(cpus));
    made.allowed = [...new Set([cpu, ...others])].sort((a, b) => a - b);
  }
  if (random.chance(20)) made.vruntime = random.between(-5_000_000, 5_000_000);
  if (random.chance(15)) made.weight = random.pick([15, 335, 3121]);
  if (random.chance(8)) made.kthread = 1;
  if (random.chance(8)) made.policy = 5;
  return made;
}

function crowdOf(random, topology, { domain, isPlain }) {
  const crowd = new Crowd(random);
  const { cpus } = machineNamed(topology);
  const mood = domain.groups.map(() => random.pick(MOODS));
  const groupOf = (cpu) => domain.groups.findIndex(({ span }) => has(span, cpu));
  return Array.from({ length: cpus }, (_, cpu) => {
    const tasks = random.pick(mood[groupOf(cpu)] ?? [0, 0, 1]);
    const more = () => (isPlain ? {} : burden(random, cpus, cpu));
    return crowd.cpu(cpu, tasks, { more, rich: 15 });
  }).filter(({ tasks, blocked }) => tasks.length > 0 || blocked);
}

/** Some CPUs of other groups have less than all to give. */
function reduceSome(random, cpus, domain) {
  const local = domain.groups[0].span;
  for (const one of cpus) {
    if (!has(local, one.cpu) && random.chance(25))
      one.capacity = random.pick([1, 700, 875, 876, 1000]);
  }
}

function presetsOf(random, dst, level, levels) {
  const presets = [];
  const add = (field, value, domain_level = level) =>
    presets.push({ cpu: dst, domain_level, field, value });
  if (random.chance(40)) add('nr_balance_failed', random.between(1, 6));
  if (random.chance(20)) add('balance_interval', random.pick([1, 8, 15, 16, 17, 511, 512, 2048]));
  if (random.chance(10)) add('first_group.capacity.imbalance', 1, random.below(levels));
  return presets;
}

function passCase(random, kind, isPlain) {
  const topology = random.pick(SMALL);
  const machine = machineNamed(topology);
  const dst_cpu = random.below(machine.cpus);
  const { domains } = machine.byCpu[dst_cpu];
  const domain_level = random.below(domains.length);
  const domain = domains[domain_level];
  const cpus = crowdOf(random, topology, { domain, isPlain });
  if (random.chance(30)) reduceSome(random, cpus, domain);
  const idle = random.pick(IDLE);
  const preset_fields = presetsOf(random, dst_cpu, domain_level, domains.length);
  const features = random.chance(10) ? { numa_variant: random.pick(numaVariants(topology)) } : {};
  const state = stateOf(cpus, { features });
  const input = { dst_cpu, domain_level, idle, preset_fields };
  return { id: '', kind, topology, state, input, derivation: 'a random crowd' };
}

/** Moved tasks are listed by the CPU they came to: cases in which that is not the order they came in
 * are left out. */
function isInOrder(made) {
  const cpus = destinationsOf(made);
  return cpus.every((cpu, at) => at === 0 || cpu >= cpus[at - 1]);
}

/** An idle pass is of a CPU that is idle, a busy one of one that is not. */
function isPlausible({ state, input }) {
  const own = state.cpus.find(({ cpu }) => cpu === input.dst_cpu);
  const isBusy = (own?.tasks.length ?? 0) > 0;
  return isBusy === (input.idle === 'CPU_NOT_IDLE');
}

function decisionCase(random) {
  const made = passCase(random, 'find_src_group', true);
  if (!isPlausible(made)) return undefined;
  const said = answer(made);
  const { local, busiest_stat, result, migration_type, domain } = said;
  const types = `${local.type} ${busiest_stat?.type}`;
  const end = result === null ? 'balanced' : migration_type;
  return { ...made, shows: [domain, made.input.idle, types, end].join(' ') };
}

function wholePassCase(random) {
  const made = passCase(random, 'sched_balance_rq', false);
  if (!isPlausible(made) || !isInOrder(made)) return undefined;
  const said = answer(made);
  const before = made.input.preset_fields.find(({ field }) => field === 'nr_balance_failed')?.value;
  const failed = said.nr_balance_failed - (before ?? 0);
  const longer = said.balance_interval;
  const moved = Math.min(3, said.ld_moved);
  const active = said.active_balance_cpu >= 0;
  const ends = [said.continue, moved, active, Math.sign(failed), longer, made.input.idle];
  return { ...made, shows: ends.join(' ') };
}

function withinPass(
  id,
  { tasks, presets = [], idle = 'CPU_IDLE', dst = 4, level = 1, others = [] },
  derivation,
) {
  const state = stateOf([{ cpu: 0, tasks }, ...others]);
  const preset_fields = presets.map(([field, value]) => ({
    cpu: dst,
    domain_level: level,
    field,
    value,
  }));
  const input = { dst_cpu: dst, domain_level: level, idle, preset_fields };
  return { id, kind: 'sched_balance_rq', topology: LLC2, state, input, derivation };
}

const queue = (count, more = {}) =>
  Array.from({ length: count }, (_, at) => ({ ...task(at + 1, 1024, 100, at === 0), ...more }));

const others = (count, allowed) =>
  queue(count).map((one) => (one.running ? one : { ...one, allowed }));

function pinnedCases() {
  const failed = (value) => [['nr_balance_failed', value]];
  return [
    withinPass(
      'hot-edge',
      { tasks: queue(4, { exec_start: NOW - 500_000 }) },
      '500 us old is not hot',
    ),
    withinPass(
      'hot',
      { tasks: queue(4, { exec_start: NOW - 450_000 }) },
      '450 us old is: the pass itself takes a while',
    ),
    withinPass(
      'hot-one-failure',
      { tasks: queue(4, { exec_start: NOW }), presets: failed(1) },
      'one failure is not more than cache_nice_tries',
    ),
    withinPass(
      'other-cpu',
      { tasks: others(5, [0, 6]) },
      'tasks that may go to another CPU of the group',
    ),
    withinPass(
      'other-cpus',
      {
        tasks: [
          ...others(4, [0, 6]),
          { ...task(9, 1024, 100), allowed: [0, 5] },
          { ...task(10, 1024, 100), allowed: [0, 7] },
        ],
      },
      'the first CPU each of them may go to',
    ),
    withinPass(
      'other-cpu-newly',
      { tasks: others(5, [0, 6]), idle: 'CPU_NEWLY_IDLE' },
      'not for a newly idle pass',
    ),
    withinPass(
      'pinned-on',
      {
        tasks: others(5, [0, 1]),
        others: [{ cpu: 1, tasks: [task(20, 1024, 100, true), task(21, 1024, 100)] }],
      },
      'all pinned at the first source: the next one is asked',
    ),
    withinPass(
      'pinned-all',
      { tasks: queue(5, { allowed: [0] }), presets: [['balance_interval', 16]] },
      'all pinned, the interval grows up to its end',
    ),
    withinPass(
      'pinned-beyond',
      { tasks: queue(5, { allowed: [0] }), presets: [['balance_interval', 600]] },
      'but not beyond 512 ms',
    ),
    withinPass('loop-max', { tasks: queue(40) }, 'more tasks than a pass looks at'),
    withinPass(
      'loop-end',
      { tasks: [...queue(33, { kthread: 1 }), task(99, 1024, 100)] },
      'the task that may go is the 34th',
    ),
    withinPass(
      'active-three',
      {
        tasks: queue(1),
        others: [{ cpu: 1, tasks: [task(20, 1024, 100, true)] }],
        presets: failed(2),
      },
      'three failures are not more than cache_nice_tries + 2',
    ),
    withinPass(
      'active-pinned',
      {
        tasks: queue(1, { allowed: [0] }),
        others: [{ cpu: 1, tasks: [task(20, 1024, 100, true)] }],
        presets: failed(3),
      },
      'the running task may not run here: the interval doubles, the counter stays',
    ),
    withinPass(
      'reduced',
      { tasks: queue(1), others: [], level: 0, dst: 1 },
      'one task and full capacity: nothing to do',
    ),
  ];
}

/** The one running task of a CPU other classes leave little of. */
function reducedCase(id, capacity, derivation) {
  const made = withinPass(id, { tasks: queue(1), level: 0, dst: 1 }, derivation);
  made.state.cpus[0].capacity = capacity;
  return made;
}

const reducedCases = () => [
  reducedCase('reduced-edge', 876, '876 x 117 is not less than 1024 x 100'),
  reducedCase('reduced-below', 875, '875 x 117 is: the running task is pushed, a failure counted'),
];

const numbered = (cases) => cases.map((made, at) => ({ ...made, id: `${at + 1}` }));

export const passCases = (random) => [
  ...decisionCases(),
  ...pinnedCases(),
  ...reducedCases(),
  ...numbered(collect(64, 1, () => decisionCase(random))),
  ...numbered(collect(56, 1, () => wholePassCase(random))),
];
