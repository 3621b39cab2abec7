// Sched domains and groups of a machine: the levels a CPU is offered, their chains, the groups of each
// domain, and what is left after useless ones are taken out. A second implementation beside
// wasm-core/src/sched, written from the rules of the kernel's topology.c (v6.18) and held to all
// presets of topology-vectors.json, which describe their machines in the form read here.

import {
  firstOf,
  has,
  isSubset,
  members,
  NONE,
  only,
  readRange,
  setOf,
  sizeOf,
  wrapped,
} from './cpus.mjs';

const BASE_FLAGS = [
  ...['BALANCE_NEWIDLE', 'BALANCE_EXEC', 'BALANCE_FORK', 'WAKE_AFFINE', 'PREFER_SIBLING'],
];

/** For each CPU its number in a list of sets. */
function numberIn(sets, cpus) {
  const numbers = new Array(cpus).fill(-1);
  for (const [number, set] of sets.entries()) for (const cpu of members(set)) numbers[cpu] = number;
  return numbers;
}

function siblingSets(preset) {
  const { nr_cores: cores, threads_per_core: threads } = preset;
  const isBlock = preset.numbering.startsWith('block');
  const cpuOf = (core, thread) => (isBlock ? thread * cores + core : core * threads + thread);
  return Array.from({ length: cores }, (_, core) =>
    setOf(Array.from({ length: threads }, (_, thread) => cpuOf(core, thread))),
  );
}

/** The masks of each CPU before NUMA: a list of sets by CPU for each of them. */
function masksOf(preset) {
  const cpus = preset.nr_cpus;
  const byCpu = (sets) => {
    const numbers = numberIn(sets, cpus);
    return numbers.map((number) => sets[number]);
  };
  const cores = siblingSets(preset);
  const llcs = preset.llcs.map(readRange);
  const nodes = preset.nodes.map(readRange);
  const isShared = Array.isArray(preset.l2_clusters);
  return {
    smt: byCpu(cores),
    cluster: byCpu(isShared ? preset.l2_clusters.map(readRange) : cores),
    mc: byCpu(llcs),
    node: byCpu(nodes),
    llcOf: numberIn(llcs, cpus),
    nodeOf: numberIn(nodes, cpus),
  };
}

/** Distinct distances in increasing order, and the nodes in reach of each at each of them. */
function numaReach(preset, nodes) {
  const rows = preset.node_distance;
  const distances = [...new Set(rows.flat())].sort((a, b) => a - b);
  const reach = distances.map((limit) =>
    rows.map((row) =>
      row.reduce((set, far, node) => (far <= limit ? set | nodes[node] : set), NONE),
    ),
  );
  return { distances, reach };
}

/** The levels every CPU is offered, bottom-up. */
function levelsOf(preset, masks) {
  const { config } = preset;
  const { distances, reach } = numaReach(preset, preset.nodes.map(readRange));
  const atNode = (sets) => (cpu) => sets[masks.nodeOf[cpu]];
  const levels = [];
  if (config.SCHED_SMT && preset.threads_per_core > 1) {
    levels.push({
      name: 'SMT',
      flags: ['SHARE_CPUCAPACITY', 'SHARE_LLC'],
      mask: (cpu) => masks.smt[cpu],
    });
  }
  if (config.SCHED_CLUSTER) {
    levels.push({
      name: 'CLS',
      flags: ['CLUSTER', 'SHARE_LLC'],
      mask: (cpu) => masks.cluster[cpu],
    });
  }
  if (config.SCHED_MC) {
    levels.push({ name: 'MC', flags: ['SHARE_LLC'], mask: (cpu) => masks.mc[cpu] });
  }
  if (!preset.numa_in_package) {
    levels.push({ name: 'PKG', flags: [], mask: (cpu) => masks.node[cpu] });
  }
  levels.push({ name: 'NODE', flags: [], mask: atNode(reach[0]) });
  for (const [index, distance] of distances.entries()) {
    if (index === 0) continue;
    levels.push({ name: 'NUMA', flags: ['NUMA'], mask: atNode(reach[index]), distance });
  }
  return levels;
}

