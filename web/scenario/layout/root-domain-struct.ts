// struct root_domain as a list of members that can be put in another order, aligned and padded: three
// structures in one another (root_domain, cpupri, cpupri_vec). The edits that change it: edits.ts.
//
// Members, types and sizes: Linux 6.18, x86-64, CONFIG_SMP, CPUMASK_OFFSTACK, without lockdep and
// spinlock debugging (pahole in the posting of "sched/rt: mitigate root_domain cache line contention").

import { type Laid, layOut, type Placeable } from './structure.ts';

/** cpupri levels: NORMAL, RT1 to RT99, HIGHER. */
export const LEVELS = 101;

/** What an array of cpupri holds: whole vectors, or, split, the counts or the masks alone. */
export type ArrayOf = 'pri_to_cpu' | 'count' | 'mask';

/** A run of levels, both ends included. */
export interface Levels {
  readonly of: ArrayOf;
  readonly first: number;
  readonly last: number;
}

export interface Member {
  /** Unique in root_domain: what edits call it. */
  readonly name: string;
  /** Its type in C. */
  readonly type: string;
  /** 0 for those whose size follows from others: cpupri and the arrays of vectors. */
  readonly size: number;
  readonly alignment: number;
  readonly extra: number;
  readonly padding: number;
  /** Set for the arrays of cpupri. */
  readonly levels?: Levels;
  /** Of other structures: what people call the member; '': those that are not simulated. */
  readonly title?: string;
  /** Of other structures: how many elements of it have names of their own; left out: it has one. */
  readonly elements?: number;
}

/** The three structures by the name they have here. */
export type Container = 'root_domain' | 'cpupri' | 'cpupri_vec';

/** The members of each structure, in order. `cpupri_vec` is unused while counts and masks are split. */
export interface RootDomain extends Readonly<Record<Container, readonly Member[]>> {
  /** The key of another structure, whose members stand in the place of root_domain's: plain.ts. */
  readonly structure?: string;
}

export const containers: readonly Container[] = ['root_domain', 'cpupri', 'cpupri_vec'];

function member(name: string, type: string, size: number, alignment: number): Member {
  return { name, type, size, alignment, extra: 0, padding: 0 };
}
const pointer = (name: string, type: string) => member(name, type, 8, 8);
const atomic = (name: string) => member(name, 'atomic_t', 4, 4);
const int = (name: string) => member(name, 'int', 4, 4);

/** "count[0..100]", "count[7]": the name of an array of cpupri. */
export const nameOfLevels = ({ of, first, last }: Levels): string =>
  first === last ? `${of}[${first}]` : `${of}[${first}..${last}]`;

const typeOfArray: Readonly<Record<ArrayOf, readonly [string, number, number]>> = {
  pri_to_cpu: ['struct cpupri_vec', 0, 0],
  count: ['atomic_t', 4, 4],
  mask: ['cpumask_var_t', 8, 8],
};

/** An array of cpupri for some levels. The size of one of vectors follows from struct cpupri_vec. */
export function arrayMember(levels: Levels): Member {
  const [type, size, alignment] = typeOfArray[levels.of];
  const many = levels.last - levels.first + 1;
  return { ...member(nameOfLevels(levels), type, size * many, alignment), levels };
}

const all = (of: ArrayOf) => arrayMember({ of, first: 0, last: LEVELS - 1 });

export const vectorMembers: readonly Member[] = [atomic('count'), pointer('mask', 'cpumask_var_t')];
export const vectors: Member = all('pri_to_cpu');
export const splitArrays: readonly Member[] = [all('count'), all('mask')];
export const oneCount: Member = atomic('rto_count');
export const countsPerNode: Member = pointer('rto_counts', 'atomic_t **');

