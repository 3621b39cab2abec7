// One balancing pass at one domain for one CPU, and the decision of one without its consequences.

import { has, isSubset, only, writeRange } from '../cpus.mjs';
import { busiestCpu, findBusiest } from './busiest.mjs';
import { attach, detach } from './detach.mjs';
import { World } from './state.mjs';
import { shouldBalance } from './statistics.mjs';

const MOST_TASKS = 32;
const MOST_PINNED_MS = 512;

/** Per domain of a CPU: failures in a row and the interval. */
function readPresets(world, presets, domain) {
  const memory = { failed: 0, interval: domain.minInterval };
  for (const { cpu, domain_level, field, value } of presets) {
    const preset = world.machine.byCpu[cpu].domains[domain_level];
    if (field === 'first_group.capacity.imbalance') {
      if (value) world.flagged.add(preset.groups[0].capacity);
    } else if (preset === domain) {
      memory[field === 'nr_balance_failed' ? 'failed' : 'interval'] = value;
    }
  }
  return memory;
}

function openPass({ topology, state, input }) {
  const world = new World(topology, state);
  const { domains } = world.machine.byCpu[input.dst_cpu];
  const domain = domains[input.domain_level];
  const memory = readPresets(world, input.preset_fields, domain);
  const parent = domains[input.domain_level + 1];
  const pass = { domain, parent, dst: input.dst_cpu, idle: input.idle, cpus: domain.span };
  return { world, pass: { ...pass, ...memory, origin: input.dst_cpu, moved: [] } };
}

function shownStats({ stats }) {
  const { type, load, util, runnable, nr, h_nr, idle, weight, capacity, avg_load } = stats;
  return { type, load, util, runnable, nr, h_nr, idle, weight, capacity, avg_load };
}

function shownDecision(world, pass, { busiest, migration }) {
  if (!migration) return { result: null, imbalance: 0 };
  return {
    result: writeRange(busiest.group.span),
    migration_type: migration.type,
    imbalance: Number(migration.amount),
    src_cpu: busiestCpu(world, pass, busiest.group, migration),
  };
}

export function findSourceGroup(vector) {
  const { world, pass } = openPass(vector);
  const should = Number(shouldBalance(world, pass));
  const found = findBusiest(world, pass);
  const { busiest } = found;
  return {
    domain: pass.domain.name,
    should_we_balance: should,
    local: shownStats(found.local),
    busiest_candidate: busiest ? writeRange(busiest.group.span) : null,
    busiest_stat: busiest ? shownStats(busiest) : null,
    prefer_sibling: Number(found.prefersSibling),
    ...shownDecision(world, pass, found),
    nr_idle_scan: world.cache(pass.dst).idleScan,
    rd_overloaded: Number(world.isOverloaded),
  };
}

/** Nothing to do here: what that leaves behind. */
function leaveBalanced(world, pass) {
  if (pass.parent && !pass.allPinned) world.flagged.delete(pass.parent.groups[0].capacity);
  pass.failed = 0;
  lengthen(pass);
}

function lengthen(pass) {
  if (pass.idle === 'CPU_NEWLY_IDLE') return;
  const isShortForPinned = pass.allPinned && pass.interval < MOST_PINNED_MS;
  if (isShortForPinned || pass.interval < pass.domain.maxInterval) pass.interval *= 2;
}

/** Moves what may be moved, to another CPU of the group where affinity forbids this one. */
function moveTasks(world, pass) {
  pass.loop = 0;
  pass.loopMax = Math.min(MOST_TASKS, world.running(pass.src));
  world.cpus[pass.src].list = [...world.cpus[pass.src].tasks];
  for (;;) {
    attach(world, pass, detach(world, pass));
    if (pass.otherDst === undefined || pass.migration.amount <= 0n) return;
    pass.cpus &= ~only(pass.dst);
    pass.dst = pass.otherDst;
    pass.otherDst = undefined;
    pass.loop = 0;
  }
}

/** Looks for a source and takes from it: 'balanced', 'again' (without this source) or 'done'. */
function attempt(world, pass) {
  if (!shouldBalance(world, pass)) {
    pass.continues = false;
    return 'balanced';
  }
  const { busiest, migration } = findBusiest(world, pass);
  if (!migration) return 'balanced';
  const src = busiestCpu(world, pass, busiest.group, migration);
  if (src < 0) return 'balanced';
  Object.assign(pass, { src, migration, allPinned: true });
  if (world.running(src) <= 1) return 'done';
  moveTasks(world, pass);
  if (pass.parent && pass.somePinned && migration.amount > 0n) {
    world.flagged.add(pass.parent.groups[0].capacity);
  }
  if (!pass.allPinned) return 'done';
  pass.cpus &= ~only(src);
  return isSubset(pass.cpus, pass.domain.groups[0].balanceMask) ? 'balanced' : 'again';
}

function needsActive(world, pass) {
  const { domain, dst, src, failed, idle, migration } = pass;
  if (migration.type === 'migrate_task' && failed > domain.cacheNiceTries + 2) return true;
  if (idle === 'CPU_NOT_IDLE' || world.running(src) !== 1) return false;
  const [there, here] = [world.cpus[src].capacity, world.cpus[dst].capacity];
  return world.isReduced(src, domain) && there * domain.imbalancePct < here * 100;
}

/** Nothing was moved: the counter, and whether the running task is to be pushed away. */
function afterNothing(world, pass) {
  if (pass.idle !== 'CPU_NEWLY_IDLE') pass.failed += 1;
  if (!needsActive(world, pass)) return 'reset';
  const curr = world.cpus[pass.src].curr;
  if (curr && !has(curr.allowed, pass.origin)) return 'lengthen';
  pass.active = pass.src;
  return 'reset';
}

function finish(world, pass) {
  let interval = 'reset';
  if (pass.moved.length > 0) pass.failed = 0;
  else interval = afterNothing(world, pass);
  if (interval === 'lengthen') lengthen(pass);
  else if (pass.active === undefined || needsActive(world, pass)) {
    pass.interval = pass.domain.minInterval;
  }
}

/** A whole pass: its state at the end. */
function runPass(vector) {
  const { world, pass } = openPass(vector);
  pass.continues = true;
  let end = 'again';
  while (end === 'again') end = attempt(world, pass);
  if (end === 'done') finish(world, pass);
  else leaveBalanced(world, pass);
  return pass;
}

/** CPUs that tasks were moved to, in the order they came. */
export const destinationsOf = (vector) => runPass(vector).moved.map(({ to }) => to);

export function balance(vector) {
  const pass = runPass(vector);
  return {
    domain: pass.domain.name,
    ld_moved: pass.moved.length,
    continue: Number(pass.continues),
    moved: pass.moved.map(({ id }) => id),
    active_balance_cpu: pass.active ?? -1,
    nr_balance_failed: pass.failed,
    balance_interval: pass.interval,
  };
}
