// The CPU for a task that wakes up: near its waker or near its previous CPU, then an idle CPU of that cache.

import { has, members, sizeOf } from '../cpus.mjs';
import { idleCpu } from './idle-scan.mjs';
import { permitted, World } from './state.mjs';

export function isWide(world, waker, wakee, cpu) {
  const factor = world.machine.byCpu[cpu].llcSize;
  const most = Math.max(waker.flips, wakee.flips);
  const fewest = Math.min(waker.flips, wakee.flips);
  return fewest >= factor && most >= fewest * factor;
}

/** The comparison of loads: true if the waker's CPU is to be had more cheaply. */
function isLighterHere(world, domain, { cpu, prev, wakee, sync }) {
  let here = world.load(cpu);
  if (sync) {
    const own = world.cpus[cpu].curr?.load ?? 0;
    if (own > here) return true;
    here -= own;
  }
  const share = 100 + Math.trunc((domain.imbalancePct - 100) / 2);
  const costHere = BigInt(here + wakee.load) * 100n * BigInt(world.cpus[prev].capacity);
  const left = BigInt(world.load(prev) - wakee.load);
  const costThere = left * BigInt(share) * BigInt(world.cpus[cpu].capacity);
  return costHere < costThere + (sync ? 1n : 0n);
}

/** The waker's CPU or the one the task was on. */
export function wakeAffine(world, domain, wakeup) {
  const { cpu, prev, sync } = wakeup;
  if (world.isIdle(cpu) && world.shareCache(cpu, prev)) return world.isIdle(prev) ? prev : cpu;
  if (sync && world.running(cpu) === 1) return cpu;
  if (world.isIdle(prev)) return prev;
  return isLighterHere(world, domain, wakeup) ? cpu : prev;
}

function targetOf(world, wakeup) {
  const { cpu, prev, waker, wakee } = wakeup;
  const wants = !isWide(world, waker, wakee, cpu) && has(wakee.allowed, cpu);
  if (!wants || cpu === prev) return prev;
  const serves = ({ flags, span }) => flags.has('WAKE_AFFINE') && has(span, prev);
  const domain = world.machine.byCpu[cpu].domains.find(serves);
  return domain ? wakeAffine(world, domain, wakeup) : prev;
}

const readWakeup = (world, input) => {
  const waker = world.task(input.waker_task);
  const wakee = world.task(input.wakee_task);
  return { waker, wakee, cpu: waker.cpu, prev: input.prev_cpu, sync: input.sync === 1 };
};

export function affine({ topology, state, input }) {
  const world = new World(topology, state);
  const wakeup = readWakeup(world, input);
  const domain = world.machine.byCpu[wakeup.cpu].domains[input.domain_level];
  const wide = isWide(world, wakeup.waker, wakeup.wakee, wakeup.cpu);
  return { target: wakeAffine(world, domain, wakeup), wake_wide: Number(wide) };
}

/** The other CPU does the queueing itself. */
function isHandedOver(world, task, cpu, from) {
  if (!has(task.allowed, cpu)) return false;
  if (!world.shareCache(from, cpu)) return true;
  return cpu !== from && world.running(cpu) === 0;
}

function choose(world, wakeup) {
  const { waker, wakee } = wakeup;
  if (sizeOf(wakee.allowed) === 1) return members(wakee.allowed)[0];
  waker.flips += 1; // the last one it woke was another
  const target = targetOf(world, wakeup);
  return permitted(world, wakee, idleCpu(world, { ...wakeup, target }));
}

export function wake({ topology, state, input }) {
  const world = new World(topology, state);
  const wakeup = readWakeup(world, input);
  const cpu = choose(world, wakeup);
  return {
    cpu,
    flips_after: wakeup.waker.flips,
    recent_used_cpu_after: wakeup.wakee.recent,
    has_idle_cores_of_target_llc_after: world.cache(cpu).idleCores,
    queue_on_wakelist: isHandedOver(world, wakeup.wakee, cpu, wakeup.cpu),
  };
}

/** The hint that a CPU about to go idle leaves for later searches for an idle core. */
export function idleCoreHint({ topology, busy_cpus, cpu_going_idle }) {
  const tasks = (id) => [{ id, load: 1024, util: 500, runnable: 500, running: true }];
  const cpus = busy_cpus.map((cpu, id) => ({ cpu, tasks: tasks(id) }));
  const world = new World(topology, { cpus });
  return { has_idle_cores: Number(world.isCoreIdle(cpu_going_idle)) };
}
