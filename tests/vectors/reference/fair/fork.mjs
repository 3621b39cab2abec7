// Where a new task or one that executes a new program begins: from the highest domain down, the
// idlest group, then a CPU in it.

import { has, members, NONE, setOf, sizeOf } from '../cpus.mjs';
import { averageLoad, classOf, emptyStats, rankOf } from './groups.mjs';
import { adjustNuma } from './limits.mjs';
import { initialUtil } from './pelt.mjs';
import { permitted, World } from './state.mjs';

/** A group as it would be without the task that looks for a place. */
function statsWithout(world, group, pct, task) {
  const stats = emptyStats(group);
  for (const cpu of members(group.span)) {
    const { tasks, curr, pending } = world.cpus[cpu];
    const averages = world.averagesWithout(cpu, task);
    const running = tasks.length - (tasks.includes(task) ? 1 : 0);
    for (const name of ['load', 'util', 'runnable']) stats[name] += averages[name];
    stats.nr += running;
    stats.h_nr += running;
    if (running === 0 && !pending && (!curr || curr === task)) stats.idle += 1;
  }
  stats.type = classOf(stats, pct, world.flagged.has(group.capacity));
  const counts = stats.type === 'fully_busy' || stats.type === 'overloaded';
  if (counts) stats.avg_load = averageLoad(stats.load, stats.capacity);
  return stats;
}

function isIdler(stats, best) {
  if (stats.type !== best.type) return rankOf(stats.type) < rankOf(best.type);
  if (stats.type === 'overloaded' || stats.type === 'fully_busy') {
    return stats.avg_load < best.avg_load;
  }
  if (stats.type !== 'has_spare') return false;
  if (stats.idle !== best.idle) return stats.idle > best.idle;
  return stats.util < best.util;
}

function staysForLoad(domain, local, other) {
  const pct = domain.imbalancePct;
  const margin = Math.floor((1024 * (pct - 100)) / 100);
  if (domain.flags.has('NUMA') && other.avg_load + margin >= local.avg_load) return true;
  if (other.avg_load >= local.avg_load + margin) return true;
  return 100 * local.avg_load <= pct * other.avg_load;
}

/** The rules of the years: each says whether a node with room keeps the task. */
const NUMA_RULES = {
  1: ({ local }) => local.idle > 0,
  2: ({ local, domain }) => local.nr < domain.weight >> 2,
  3: ({ local, domain }) => local.nr + 1 <= domain.imbNumaNr,
  4: ({ local }) => local.nr + 1 < local.weight >> 2,
};

function staysOnNode(world, domain, task, { group, local, other }) {
  const rule = NUMA_RULES[world.numaVariant];
  if (rule) return rule({ local, domain });
  const here = sizeOf(group.span & task.allowed);
  const allowed = task.isRestricted ? Math.min(domain.imbNumaNr, here) : domain.imbNumaNr;
  return adjustNuma(Math.abs(local.idle - other.idle), local.nr + 1, allowed) === 0;
}

function stays(world, domain, task, found) {
  const { local, other } = found;
  if (local.type !== other.type) return rankOf(local.type) < rankOf(other.type);
  if (local.type === 'overloaded' || local.type === 'fully_busy') {
    return staysForLoad(domain, local, other);
  }
  if (local.type !== 'has_spare') return true;
  if (domain.flags.has('NUMA') && staysOnNode(world, domain, task, found)) return true;
  return local.idle >= other.idle;
}

/** The idlest group of a domain other than the one a CPU is in; undefined: stay there. */
function idlestGroup(world, domain, cpu, task) {
  let best = { type: 'overloaded', avg_load: 2 ** 32 - 1 };
  let idlest;
  let own;
  for (const group of domain.groups) {
    if ((group.span & task.allowed) === NONE) continue;
    const stats = statsWithout(world, group, domain.imbalancePct, task);
    if (has(group.span, cpu)) {
      own = { group, stats };
    } else if (isIdler(stats, best)) {
      best = stats;
      idlest = group;
    }
  }
  if (!idlest || !own) return idlest;
  const found = { group: own.group, local: own.stats, other: best };
  return stays(world, domain, task, found) ? undefined : idlest;
}

/** Of two idle CPUs the one that wakes faster, or fell asleep later. */
function isBetterIdle({ exitLatency, idleStamp }, best) {
  if (exitLatency !== undefined && exitLatency < best.latency) return true;
  if (exitLatency !== undefined && exitLatency !== best.latency) return false;
  return idleStamp > best.stamp;
}

