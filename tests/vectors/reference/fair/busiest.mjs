// Which group is the busiest, whether there is anything to do about it, and how much.

import { members } from '../cpus.mjs';
import { averageLoad, rankOf } from './groups.mjs';
import { adjustNuma } from './limits.mjs';
import { gather } from './statistics.mjs';

const isSmt = ({ group }) => group.flags.has('SHARE_CPUCAPACITY');

/** Of two groups with room. */
function isBusierWithRoom(one, best) {
  if (best && isSmt(one) !== isSmt(best)) return !isSmt(one) || one.stats.h_nr > 1;
  const { idle, nr } = best?.stats ?? { idle: 2 ** 32 - 1, nr: 0 };
  return one.stats.idle < idle || (one.stats.idle === idle && one.stats.nr > nr);
}

function isBusierWithout(one, best) {
  if (one.stats.avg_load !== best.stats.avg_load) return one.stats.avg_load > best.stats.avg_load;
  return !isSmt(best);
}

const EQUALS = {
  overloaded: (one, best) => one.stats.avg_load > best.stats.avg_load,
  imbalanced: () => false,
  smt_balance: (one, best) =>
    one.stats.idle + best.stats.idle > 0 ? isBusierWithRoom(one, best) : isBusierWithout(one, best),
  misfit_task: (one, best) => one.stats.misfit > best.stats.misfit,
  fully_busy: isBusierWithout,
  has_spare: isBusierWithRoom,
};

function isBusier(one, best) {
  if (one.stats.h_nr === 0) return false;
  const { type } = one.stats;
  const other = best?.stats.type ?? 'has_spare';
  return type === other ? EQUALS[type](one, best) : rankOf(type) > rankOf(other);
}

/** Tasks by which the busiest group is ahead, for groups of cores the number of cores counted in. */
function siblingImbalance({ idle }, busiest, local) {
  const [b, l] = [busiest.stats.nr, local.stats.nr];
  if (idle === 'CPU_NOT_IDLE' || b === 0) return 0;
  const [coresB, coresL] = [busiest.group.cores, local.group.cores];
  if (coresB === coresL) return Math.max(0, b - l);
  const both = coresB + coresL;
  const ahead = Math.max(0, coresL * b - coresB * l);
  const rounded = Math.floor((2 * ahead + both) / both);
  return rounded <= 1 && l === 0 && b > 1 ? 2 : rounded;
}

function isBalancedOverloaded(pass, { busiest, local, average }) {
  const here = local.stats.avg_load;
  const there = busiest.stats.avg_load;
  return here >= there || here >= average || 100 * there <= pass.domain.imbalancePct * here;
}

function isBalancedWithRoom(pass, { busiest, local }) {
  if (pass.idle === 'CPU_NOT_IDLE') return true;
  if (busiest.stats.type === 'smt_balance' && isSmt(busiest) !== isSmt(local)) return false;
  if (busiest.group.weight > 1 && local.stats.idle <= busiest.stats.idle + 1) return true;
  return busiest.stats.h_nr === 1;
}

const hasRoom = (group) => group.stats.type === 'has_spare';

function isBalanced(pass, found) {
  const { busiest, local } = found;
  const { type } = busiest.stats;
  if (type === 'misfit_task' || type === 'imbalanced') return false;
  if (rankOf(local.stats.type) > rankOf(type)) return true;
  if (local.stats.type === 'overloaded' && isBalancedOverloaded(pass, found)) return true;
  const isPreferred = found.prefersSibling && hasRoom(local);
  if (isPreferred && siblingImbalance(pass, busiest, local) > 1) return false;
  return type !== 'overloaded' && isBalancedWithRoom(pass, found);
}

const move = (type, amount) => ({ type: `migrate_${type}`, amount: BigInt(amount) });

