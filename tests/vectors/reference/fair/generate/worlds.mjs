// Random states of a machine for generated cases: some CPUs with tasks, by how crowded they are to be.

const SCHED_IDLE = 5;

/** Loads at the edges: none, one, a nice-0 task's, several tasks', the heaviest. */
const LOADS = [0, 1, 15, 300, 700, 900, 1023, 1024, 1025, 2048, 9548, 88761];

export class Crowd {
  constructor(random) {
    this.random = random;
    this.ids = 1;
  }

  task(more = {}) {
    const { random } = this;
    const util = random.pick([0, 10, 200, 500, random.below(1025), 1024]);
    const runnable = random.chance(60) ? util : util + random.below(1500);
    const load = random.chance(60) ? 1024 : random.pick(LOADS);
    const id = this.ids++;
    return { id, load, util, runnable, running: false, ...more };
  }

  tasks(count, more = () => ({})) {
    return Array.from({ length: count }, (_, index) =>
      this.task({ running: index === 0, ...more(index) }),
    );
  }

  /** A CPU with so many tasks, sometimes with more to it. */
  cpu(cpu, count, { more, rich = 20 } = {}) {
    const { random } = this;
    const made = { cpu, tasks: this.tasks(count, more) };
    if (random.chance(rich)) {
      const util = random.below(600);
      made.blocked = { load: random.pick(LOADS), util, runnable: util };
    }
    return made;
  }

  /** A CPU that runs SCHED_IDLE work only. */
  idleWork(cpu, count = 1) {
    const tasks = this.tasks(count, () => ({ load: 3, policy: SCHED_IDLE, weight: 3 }));
    return { cpu, tasks, h_nr_idle: count };
  }

  /** An idle CPU with a history. */
  asleep(cpu) {
    const { random } = this;
    const made = { cpu, tasks: [], idle_stamp: random.pick([0, 1, 5, 5, 900, random.below(1000)]) };
    if (random.chance(30)) made.exit_latency = random.pick([0, 1, 2, 50, 50, 200]);
    if (random.chance(15)) made.ttwu_pending = 1;
    return made;
  }
}

export const stateOf = (cpus, more = {}) => ({
  cpus: [...cpus].sort((a, b) => a.cpu - b.cpu),
  llc: [],
  tasks: [],
  features: {},
  ...more,
});

/** Machines small enough to fill, and those of the stories. */
export const SMALL = [
  'toy-8cpu-2llc',
  'toy-8cpu-2llc-smt',
  'toy-8cpu-2node',
  'toy-8cpu-cluster',
  'laptop-4c8t',
  'numa-ring4',
  'numa-line4',
  'numa-asym4',
];
export const LARGE = [
  'milan-2s-nps1',
  'milan-2s-nps2',
  'milan-2s-nps4',
  'milan-2s-nps1-nomc',
  'spr-2s-1node',
  'genoa-4n-1s',
  'genoa-4n-2s',
  'gnr-2s-snc3',
  'lkp-wsm-ep2',
  'lkp-skl-2sp2',
];

/** Which rules of the years fit a machine. That of v5.18 counts caches as today only where a node has
 * several, or four CPUs. */
export function numaVariants(topology) {
  const countsOtherwise = /^(lkp|gnr|numa)-/.test(topology);
  return countsOtherwise ? [1, 2] : [1, 2, 3];
}
