// Which tasks a pass takes from a queue: from the one that has waited longest.

import { firstOf, has } from '../cpus.mjs';

const NOW = 10_000_000_000;
const HOT = 500_000;
const SCHED_IDLE = 5;

/** On its own queue, beside those that are queued now. */
function isEligible(queue, task) {
  const ahead = queue.reduce(
    (sum, { vruntime, weight }) => sum + BigInt(vruntime - task.vruntime) * BigInt(weight),
    0n,
  );
  return ahead >= 0n;
}

function isHot(pass, task) {
  if (pass.domain.flags.has('SHARE_CPUCAPACITY') || task.policy === SCHED_IDLE) return false;
  return NOW - task.exec_start < HOT;
}

/** Notes what a refusal by affinity leaves behind. */
function notePinned(pass, task) {
  pass.somePinned = true;
  if (pass.idle === 'CPU_NEWLY_IDLE' || pass.otherDst !== undefined) return;
  const other = firstOf(pass.domain.groups[0].balanceMask & pass.cpus & task.allowed);
  if (other >= 0) pass.otherDst = other;
}

export function mayMove(world, pass, task) {
  const queue = world.cpus[pass.src].tasks;
  const isBusyThere = world.running(pass.dst) > 0;
  if (pass.failed === 0 && isBusyThere && !isEligible(queue, task)) return false;
  if (task.kthread) return false;
  if (!has(task.allowed, pass.dst)) {
    notePinned(pass, task);
    return false;
  }
  pass.allPinned = false;
  if (world.cpus[pass.src].curr === task) return false;
  return !isHot(pass, task) || pass.failed > pass.domain.cacheNiceTries;
}

/** What a task takes off the amount; undefined if it is too big. */
function costOf({ migration, failed }, { load, util }) {
  if (migration.type === 'migrate_task') return 1n;
  const size = migration.type === 'migrate_load' ? Math.max(load, 1) : util;
  return BigInt(size) >> BigInt(failed) > migration.amount ? undefined : BigInt(size);
}

/** True when the next task may be looked at. */
function goesOn(source, pass) {
  if (pass.migration.amount <= 0n) return false;
  if (pass.idle !== 'CPU_NOT_IDLE' && source.tasks.length <= 1) return false;
  pass.loop += 1;
  return pass.loop <= pass.loopMax && source.list.length > 0;
}

/** Takes tasks off the source; the list is in the order they were taken. */
export function detach(world, pass) {
  const source = world.cpus[pass.src];
  const taken = [];
  if (source.tasks.length <= 1) {
    pass.allPinned = false;
    return taken;
  }
  while (goesOn(source, pass)) {
    // The tail of the kernel's list is the front of ours: the first listed is the oldest.
    const [task, ...others] = source.list;
    const cost = mayMove(world, pass, task) ? costOf(pass, task) : undefined;
    if (cost === undefined) {
      source.list = [...others, task];
      continue;
    }
    pass.migration.amount -= cost;
    source.list = others;
    source.tasks = source.tasks.filter((one) => one !== task);
    taken.push(task);
    if (pass.idle === 'CPU_NEWLY_IDLE') break;
  }
  return taken;
}

/** Puts taken tasks on the destination, the last one first. */
export function attach(world, pass, taken) {
  const { tasks } = world.cpus[pass.dst];
  for (const task of taken.reverse()) {
    tasks.push(Object.assign(task, { cpu: pass.dst }));
    pass.moved.push({ id: task.id, to: pass.dst });
  }
}
