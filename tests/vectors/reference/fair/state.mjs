// A machine in the state a case describes, and the questions the rules ask about a CPU of it.

import { has, members, setOf } from '../cpus.mjs';
import { machineNamed } from '../presets.mjs';

const FULL = 1024;
const SCHED_IDLE = 5;

function readTask(task, cpu, machine) {
  return {
    weight: FULL,
    policy: 0,
    kthread: 0,
    flips: 0,
    exec_start: 0,
    vruntime: 0,
    recent: cpu,
    ...task,
    cpu,
    allowed: task.allowed ? setOf(task.allowed) : machine.all,
    isRestricted: task.allowed !== undefined,
  };
}

const idleCpu = (cpu) => ({
  cpu,
  tasks: [],
  curr: undefined,
  pending: false,
  idleStamp: 1,
  capacity: FULL,
  exitLatency: undefined,
  idleTasks: undefined,
  blocked: { load: 0, util: 0, runnable: 0 },
});

function readCpu(given, machine) {
  const tasks = given.tasks.map((task) => readTask(task, given.cpu, machine));
  const plain = idleCpu(given.cpu);
  return {
    ...plain,
    tasks,
    curr: tasks.find(({ running }) => running),
    pending: Boolean(given.ttwu_pending),
    idleStamp: given.idle_stamp ?? plain.idleStamp,
    capacity: given.capacity ?? FULL,
    exitLatency: given.exit_latency,
    idleTasks: given.h_nr_idle,
    blocked: given.blocked ?? plain.blocked,
  };
}

/** The part of an average that is left without a task's share. */
const without = (sum, part) => Math.max(0, sum - part);

export class World {
  constructor(topology, state) {
    this.machine = machineNamed(topology);
    const cpus = Array.from({ length: this.machine.cpus }, (_, cpu) => idleCpu(cpu));
    for (const given of state.cpus) cpus[given.cpu] = readCpu(given, this.machine);
    this.cpus = cpus;
    const sleeping = (state.tasks ?? []).map((task) => readTask(task, task.prev, this.machine));
    this.tasks = [...cpus.flatMap(({ tasks }) => tasks), ...sleeping];
    this.numaVariant = state.features?.numa_variant;
    /** Capacity objects whose groups could not be balanced for affinity. */
    this.flagged = new Set();
    this.isOverloaded = false;
    this.caches = new Map();
    for (const { cpu, nr_idle_scan = 0, has_idle_cores = 0 } of state.llc ?? []) {
      this.caches.set(this.machine.byCpu[cpu].llcId, {
        idleScan: nr_idle_scan,
        idleCores: Number(has_idle_cores),
      });
    }
  }

  task(id) {
    return this.tasks.find((task) => task.id === id);
  }

  /** What the CPUs of a last-level cache share. */
  cache(cpu) {
    const { llcId } = this.machine.byCpu[cpu];
    if (!this.caches.has(llcId)) this.caches.set(llcId, { idleScan: 0, idleCores: 0 });
    return this.caches.get(llcId);
  }

  shareCache(a, b) {
    return a === b || this.machine.byCpu[a].llcId === this.machine.byCpu[b].llcId;
  }

  shareCluster(a, b) {
    return a === b || this.machine.byCpu[a].shareId === this.machine.byCpu[b].shareId;
  }

  running(cpu) {
    return this.cpus[cpu].tasks.length;
  }

  isIdle(cpu) {
    const { curr, tasks, pending } = this.cpus[cpu];
    return !curr && tasks.length === 0 && !pending;
  }

  /** All there is to run is SCHED_IDLE. */
  isSchedIdle(cpu) {
    const { tasks, idleTasks } = this.cpus[cpu];
    const idle = idleTasks ?? tasks.filter(({ policy }) => policy === SCHED_IDLE).length;
    return tasks.length > 0 && tasks.length === idle;
  }

  isUsable(cpu) {
    return this.isIdle(cpu) || this.isSchedIdle(cpu);
  }

  siblings(cpu) {
    return members(this.machine.smt[cpu]);
  }

  isCoreIdle(cpu) {
    return this.siblings(cpu).every((other) => other === cpu || this.isIdle(other));
  }

  /** The sum of an average over the queue and what sleeps there, uncapped. */
  average(cpu, name) {
    const { tasks, blocked } = this.cpus[cpu];
    return tasks.reduce((sum, task) => sum + task[name], blocked[name]);
  }

  estimate(cpu) {
    return this.cpus[cpu].tasks.reduce((sum, { util }) => sum + util, 0);
  }

  load(cpu) {
    return this.average(cpu, 'load');
  }

  runnable(cpu) {
    return this.average(cpu, 'runnable');
  }

  util(cpu) {
    return Math.min(FULL, Math.max(this.average(cpu, 'util'), this.estimate(cpu)));
  }

  boosted(cpu) {
    const most = Math.max(this.average(cpu, 'util'), this.runnable(cpu), this.estimate(cpu));
    return Math.min(FULL, most);
  }

  /** load, runnable and util of a CPU as they were without a task that was there before. */
  averagesWithout(cpu, task) {
    const own = task && task.cpu === cpu ? task : { load: 0, runnable: 0, util: 0 };
    const isQueued = this.cpus[cpu].tasks.includes(task);
    const estimated = without(this.estimate(cpu), isQueued ? own.util : 0);
    return {
      load: without(this.load(cpu), own.load),
      runnable: without(this.runnable(cpu), own.runnable),
      util: Math.min(FULL, Math.max(without(this.average(cpu, 'util'), own.util), estimated)),
    };
  }

  /** A CPU that other classes leave less than a domain's share of. */
  isReduced(cpu, domain) {
    return this.cpus[cpu].capacity * domain.imbalancePct < FULL * 100;
  }
}

/** Where a task may run of what a choice has given: the choice, or the first CPU that is allowed. */
export function permitted(world, task, cpu) {
  if (has(task.allowed, cpu)) return cpu;
  const near = world.machine.nodes[world.machine.nodeOf[cpu]] & task.allowed;
  return members(near)[0] ?? members(task.allowed)[0];
}