function cpuInGroup(world, group, task, local) {
  if (group.weight === 1) return members(group.span)[0];
  let best = { cpu: undefined, latency: Infinity, stamp: 0 };
  let least = { cpu: undefined, load: Infinity };
  for (const cpu of members(group.span & task.allowed)) {
    const state = world.cpus[cpu];
    if (world.isSchedIdle(cpu)) return cpu;
    if (world.isIdle(cpu)) {
      if (isBetterIdle(state, best)) {
        best = { cpu, latency: state.exitLatency ?? best.latency, stamp: state.idleStamp };
      }
    } else if (best.cpu === undefined && world.load(cpu) < least.load) {
      least = { cpu, load: world.load(cpu) };
    }
  }
  return best.cpu ?? least.cpu ?? local;
}

/** The highest domain of a CPU below a weight that takes part. */
function domainBelow(world, cpu, weight, flag) {
  let found;
  for (const domain of world.machine.byCpu[cpu].domains) {
    if (domain.weight >= weight) break;
    if (domain.flags.has(flag)) found = domain;
  }
  return found;
}

const childOf = (world, cpu, domain) => {
  const { domains } = world.machine.byCpu[cpu];
  return domains[domains.indexOf(domain) - 1];
};

/** Goes down from a domain; prev is the answer if the task may not be in it at all. */
export function descend(world, task, cpu, start, { flag, prev }) {
  if ((start.span & task.allowed) === NONE) return prev;
  let at = cpu;
  let domain = start;
  while (domain) {
    const group = domain.flags.has(flag) ? idlestGroup(world, domain, at, task) : undefined;
    const chosen = group ? cpuInGroup(world, group, task, at) : at;
    if (chosen === at) {
      domain = childOf(world, at, domain);
    } else {
      at = chosen;
      domain = domainBelow(world, at, domain.weight, flag);
    }
  }
  return at;
}

/** The highest domain of the run from the base that takes part. */
function startOf(world, cpu, flag) {
  const { domains } = world.machine.byCpu[cpu];
  const end = domains.findIndex(({ flags }) => !flags.has(flag));
  return domains.slice(0, end < 0 ? domains.length : end).at(-1);
}

function choose(world, task, cpu, flag) {
  if (flag === 'BALANCE_FORK' && sizeOf(task.allowed) === 1) return members(task.allowed)[0];
  const start = startOf(world, cpu, flag);
  const chosen = start ? descend(world, task, cpu, start, { flag, prev: cpu }) : cpu;
  return permitted(world, task, chosen);
}

/** A child on its CPU, running there at once. */
function startChild(world, child, cpu) {
  const state = world.cpus[cpu];
  const queue = { util: world.average(cpu, 'util'), load: world.load(cpu) };
  const util = initialUtil(queue, child.weight);
  Object.assign(child, { cpu, util, runnable: util });
  state.tasks.push(child);
  state.curr = child;
}

/** CPUs of children that a task creates one after another. */
export function forkAll(world, input, children) {
  const parent = world.task(input.parent_task);
  const allowed = input.child_allowed;
  const bits = allowed && setOf(allowed);
  return Array.from({ length: children }, (_, index) => {
    const child = { id: -1 - index, load: input.child_load, weight: 1024, policy: 0 };
    child.allowed = bits ?? world.machine.all;
    child.isRestricted = allowed !== undefined;
    const cpu = choose(world, child, parent.cpu, 'BALANCE_FORK');
    startChild(world, child, cpu);
    return cpu;
  });
}

export function fork({ topology, state, input }) {
  return { cpu: forkAll(new World(topology, state), input, 1)[0] };
}

export function forkSequence({ topology, state, input }) {
  const world = new World(topology, state);
  const cpus = forkAll(world, input, input.children);
  const { llcOf, nodeOf } = world.machine;
  const places = { llc_of_cpu: cpus.map((cpu) => llcOf[cpu]) };
  return { cpus, ...places, node_of_cpu: cpus.map((cpu) => nodeOf[cpu]) };
}

/** One row of a table: the same children with an unrelated task at some place. */
export function forkBeside(input, external) {
  const task = (id, load, util) => ({ id, load, util, runnable: util, running: true });
  const cpus = [{ cpu: input.parent_cpu, tasks: [task(1, 1024, 500)] }];
  const { load, util } = input.external_task;
  if (external !== null) cpus.push({ cpu: external, tasks: [task(2, load, util)] });
  const world = new World(input.topology, { cpus });
  const children = forkAll(world, { ...input, parent_task: 1 }, input.children);
  const { llcOf } = world.machine;
  const threads = new Map();
  for (const cpu of [input.parent_cpu, ...children]) {
    threads.set(llcOf[cpu], (threads.get(llcOf[cpu]) ?? 0) + 1);
  }
  return {
    external_task_cpu: external,
    child_cpus: children,
    llcs_used: threads.size,
    max_threads_per_llc: Math.max(...threads.values()),
    threads_on_external_llc: external === null ? null : (threads.get(llcOf[external]) ?? 0),
  };
}

export function exec({ topology, state, input }) {
  const world = new World(topology, state);
  const task = world.task(input.task);
  return { cpu: choose(world, task, task.cpu, 'BALANCE_EXEC') };
}
