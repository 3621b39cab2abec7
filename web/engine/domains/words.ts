// What the topology probe wrote, made readable: the words of wasm-core/src/probe/topology.c become
// objects with the field names of the vector files.

import { formatCpuList } from '../cpu-list.ts';

/** The core says that no such machine can be, and why. */
export class MachineRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MachineRefused';
  }
}

/** How large a machine's answer can become. */
interface Extent {
  readonly cpus: number;
  readonly nodes: number;
  /** Different values in the distance table: no CPU has more NUMA levels. */
  readonly distances: number;
}

/** Bits in the order of enum ss_domain_flag. */
export const FLAGS = [
  'SD_BALANCE_NEWIDLE',
  'SD_BALANCE_EXEC',
  'SD_BALANCE_FORK',
  'SD_BALANCE_WAKE',
  'SD_WAKE_AFFINE',
  'SD_ASYM_CPUCAPACITY',
  'SD_ASYM_CPUCAPACITY_FULL',
  'SD_SHARE_CPUCAPACITY',
  'SD_CLUSTER',
  'SD_SHARE_LLC',
  'SD_SERIALIZE',
  'SD_ASYM_PACKING',
  'SD_PREFER_SIBLING',
  'SD_NUMA',
] as const;

/** In the order of enum ss_level_kind. */
const KINDS = ['SMT', 'CLS', 'MC', 'PKG', 'NODE', 'NUMA'];
/** In the order of enum ss_numa_topology_type. */
const NUMA_TYPES = ['NUMA_DIRECT', 'NUMA_GLUELESS_MESH', 'NUMA_BACKPLANE'];
/** Levels beside the NUMA distances: SMT, CLS, MC, PKG, and NODE for distance 10. */
const OTHER_LEVELS = 5;

export interface DomainGroup {
  span: string;
  weight: number;
  cores: number;
  balance_cpu: number;
  balance_mask: string;
  /** Names, in the order of the bits. */
  flags: string;
}

/** The numbers of a domain, in the order of the words. */
export const DOMAIN_NUMBERS = [
  'span_weight',
  'min_interval',
  'max_interval',
  'busy_factor',
  'imbalance_pct',
  'cache_nice_tries',
  'imb_numa_nr',
] as const;

export type DomainNumbers = Record<(typeof DOMAIN_NUMBERS)[number], number>;

export interface Domain extends DomainNumbers {
  name: string;
  /** imb_numa_nr as v5.18 computed it. */
  imb_numa_nr_v5_18: number;
  span: string;
  flags: string;
  groups: DomainGroup[];
}

export interface CpuDomainWords {
  sd_llc_size: number;
  sd_llc_id: number;
  sd_share_id: number;
  domains: Domain[];
}

export interface Observed {
  numa_in_package: boolean;
  numa_topology_type: string;
  sched_cluster_active: boolean;
  levels_offered: string[];
  cpus: CpuDomainWords[];
}

class Words {
  private readonly words: Int32Array;
  private readonly cpus: number;
  private at = 0;

  constructor(words: Int32Array, cpus: number) {
    this.words = words;
    this.cpus = cpus;
  }

  next(): number {
    const word = this.words[this.at++];
    if (word === undefined) {
      throw new Error(`the topology probe wrote only ${this.words.length} words`);
    }
    return word;
  }

  named(names: readonly string[]): string {
    const index = this.next();
    return names[index] ?? `number ${index}`;
  }

  flags(): string {
    const bits = this.next();
    return FLAGS.filter((_, bit) => (bits >> bit) & 1).join(' ');
  }

  span(): string {
    const members: number[] = [];
    for (let first = 0; first < this.cpus; first += 32) {
      const word = this.next();
      for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) members.push(first + bit);
    }
    return formatCpuList(members);
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.next() }, read);
  }
}

function readGroup(words: Words): DomainGroup {
  const [weight, cores, balance_cpu] = [words.next(), words.next(), words.next()];
  const flags = words.flags();
  return { span: words.span(), weight, cores, balance_cpu, balance_mask: words.span(), flags };
}

function readDomain(words: Words): Domain {
  const name = words.named(KINDS);
  const flags = words.flags();
  const numbers = Object.fromEntries(DOMAIN_NUMBERS.map((key) => [key, words.next()]));
  const imb_numa_nr_v5_18 = words.next();
  return {
    name,
    span: words.span(),
    flags,
    ...(numbers as DomainNumbers),
    imb_numa_nr_v5_18,
    groups: words.list(() => readGroup(words)),
  };
}

/** Most words the probe writes for the machine and for each CPU asked for. */
export function boundWords({ cpus, nodes, distances }: Extent) {
  const spanWords = Math.ceil(cpus / 32);
  const levels = OTHER_LEVELS + distances;
  // An ordinary domain has at most a group a CPU, a NUMA domain at most one a node.
  const groups = OTHER_LEVELS * cpus + distances * nodes;
  const cpu = 4 + levels * (11 + spanWords) + groups * (4 + 2 * spanWords);
  // A refusal is two words and a message.
  return { machine: Math.max(5 + 2 * levels, 512), cpu };
}

/** The probe's answer for `asked` CPUs. Throws MachineRefused. */
export function readObserved(answer: Int32Array, cpus: number, asked: number): Observed {
  const words = new Words(answer, cpus);
  if (words.next() === 0) {
    const bytes = Uint8Array.from(words.list(() => words.next()));
    throw new MachineRefused(new TextDecoder().decode(bytes));
  }
  return {
    numa_in_package: words.next() !== 0,
    numa_topology_type: words.named(NUMA_TYPES),
    sched_cluster_active: words.next() !== 0,
    levels_offered: words.list(() => {
      const kind = words.named(KINDS);
      const distance = words.next();
      return kind === 'NUMA' ? `NUMA(${distance})` : kind;
    }),
    cpus: Array.from({ length: asked }, () => ({
      sd_llc_size: words.next(),
      sd_llc_id: words.next(),
      sd_share_id: words.next(),
      domains: words.list(() => readDomain(words)),
    })),
  };
}
