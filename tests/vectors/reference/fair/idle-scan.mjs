// select_idle_sibling: an idle CPU around the place a wake-up aims at.

import { has, wrapped } from '../cpus.mjs';

/** Looks at one core; the search remembers the first CPU it could use. */
function idleCore(world, search, core) {
  let isIdle = true;
  for (const cpu of world.siblings(core)) {
    if (world.isIdle(cpu)) {
      if (search.spare < 0 && has(search.mask, cpu)) search.spare = cpu;
      continue;
    }
    isIdle = false;
    if (search.spare >= 0) break;
    if (world.isSchedIdle(cpu) && has(search.mask, cpu)) {
      search.spare = cpu;
      break;
    }
  }
  if (!isIdle) search.mask &= ~world.machine.smt[core];
  return isIdle;
}

const SPENT = -1;

/** One CPU of a scan: it is taken, the scan is given up, or it goes on (undefined). */
function visit(world, search, cpu) {
  if (search.wholeCores) return idleCore(world, search, cpu) ? cpu : undefined;
  search.budget -= 1;
  if (search.budget <= 0) return SPENT;
  return world.isUsable(cpu) ? cpu : undefined;
}

function scanMask(world, search, span, start) {
  for (const cpu of wrapped(span, start)) {
    if (!has(search.mask, cpu)) continue;
    const found = visit(world, search, cpu);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An idle CPU of the target's cache, -1 of none. */
function scanCache(world, task, llc, { target, wholeCores }) {
  const cache = world.cache(target);
  if (cache.idleScan === 0) return SPENT;
  const mask = llc.span & task.allowed;
  const search = { mask, wholeCores, spare: -1, budget: cache.idleScan + 1 };
  const [group] = llc.groups;
  if (world.machine.hasClusters && group.flags.has('CLUSTER')) {
    const found = scanMask(world, search, group.span, target + 1);
    if (found !== undefined) return found;
    search.mask &= ~group.span;
  }
  const found = scanMask(world, search, llc.span, target + 1);
  if (found !== undefined) return found;
  if (wholeCores) cache.idleCores = 0;
  return search.spare;
}

function idleSibling(world, task, llc, prev) {
  const serves = (cpu) => cpu !== prev && has(llc.span & task.allowed, cpu) && world.isUsable(cpu);
  return world.siblings(prev).find(serves);
}

/** A per-CPU kernel thread that woke the task is about to sleep: its CPU is as good as idle. */
function isBehindKthread(world, { waker, cpu, prev }) {
  const isKthread = waker.kthread && world.cpus[cpu].curr === waker;
  return isKthread && prev === cpu && world.running(cpu) <= 1;
}

/** The CPU the task used before its last, if it is of use; `isNear` if it can be had at once. */
function recentCpu(world, { wakee, prev, target }) {
  const cpu = wakee.recent;
  wakee.recent = prev;
  if (cpu === prev || cpu === target || !world.shareCache(cpu, target)) return undefined;
  if (!world.isUsable(cpu) || !has(wakee.allowed, cpu)) return undefined;
  return cpu;
}

/** The part of the search that looks around: siblings of prev, then the cache. */
function lookAround(world, { wakee, prev, target }) {
  const { llc } = world.machine.byCpu[target];
  if (!llc) return target;
  let wholeCores = false;
  if (world.machine.hasSmt) {
    wholeCores = world.cache(target).idleCores === 1;
    if (!wholeCores && world.shareCache(prev, target)) {
      const sibling = idleSibling(world, wakee, llc, prev);
      if (sibling !== undefined) return sibling;
    }
  }
  const found = scanCache(world, wakee, llc, { target, wholeCores });
  return found >= 0 ? found : undefined;
}

export function idleCpu(world, wakeup) {
  const { prev, target } = wakeup;
  const isNear = (cpu) => !world.machine.hasClusters || world.shareCluster(cpu, target);
  if (world.isUsable(target)) return target;
  const servesPrev = prev !== target && world.shareCache(prev, target) && world.isUsable(prev);
  if (servesPrev && isNear(prev)) return prev;
  if (isBehindKthread(world, wakeup)) return prev;
  const recent = recentCpu(world, wakeup);
  if (recent !== undefined && isNear(recent)) return recent;
  return lookAround(world, wakeup) ?? (servesPrev ? prev : undefined) ?? recent ?? target;
}