function flagsOf(level, preset) {
  const flags = new Set([...BASE_FLAGS, ...level.flags]);
  if (level.name !== 'NUMA') return flags;
  flags.delete('PREFER_SIBLING');
  flags.add('SERIALIZE');
  if (level.distance > preset.node_reclaim_distance) {
    for (const flag of ['BALANCE_EXEC', 'BALANCE_FORK', 'WAKE_AFFINE']) flags.delete(flag);
  }
  return flags;
}

function niceTries(flags) {
  if (flags.has('SHARE_CPUCAPACITY')) return 0;
  if (flags.has('SHARE_LLC')) return 1;
  return flags.has('NUMA') ? 2 : 1;
}

/** The domains of one CPU before any is taken out, bottom-up. */
function chainOf(cpu, levels, preset) {
  const all = preset.nr_cpus;
  const chain = [];
  for (const [number, level] of levels.entries()) {
    const child = chain.at(-1);
    const mask = level.mask(cpu);
    const span = child ? mask | child.span : mask;
    const weight = sizeOf(mask);
    const flags = flagsOf(level, preset);
    const imbalancePct = flags.has('SHARE_CPUCAPACITY') ? 110 : 117;
    const domain = { cpu, level: number, name: level.name, span, weight, flags, imbalancePct };
    const interval = { minInterval: weight, maxInterval: 2 * weight };
    chain.push({ ...domain, ...interval, cacheNiceTries: niceTries(flags), child, imbNumaNr: 0 });
    if (sizeOf(span) === all) break;
  }
  return chain;
}

/** How many tasks may stay together on one node, by domain. */
function setNumaAllowance(chain) {
  let allowance = 0;
  let unit = 1;
  for (const domain of chain) {
    const { child, flags, weight } = domain;
    if (child?.flags.has('SHARE_LLC') && !flags.has('SHARE_LLC')) {
      const caches = Math.floor(weight / child.weight);
      allowance = Math.max(1, caches === 1 ? weight >> 3 : caches);
      domain.imbNumaNr = allowance;
      unit = chain.find((above) => above.flags.has('NUMA'))?.weight ?? weight;
    } else {
      domain.imbNumaNr = allowance * Math.max(1, Math.floor(weight / unit));
    }
  }
}

/** Makes the groups of domains. Groups of ordinary domains are shared by the CPUs in them; the capacity
 * object is shared by all groups of one level with one first balance CPU. */
class Groups {
  constructor(chains, smt) {
    this.chains = chains;
    this.smt = smt;
    this.shared = new Map();
    this.capacities = new Map();
    this.balanceMasks = new Map();
  }

  make(span, flags, level, balanceMask) {
    const balanceCpu = firstOf(balanceMask);
    const key = `${level}:${balanceCpu}`;
    const capacity = this.capacities.get(key) ?? { of: key };
    this.capacities.set(key, capacity);
    const cores = new Set(members(span).map((cpu) => this.smt[cpu])).size;
    const group = { span, weight: sizeOf(span), cores, flags: new Set(flags), capacity };
    return { ...group, balanceMask, balanceCpu };
  }

  ordinary(domain, cpu) {
    const { child } = this.chains[cpu][domain.level];
    const span = child?.span ?? only(cpu);
    const key = `${domain.level}:${firstOf(span)}`;
    let group = this.shared.get(key);
    if (!group) {
      group = this.make(span, child?.flags ?? [], domain.level, span);
      this.shared.set(key, group);
    }
    return group;
  }

  /** The CPUs of a group that see exactly this group from the level it was built at. */
  balanceMask(span, level) {
    const key = `${level}:${span}`;
    let mask = this.balanceMasks.get(key);
    if (mask === undefined) {
      const see = (cpu) => this.chains[cpu][level]?.child?.span === span;
      mask = setOf(members(span).filter(see));
      this.balanceMasks.set(key, mask);
    }
    return mask;
  }

