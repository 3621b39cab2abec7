// From sched domains to a row a CPU. The kernel builds them of what CPUs share and leaves out those that would repeat the one
// below: their names say what is shared, and where the kernel gives none the levels are proposed and asked.

import { counted, type ReaderNotes } from '../notes.ts';
import type { MachineCpuRow } from './rows.ts';

export interface Domain {
  /** "SMT", "MC"; undefined where the kernel does not say. */
  readonly name: string | undefined;
  readonly cpus: readonly number[];
}

type Domains = ReadonlyMap<number, readonly Domain[]>;
type Level = 'smt' | 'cluster' | 'cache' | 'package' | 'node';

/** What a level's name means, as kernels before 6.16 and of other architectures have it, too. */
const levelNamed = (name: string): Level => {
  if (/^(SMT|SIBLING)$/.test(name)) return 'smt';
  if (/^(CLS|CLUSTER)$/.test(name)) return 'cluster';
  if (name === 'MC' || name === 'CACHE') return 'cache';
  return /^(NUMA|NODE|ALLNODES)/.test(name) ? 'node' : 'package';
};

/** Rows of the CPUs. What they do not say is proposed in `notes`. */
export function rowsOfDomains(domains: Domains, notes: ReaderNotes): readonly MachineCpuRow[] {
  const named = [...domains.values()].flat().every(({ name }) => name !== undefined);
  const levelOf = named ? ({ name }: Domain) => levelNamed(name!) : askedLevels(domains, notes);
  const spans = new Map([...domains].map(([cpu, own]) => [cpu, spansOf(cpu, own, levelOf)]));
  const packages = packagesOf(spans, notes);
  const isShared = [...spans.values()].some(({ cache }) => cache.length > 1);
  return [...spans].map(([cpu, { smt, cluster, cache, home }]) => ({
    cpu,
    core: `${least(smt)}`,
    l2: cluster && `${least(cluster)}`,
    llc: isShared ? `${least(cache)}` : undefined,
    package: packages.get(cpu)!,
    node: least(home),
  }));
}

const least = (cpus: readonly number[]): number => Math.min(...cpus);

/** The CPUs that one shares each thing with, itself included. */
interface Spans {
  readonly smt: readonly number[];
  readonly cluster: readonly number[] | undefined;
  readonly cache: readonly number[];
  /** Of its node: the widest domain below those of several nodes. */
  readonly home: readonly number[];
  /** Those of several nodes, the nearest first. */
  readonly nodes: readonly (readonly number[])[];
}

function spansOf(cpu: number, own: readonly Domain[], levelOf: (domain: Domain) => Level): Spans {
  const of = (level: Level) => own.filter((domain) => levelOf(domain) === level);
  const [smt = [cpu]] = of('smt').map(({ cpus }) => cpus);
  const cluster = of('cluster')[0]?.cpus;
  const cache = of('cache')[0]?.cpus ?? cluster ?? smt;
  const home = of('package').at(-1)?.cpus ?? cache;
  return { smt, cluster, cache, home, nodes: of('node').map(({ cpus }) => cpus) };
}

/** A package a node, or the CPUs of the nearest nodes where several levels of nodes stand above each other without overlap. */
function packagesOf(
  spans: ReadonlyMap<number, Spans>,
  notes: ReaderNotes,
): ReadonlyMap<number, number> {
  const isNested = [...spans].every(([, { nodes }]) => {
    const [first, ...wider] = nodes;
    return wider.length > 0 && first!.every((other) => sameCpus(spans.get(other)?.nodes[0], first));
  });
  const nodes = new Set([...spans.values()].map(({ home }) => least(home))).size;
  const packages = new Map(
    [...spans].map(
      ([
        cpu,
        {
          nodes: [near],
          home,
        },
      ]) => [cpu, least(isNested ? near! : home)],
    ),
  );
  const count = new Set(packages.values()).size;
  if (nodes > 1) {
    notes.add(
      `Sched domains show nodes, not packages: ${counted(count, 'package')} for ${counted(nodes, 'node')} ${count === 1 ? 'is' : 'are'} inferred.`,
    );
  }
  return packages;
}

const sameCpus = (a: readonly number[] | undefined, b: readonly number[] | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && least(a) === least(b);

// ---- levels without names ------------------------------------------------------------------------

/** /proc/schedstat before 6.14 gives the CPUs of each domain and no name. */
function askedLevels(domains: Domains, notes: ReaderNotes): (domain: Domain) => Level {
  const [first] = [...domains].sort(([a], [b]) => a - b);
  const sizes = first![1].map(({ cpus }) => cpus.length);
  const threads = askedThreads(first![1], notes);
  const above = sizes.filter((size) => size > threads);
  const total = domains.size;
  const offers = [threads, ...above].map((size) => `${Math.ceil(total / size)}`);
  const caches = notes.ask({
    ...{ about: 'caches', asks: 'How many last-level caches are there?' },
    offers: [...new Set(offers)].map((key) => ({ key, label: counted(Number(key), 'cache') })),
    proposed: `${Math.ceil(total / (above[0] ?? threads))}`,
    taken:
      'This kernel gives its sched domains no names: the lowest one above the threads of a core is taken for a last-level cache.',
  });
  const cache =
    [threads, ...above].find((size) => `${Math.ceil(total / size)}` === caches) ?? threads;
  const node = askedNodeSize(cache, above, total, notes);
  return ({ cpus }) => {
    if (cpus.length <= threads) return 'smt';
    if (cpus.length < cache) return 'cluster';
    if (cpus.length === cache) return 'cache';
    return cpus.length <= node ? 'package' : 'node';
  };
}

/** Two CPUs of the innermost domain are siblings; more may be, on Power and others. */
function askedThreads([inner]: readonly Domain[], notes: ReaderNotes): number {
  const size = inner?.cpus.length ?? 1;
  const canBe = [2, 4, 8].includes(size);
  const answer = notes.ask({
    ...{ about: 'threads', asks: 'How many threads does a core have?' },
    offers: (canBe ? ['1', `${size}`] : ['1']).map((key) => ({ key, label: key })),
    proposed: size === 2 ? '2' : '1',
    taken:
      size === 2
        ? 'The two CPUs of each innermost sched domain are taken for threads of one core.'
        : 'Each CPU is taken for a core: the innermost sched domains have more than two.',
  });
  return Number(answer);
}

/** CPUs of a node: up to four large caches customarily are a node each, more of them the parts of one. */
function askedNodeSize(
  cache: number,
  above: readonly number[],
  total: number,
  notes: ReaderNotes,
): number {
  const sizes = [...new Set([cache, ...above.filter((size) => size > cache)])];
  const isNodeEach = total / cache <= 4 && cache >= 16;
  const proposed = isNodeEach ? cache : (sizes.find((size) => size > cache) ?? cache);
  const answer = notes.ask({
    ...{ about: 'packages', asks: 'How many packages, each with a node, are there?' },
    offers: sizes.map((size) => {
      const key = `${Math.ceil(total / size)}`;
      return { key, label: counted(Number(key), 'package') };
    }),
    proposed: `${Math.ceil(total / proposed)}`,
    taken: `${counted(Math.ceil(total / proposed), 'node')} inferred: without names sched domains do not say which of them reach over nodes.`,
  });
  return sizes.find((size) => `${Math.ceil(total / size)}` === answer) ?? proposed;
}
