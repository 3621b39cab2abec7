// Further cases of placement: forks, execs and wake-ups on random machines, chosen so that different
// ends are reached.

import { collect } from '../../generate/collect.mjs';
import { machineNamed } from '../../presets.mjs';
import { answer } from '../answers.mjs';
import { Crowd, LARGE, numaVariants, SMALL, stateOf } from './worlds.mjs';

const cpusOf = (topology) => Array.from({ length: machineNamed(topology).cpus }, (_, cpu) => cpu);

/** CPUs with tasks, idle ones with a history and ones with SCHED_IDLE work. */
function crowdedCpus(random, crowd, topology, { fill, keep = [] }) {
  const all = cpusOf(topology).filter((cpu) => !keep.includes(cpu));
  const most = Math.min(all.length, 14);
  const share = Math.ceil((most * fill) / 100);
  return random.some(all, share).map((cpu) => {
    if (random.chance(12)) return crowd.idleWork(cpu, random.between(1, 2));
    if (random.chance(20)) return crowd.asleep(cpu);
    return crowd.cpu(cpu, random.pick([1, 1, 1, 2, 2, 3]));
  });
}

/** All CPUs of a small machine, each with at least one task. */
const fullCpus = (random, crowd, topology, keep) =>
  cpusOf(topology)
    .filter((cpu) => !keep.includes(cpu))
    .map((cpu) => crowd.cpu(cpu, random.pick([1, 1, 2])));

function someCpus(random, topology, with_ = []) {
  const count = random.pick([2, 3, 5]);
  return [...new Set([...with_, ...random.some(cpusOf(topology), count)])].sort((a, b) => a - b);
}

const placeState = (random, topology, keep) => {
  const crowd = new Crowd(random);
  const first = keep.map((cpu) => crowd.cpu(cpu, random.pick([1, 1, 2]), { rich: 10 }));
  const isFull = SMALL.includes(topology) && random.chance(35);
  const fill = random.pick([10, 30, 60, 90]);
  const others = isFull
    ? fullCpus(random, crowd, topology, keep)
    : crowdedCpus(random, crowd, topology, { fill, keep });
  return { crowd, state: stateOf([...first, ...others]) };
};

const machine = (random) => random.pick(random.chance(65) ? SMALL : LARGE);

const numaFeature = (random, topology) =>
  random.chance(35) ? { numa_variant: random.pick(numaVariants(topology)) } : {};

function forkCase(random, at) {
  const topology = machine(random);
  const cpu = random.pick(cpusOf(topology));
  const { state } = placeState(random, topology, [cpu]);
  state.features = numaFeature(random, topology);
  const input = {
    parent_task: state.cpus.find((one) => one.cpu === cpu).tasks[0].id,
    child_load: 1024,
  };
  const kind = at % 3 === 0 ? 'find_dst_group_cpu' : 'fork';
  const made = { id: '', kind, topology, state, input, derivation: 'a random crowd' };
  const end = answer(made).cpu;
  const where =
    end === cpu
      ? 'stays'
      : machineNamed(topology).nodeOf[end] === machineNamed(topology).nodeOf[cpu]
        ? 'node'
        : 'far';
  const target = state.cpus.find((one) => one.cpu === end);
  return { ...made, shows: `${topology} ${where} ${target ? target.tasks.length : 'idle'}` };
}

function restrictedForkCase(random) {
  const topology = machine(random);
  const cpu = random.pick(cpusOf(topology));
  const { state } = placeState(random, topology, [cpu]);
  const child_allowed = someCpus(random, topology);
  const children = random.between(1, 5);
  const parent_task = state.cpus.find((one) => one.cpu === cpu).tasks[0].id;
  const input = { parent_task, children, child_load: 1024, child_allowed };
  const derivation = 'children that may run on few CPUs, the last alone on the last of them or not';
  return { id: '', kind: 'fork_sequence', topology, state, input, derivation, shows: topology };
}