/** The NUMA rules of the years, of an imbalance in tasks. */
function numaRule(world, pass, amount, { busiest, local }) {
  const small = amount <= 2 ? 0 : amount;
  const variant = world.numaVariant;
  if (variant === 1) return busiest.stats.nr <= 2 ? 0 : amount;
  if (variant === 2) return busiest.stats.nr < busiest.group.weight >> 2 ? small : amount;
  const running = local.stats.nr + 1;
  if (variant === 4) return running < local.group.weight >> 2 ? small : amount;
  return adjustNuma(amount, running, pass.domain.imbNumaNr);
}

function tasksToMove(world, pass, found) {
  const { busiest, local, prefersSibling } = found;
  // 32 bits without a sign in the source: less idle here than there would be a huge amount.
  let amount = (local.stats.idle - busiest.stats.idle) >>> 0;
  if (busiest.group.weight === 1 || prefersSibling) {
    amount = siblingImbalance(pass, busiest, local);
  }
  if (pass.domain.flags.has('NUMA')) amount = numaRule(world, pass, amount, found);
  return move('task', Math.floor(amount / 2));
}

/** Half of what lies between the two, in products that wrap like the kernel's. */
function loadToMove({ busiest, local, average }, here) {
  const product = (distance, capacity) => BigInt.asUintN(64, BigInt(distance) * BigInt(capacity));
  const from = product(busiest.stats.avg_load - average, busiest.stats.capacity);
  const to = product(average - here, local.stats.capacity);
  return move('load', (from < to ? from : to) / 1024n);
}

function amountOf(world, pass, found) {
  const { busiest, local, average } = found;
  const { type } = busiest.stats;
  if (type === 'misfit_task') return move('load', busiest.stats.misfit);
  if (type === 'smt_balance' || type === 'imbalanced') return move('task', 1);
  if (hasRoom(local)) {
    if (type === 'overloaded' && !pass.domain.flags.has('SHARE_LLC')) {
      const room = Math.max(0, local.stats.capacity - local.stats.util);
      return room === 0 && pass.idle !== 'CPU_NOT_IDLE' ? move('task', 1) : move('util', room);
    }
    return tasksToMove(world, pass, found);
  }
  if (local.stats.type === 'overloaded') return loadToMove(found, local.stats.avg_load);
  const here = averageLoad(local.stats.load, local.stats.capacity);
  if (here >= busiest.stats.avg_load || here >= average) return move('load', 0);
  return loadToMove(found, here);
}

/** The decision of a pass: local group, busiest candidate, and what to move if it is to move. */
export function findBusiest(world, pass) {
  const { groups, load, capacity } = gather(world, pass);
  // Where groups of nodes overlap several have the CPU in them: the last counts.
  const local = groups.findLast(({ isLocal }) => isLocal);
  let busiest;
  for (const one of groups) if (!one.isLocal && isBusier(one, busiest)) busiest = one;
  if (!busiest) return { local, prefersSibling: false };
  const prefersSibling = busiest.group.flags.has('PREFER_SIBLING');
  const average = averageLoad(load, capacity);
  const found = { local, busiest, prefersSibling, average };
  if (isBalanced(pass, found)) return found;
  const migration = amountOf(world, pass, found);
  return migration.amount === 0n ? found : { ...found, migration };
}

function measureOf(world, pass, { type, amount }, cpu) {
  const running = world.running(cpu);
  if (type === 'migrate_task') return { over: BigInt(running), under: 1n };
  if (type === 'migrate_util') {
    return { over: running > 1 ? BigInt(world.boosted(cpu)) : 0n, under: 1n };
  }
  const load = BigInt(world.load(cpu));
  const isTooMuch = running === 1 && load > amount && !world.isReduced(cpu, pass.domain);
  return { over: isTooMuch ? 0n : load, under: BigInt(world.cpus[cpu].capacity) };
}

/** The CPU of the busiest group to take from, -1 of none. */
export function busiestCpu(world, pass, group, migration) {
  let best = { cpu: -1, over: 0n, under: 1n };
  for (const cpu of members(group.span & pass.cpus)) {
    if (world.running(cpu) === 0) continue;
    const { over, under } = measureOf(world, pass, migration, cpu);
    if (over * best.under > best.over * under) best = { cpu, over, under };
  }
  return best.cpu;
}
