// What a balancing pass sees: whether it is this CPU's business, and how busy each group is.

import { has, members } from '../cpus.mjs';
import { averageLoad, classOf, emptyStats } from './groups.mjs';
import { idleScanLimit } from './limits.mjs';

const isSmt = (group) => group.flags.has('SHARE_CPUCAPACITY');

/** The first idle CPU on an idle core of the balance mask, or the best there is instead. */
function whoBalances(world, domain, cpus) {
  const [group] = domain.groups;
  let candidates = members(group.balanceMask & cpus);
  let behindBusy;
  while (candidates.length > 0) {
    const [cpu, ...others] = candidates;
    candidates = others;
    if (!world.isIdle(cpu)) continue;
    if (domain.flags.has('SHARE_CPUCAPACITY') || world.isCoreIdle(cpu)) return cpu;
    behindBusy ??= cpu;
    candidates = others.filter((other) => !has(world.machine.smt[cpu], other));
  }
  return behindBusy ?? group.balanceCpu;
}

export function shouldBalance(world, { domain, dst, idle, cpus }) {
  if (!has(cpus, dst)) return false;
  if (idle === 'CPU_NEWLY_IDLE') return world.running(dst) === 0 && !world.cpus[dst].pending;
  return whoBalances(world, domain, cpus) === dst;
}

function addCpu(world, stats, cpu) {
  const running = world.running(cpu);
  stats.load += world.load(cpu);
  stats.util += world.util(cpu);
  stats.runnable += world.runnable(cpu);
  stats.nr += running;
  stats.h_nr += running;
  if (running === 0 && world.isIdle(cpu)) stats.idle += 1;
}

/** Load of a CPU that a lone task cannot use as it would. */
function misfitLoad(world, pass, cpu) {
  const isLone = world.running(cpu) === 1 && world.isReduced(cpu, pass.domain);
  return isLone && pass.idle !== 'CPU_NOT_IDLE' ? world.load(cpu) : 0;
}

function statsOf(world, pass, group) {
  const stats = emptyStats(group);
  const isLocal = has(group.span, pass.dst);
  for (const cpu of members(group.span & pass.cpus)) {
    addCpu(world, stats, cpu);
    if (!isLocal) stats.misfit = Math.max(stats.misfit, misfitLoad(world, pass, cpu));
  }
  const isForSmt = !isLocal && pass.idle !== 'CPU_NOT_IDLE';
  stats.isSmtLoaded = isForSmt && isSmt(group) && stats.h_nr > 1;
  stats.type = classOf(stats, pass.domain.imbalancePct, world.flagged.has(group.capacity));
  if (stats.type === 'overloaded') stats.avg_load = averageLoad(stats.load, stats.capacity);
  return { group, stats, isLocal };
}

/** The limit of idle scans, stored by the pass at the domain of the cache. */
function storeScanLimit(world, { domain, dst, idle }, util) {
  const { llcSize } = world.machine.byCpu[dst];
  if (idle === 'CPU_NEWLY_IDLE' || domain.weight !== llcSize) return;
  world.cache(dst).idleScan = idleScanLimit(util, llcSize, domain.imbalancePct);
}

function storeOverloaded(world, { domain, dst, cpus }) {
  if (world.machine.byCpu[dst].domains.at(-1) !== domain) return;
  const spans = domain.groups.reduce((set, { span }) => set | span, 0n);
  world.isOverloaded = members(spans & cpus).some((cpu) => world.running(cpu) > 1);
}

/** Statistics of all groups in list order, and their sums. */
export function gather(world, pass) {
  const groups = pass.domain.groups.map((group) => statsOf(world, pass, group));
  const sum = (name) => groups.reduce((total, { stats }) => total + stats[name], 0);
  storeScanLimit(world, pass, sum('util'));
  storeOverloaded(world, pass);
  return { groups, load: sum('load'), capacity: sum('capacity') };
}