function sequenceCase(topology, numa_variant, children) {
  const { cpus } = machineNamed(topology);
  const cpu = Math.floor(cpus / 3);
  const parent = { id: 1, load: 1024, util: 500, runnable: 500, running: true };
  const features = numa_variant ? { numa_variant } : {};
  const state = stateOf([{ cpu, tasks: [parent] }], { features });
  const input = { parent_task: 1, children, child_load: 1024 };
  const derivation = `children of a parent in the middle of the machine, NUMA rule ${numa_variant ?? 'of v6.18'}`;
  return {
    id: `${topology}-${numa_variant ?? 0}`,
    kind: 'fork_sequence',
    topology,
    state,
    input,
    derivation,
  };
}

const sequenceCases = () => [
  ...SMALL.map((name) => sequenceCase(name, undefined, 10)),
  ...['genoa-4n-2s', 'lkp-wsm-ep2', 'gnr-2s-snc3'].map((name) => sequenceCase(name, undefined, 20)),
  ...[1, 2, 3].flatMap((variant) =>
    ['genoa-4n-1s', 'milan-2s-nps4', 'toy-8cpu-2node'].map((name) =>
      sequenceCase(name, variant, 12),
    ),
  ),
];

function tableCases() {
  const table = (topology, parent_cpu, places, children) => ({
    id: `table-${topology}`,
    kind: 'fork_sequence_table',
    input: {
      topology,
      parent_cpu,
      children,
      child_load: 1024,
      external_task: { load: 1024, util: 50 },
    },
    expect: places.map((external_task_cpu) => ({ external_task_cpu })),
    derivation: 'where an unrelated task sits and how many caches the children use',
  });
  return [
    table('spr-2s-1node', 0, [null, 1, 29, 30, 60, 119], 8),
    table('milan-2s-nps2', 0, [null, 1, 9, 33, 65, 97, 255], 15),
    table('toy-8cpu-2llc-smt', 2, [null, 0, 1, 3, 4, 7], 7),
    table('genoa-4n-1s', 20, [null, 0, 17, 21, 24, 63, 84], 7),
  ];
}

function execCase(random) {
  const topology = machine(random);
  const cpu = random.pick(cpusOf(topology));
  const { state } = placeState(random, topology, [cpu]);
  const own = state.cpus.find((one) => one.cpu === cpu);
  const [task] = own.tasks;
  if (random.chance(25)) task.allowed = someCpus(random, topology, [cpu]);
  const input = { task: task.id };
  const made = {
    id: '',
    kind: 'exec',
    topology,
    state,
    input,
    derivation: 'its own share taken out',
  };
  const end = answer(made).cpu;
  const target = state.cpus.find((one) => one.cpu === end);
  const what = end === cpu ? 'stays' : `goes ${target ? target.tasks.length : 'idle'}`;
  return { ...made, shows: `${topology} ${what}` };
}

/** Flips at the edge of waking widely: just not, just, by one more. */
function flipsOf(random, topology) {
  const { llcSize } = machineNamed(topology).byCpu[0];
  const few = random.pick([0, llcSize - 1, llcSize, llcSize + 1]);
  return [random.pick([0, few * llcSize - 2, few * llcSize - 1, few * llcSize, 100_000]), few].map(
    (flips) => Math.max(0, flips),
  );
}

function sleeper(random, crowd, { topology, prev }) {
  const task = { ...crowd.task(), prev };
  delete task.running;
  if (random.chance(60)) task.recent = random.pick(cpusOf(topology));
  return task;
}

function wakePair(random, topology) {
  const all = cpusOf(topology);
  const cpu = random.pick(all);
  const { llcOf } = machineNamed(topology);
  const near = all.filter((one) => llcOf[one] === llcOf[cpu]);
  return { cpu, prev: random.pick([cpu, random.pick(near), random.pick(near), random.pick(all)]) };
}