  overlapping(domain, cpu) {
    let sibling = this.chains[cpu][domain.level];
    if (!sibling || !has(sibling.span, cpu)) return undefined;
    while (sibling.child && !isSubset(sibling.child.span, domain.span)) sibling = sibling.child;
    while (sibling.child && sibling.child.span === sibling.span) sibling = sibling.child;
    const span = sibling.child?.span ?? sibling.span;
    const mask = this.balanceMask(span, sibling.level);
    return this.make(span, sibling.child?.flags ?? [], sibling.level, mask);
  }

  of(domain) {
    const isNuma = domain.flags.has('NUMA');
    const groups = [];
    let covered = NONE;
    for (const cpu of wrapped(domain.span, domain.cpu)) {
      if (has(covered, cpu)) continue;
      const group = isNuma ? this.overlapping(domain, cpu) : this.ordinary(domain, cpu);
      if (!group) continue;
      groups.push(group);
      covered |= group.span;
    }
    return groups;
  }
}

const isNeeded = (flag) => flag !== 'WAKE_AFFINE';

function isDegenerate(domain) {
  if (sizeOf(domain.span) === 1) return true;
  const serves = domain.groups.length > 1 && [...domain.flags].some(isNeeded);
  return !serves && !domain.flags.has('WAKE_AFFINE');
}

function addsNothing(parent, domain) {
  if (isDegenerate(parent)) return true;
  if (parent.span !== domain.span) return false;
  const counted = [...parent.flags].filter((flag) => parent.groups.length > 1 || !isNeeded(flag));
  return counted.every((flag) => domain.flags.has(flag));
}

/** The chain without domains that decide nothing. */
function withoutDegenerate(chain) {
  const kept = [chain[0]];
  for (const [index, parent] of chain.entries()) {
    if (index === 0) continue;
    const domain = kept.at(-1);
    if (!addsNothing(parent, domain)) {
      kept.push(parent);
      continue;
    }
    const above = chain[index + 1];
    if (above) above.groups[0].flags = new Set(domain.flags);
    if (parent.flags.has('PREFER_SIBLING')) domain.flags.add('PREFER_SIBLING');
  }
  if (!isDegenerate(kept[0])) return kept;
  kept.shift();
  if (kept[0]) kept[0].groups[0].flags = new Set();
  return kept;
}

/** The highest domain that shares the last-level cache, without a gap from the base. */
function lastSharing(domains) {
  const end = domains.findIndex(({ flags }) => !flags.has('SHARE_LLC'));
  return domains.slice(0, end < 0 ? domains.length : end).at(-1);
}

function cachedOf(cpu, domains) {
  const llc = lastSharing(domains);
  const cluster = domains.find(({ flags }) => flags.has('CLUSTER'));
  const llcId = llc ? firstOf(llc.span) : cpu;
  const shareId = cluster ? firstOf(cluster.span) : llcId;
  return { domains, llc, llcSize: llc?.weight ?? 1, llcId, shareId };
}

/** A machine of a preset: by CPU its domains after degeneration and what is cached of them. */
export function buildMachine(preset) {
  const masks = masksOf(preset);
  const levels = levelsOf(preset, masks);
  const cpus = Array.from({ length: preset.nr_cpus }, (_, cpu) => cpu);
  const chains = cpus.map((cpu) => chainOf(cpu, levels, preset));
  const groups = new Groups(chains, masks.smt);
  for (const chain of chains) {
    setNumaAllowance(chain);
    for (const domain of chain) domain.groups = groups.of(domain);
  }
  const cached = chains.map((chain, cpu) => cachedOf(cpu, withoutDegenerate(chain)));
  return {
    cpus: preset.nr_cpus,
    all: setOf(cpus),
    smt: masks.smt,
    llcOf: masks.llcOf,
    nodeOf: masks.nodeOf,
    nodes: preset.nodes.map(readRange),
    byCpu: cached,
    hasSmt: preset.threads_per_core > 1,
    hasClusters: cached.some(({ domains }) => domains.some(({ flags }) => flags.has('CLUSTER'))),
  };
}