/** The baseline kernel's root_domain. */
export const baseline: RootDomain = {
  root_domain: [
    atomic('refcount'),
    oneCount,
    member('rcu', 'struct rcu_head', 16, 8),
    pointer('span', 'cpumask_var_t'),
    pointer('online', 'cpumask_var_t'),
    member('overloaded', 'bool', 1, 1),
    member('overutilized', 'bool', 1, 1),
    pointer('dlo_mask', 'cpumask_var_t'),
    atomic('dlo_count'),
    member('dl_bw', 'struct dl_bw', 24, 8),
    member('cpudl', 'struct cpudl', 24, 8),
    member('visit_cookie', 'u64', 8, 8),
    member('rto_push_work', 'struct irq_work', 32, 8),
    member('rto_lock', 'raw_spinlock_t', 4, 4),
    int('rto_loop'),
    int('rto_cpu'),
    atomic('rto_loop_next'),
    atomic('rto_loop_start'),
    pointer('rto_mask', 'cpumask_var_t'),
    member('cpupri', 'struct cpupri', 0, 0),
    pointer('pd', 'struct perf_domain *'),
  ],
  cpupri: [vectors, pointer('cpu_to_pri', 'int *')],
  cpupri_vec: vectorMembers,
};

/** True while count[i] and mask[i] are members of one structure. */
export const isVectored = ({ cpupri }: RootDomain): boolean =>
  cpupri.some(({ levels }) => levels?.of === 'pri_to_cpu');

/** True if RT overload is counted by node, as patch 3 does. */
export const isPerNode = ({ root_domain }: RootDomain): boolean =>
  root_domain.some(({ name }) => name === countsPerNode.name);

/** All three structures as a compiler lays them out. */
export interface Compiled {
  readonly root_domain: Laid;
  readonly cpupri: Laid;
  readonly cpupri_vec: Laid;
  /** Size and alignment of any member, those that follow from others included. */
  readonly measured: (member: Member) => Placeable;
}

export function compile(layout: RootDomain): Compiled {
  const vector = layOut(layout.cpupri_vec);
  const measureArray = (member: Member): Placeable => {
    if (member.levels?.of !== 'pri_to_cpu') return member;
    const many = member.levels.last - member.levels.first + 1;
    return { ...member, size: many * vector.size, alignment: vector.alignment };
  };
  const cpupri = layOut(layout.cpupri.map(measureArray));
  const measured = (member: Member): Placeable =>
    member.name === 'cpupri'
      ? { ...member, size: cpupri.size, alignment: cpupri.alignment }
      : measureArray(member);
  const root_domain = layOut(layout.root_domain.map(measured));
  return { root_domain, cpupri, cpupri_vec: vector, measured };
}

/** Where a structure begins in root_domain; for cpupri_vec: the first of them. */
export function startOf(layout: RootDomain, compiled: Compiled, container: Container): number {
  if (container === 'root_domain') return 0;
  const at = layout.root_domain.findIndex(({ name }) => name === 'cpupri');
  const cpupri = compiled.root_domain.offsets[at] ?? 0;
  if (container === 'cpupri') return cpupri;
  const first = layout.cpupri.findIndex(({ levels }) => levels?.of === 'pri_to_cpu');
  return cpupri + (compiled.cpupri.offsets[first] ?? 0);
}

/** The structure a member belongs to. */
export function containerOf(layout: RootDomain, name: string): Container | undefined {
  return containers.find((container) => {
    if (container === 'cpupri_vec' && !isVectored(layout)) return false;
    return layout[container].some((member) => member.name === name);
  });
}

/** Offset and size of a member; for count and mask of the vectors: those of the first vector. */
export function memberPlace(layout: RootDomain, name: string, compiled = compile(layout)) {
  const container = containerOf(layout, name);
  if (!container) return undefined;
  const at = layout[container].findIndex((member) => member.name === name);
  const member = layout[container][at]!;
  const offset = startOf(layout, compiled, container) + compiled[container].offsets[at]!;
  return { ...compiled.measured(member), member, container, offset };
}