function llcStates(random, topology) {
  const firsts = new Set(
    machineNamed(topology)
      .byCpu.filter(({ llc }) => llc)
      .map(({ llcId }) => llcId),
  );
  return random.some([...firsts], 4).map((cpu) => ({
    cpu,
    nr_idle_scan: random.pick([0, 1, 2, 3, 4, 8, machineNamed(topology).byCpu[cpu].llcSize]),
    has_idle_cores: random.below(2),
  }));
}

const spread = (random) =>
  random.pick([
    ...SMALL,
    ...SMALL,
    'milan-2s-nps1',
    'milan-2s-nps1-nomc',
    'spr-2s-1node',
    'lkp-wsm-ep2',
  ]);

/** More CPUs of the caches that matter, so that scans have something to pass. */
function crowdNear(random, crowd, state, { topology, cpus }) {
  const { llcOf } = machineNamed(topology);
  const caches = cpus.map((cpu) => llcOf[cpu]);
  const known = state.cpus.map(({ cpu }) => cpu);
  const near = cpusOf(topology).filter(
    (cpu) => caches.includes(llcOf[cpu]) && !known.includes(cpu),
  );
  const share = Math.floor((near.length * random.pick([0, 50, 80, 100])) / 100);
  for (const cpu of random.some(near, share)) {
    const made = random.chance(8) ? crowd.idleWork(cpu) : crowd.cpu(cpu, 1, { rich: 0 });
    state.cpus.push(made);
  }
  state.cpus.sort((a, b) => a.cpu - b.cpu);
}

function wakeInput(random, topology) {
  const { cpu, prev } = wakePair(random, topology);
  const { crowd, state } = placeState(random, topology, [cpu]);
  crowdNear(random, crowd, state, { topology, cpus: [cpu, prev] });
  const [waker] = state.cpus.find((one) => one.cpu === cpu).tasks;
  const wakee = sleeper(random, crowd, { topology, prev });
  if (random.chance(40)) [waker.flips, wakee.flips] = flipsOf(random, topology);
  state.tasks = [wakee];
  state.llc = llcStates(random, topology);
  const input = {
    waker_task: waker.id,
    wakee_task: wakee.id,
    prev_cpu: prev,
    sync: random.below(2),
  };
  return { cpu, prev, state, waker, wakee, input };
}

function wakeCase(random) {
  const topology = spread(random);
  const { cpu, prev, state, waker, wakee, input } = wakeInput(random, topology);
  if (random.chance(12)) waker.kthread = 1;
  // Where it was last is always allowed: what it would fall back to is not in the state.
  if (random.chance(20)) wakee.allowed = someCpus(random, topology, [prev]);
  if (random.chance(3)) wakee.allowed = [prev];
  const made = { id: '', kind: 'wake', topology, state, input, derivation: 'a random crowd' };
  const said = answer(made);
  const where = { [prev]: 'prev', [cpu]: 'waker', [wakee.recent]: 'recent' }[said.cpu] ?? 'other';
  const target = state.cpus.find((one) => one.cpu === said.cpu);
  const cache = state.llc.find((one) => one.cpu === machineNamed(topology).byCpu[said.cpu].llcId);
  const hint = `${cache?.has_idle_cores ?? 0}${said.has_idle_cores_of_target_llc_after}`;
  const kind = target ? `${target.tasks.length > 0}` : 'idle';
  return { ...made, shows: [topology, where, kind, hint, said.queue_on_wakelist].join(' ') };
}

function affineCase(random) {
  const topology = machine(random);
  const { cpu, prev, state, waker, input } = wakeInput(random, topology);
  const { domains } = machineNamed(topology).byCpu[cpu];
  if (random.chance(30)) {
    // An interrupt: the waker itself sleeps.
    const own = state.cpus.find((one) => one.cpu === cpu);
    own.tasks = [];
    const { running: _, ...asleep } = waker;
    state.tasks.push({ ...asleep, prev: cpu });
    input.sync = 0;
  }
  for (const one of state.cpus)
    if (random.chance(20)) one.capacity = random.pick([1, 512, 875, 1023]);
  input.domain_level = random.below(domains.length);
  const made = {
    id: '',
    kind: 'wake_affine',
    topology,
    state,
    input,
    derivation: 'a random crowd',
  };
  const said = answer(made);
  const where = { [prev]: 'prev', [cpu]: 'waker' }[said.target];
  const isIdle = state.cpus.find((one) => one.cpu === cpu).tasks.length === 0;
  return { ...made, shows: [where, said.wake_wide, input.sync, isIdle, cpu === prev].join(' ') };
}

/** The comparison of loads at the point where one unit turns it. */
function loadEdge(id, { own, there, sync, extra = [] }, derivation) {
  const task = (number, load, running) => ({ id: number, load, util: 500, runnable: 500, running });
  const cpus = [
    { cpu: 0, tasks: [task(1, own, true), ...extra.map((load, at) => task(10 + at, load, false))] },
    { cpu: 4, tasks: [task(2, there, true)], blocked: { load: 300, util: 0, runnable: 0 } },
  ];
  const wakee = { id: 50, load: 300, util: 200, runnable: 200, prev: 4 };
  const state = stateOf(cpus, { tasks: [wakee] });
  const input = { waker_task: 1, wakee_task: 50, prev_cpu: 4, sync, domain_level: 1 };
  return { id, kind: 'wake_affine', topology: 'toy-8cpu-2llc', state, input, derivation };
}

const loadEdges = () => [
  loadEdge(
    'load-equal',
    { own: 780, there: 1000, sync: 0 },
    '1080 x 100 = 1000 x 108: not less, stays at prev',
  ),
  loadEdge('load-less', { own: 779, there: 1000, sync: 0 }, '1079 x 100 < 1000 x 108'),
  loadEdge(
    'load-sync-equal',
    { own: 5, there: 1000, sync: 1, extra: [780] },
    'equal, and sync adds one to the other side',
  ),
  loadEdge(
    'load-sync-more',
    { own: 5, there: 1000, sync: 1, extra: [781] },
    'more by one unit of load',
  ),
  loadEdge('load-none', { own: 0, there: 0, sync: 0 }, 'nothing is left at prev without the task'),
];

/** A scan from the CPU behind the target with so many tests, and one idle CPU in its way. */
function scanEdge(topology, idle, limit, derivation) {
  const task = (id) => ({ id, load: 1024, util: 500, runnable: 500, running: true });
  const busy = cpusOf(topology).filter((cpu) => cpu !== idle);
  const cpus = busy.map((cpu) => ({ cpu, tasks: [task(1 + cpu)] }));
  const wakee = { id: 50, load: 300, util: 200, runnable: 200, prev: 1 };
  const state = stateOf(cpus, { llc: [{ cpu: 0, nr_idle_scan: limit }], tasks: [wakee] });
  const input = { waker_task: 1, wakee_task: 50, prev_cpu: 1, sync: 0 };
  return { id: `scan-${topology}-${limit}`, kind: 'wake', topology, state, input, derivation };
}

const scanEdges = () => [
  scanEdge('toy-8cpu-cluster', 3, 1, 'one test does not reach the idle CPU two behind the target'),
  scanEdge('toy-8cpu-cluster', 3, 2, 'two tests do, inside the cluster'),
  scanEdge('toy-8cpu-2llc', 3, 1, 'one test does not reach the idle CPU two behind the target'),
  scanEdge('toy-8cpu-2llc', 3, 2, 'two tests do'),
];

const numbered = (cases) => cases.map((made, at) => ({ ...made, id: `${at + 1}` }));

export const placeCases = (random) => [
  ...sequenceCases(),
  ...tableCases(),
  ...numbered(collect(40, 1, (at) => forkCase(random, at))),
  ...numbered(collect(12, 1, () => restrictedForkCase(random))),
  ...numbered(collect(24, 1, () => execCase(random))),
  ...loadEdges(),
  ...scanEdges(),
  ...numbered(collect(24, 2, () => affineCase(random))),
  ...numbered(collect(70, 1, () => wakeCase(random))),
];
