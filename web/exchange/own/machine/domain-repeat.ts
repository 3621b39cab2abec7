// Sched domains of one or two CPUs, as reports show them: those of the others are inferred to repeat them over the CPUs that the
// widest domain names.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import type { Domain } from './domain-levels.ts';

type Domains = ReadonlyMap<number, readonly Domain[]>;

/** Domains of every CPU that one of them names. Throws ScenarioError where they do not repeat. */
export function completed(domains: Domains, notes: ReaderNotes): Domains {
  const all = [...new Set([...domains.values()].flat().flatMap(({ cpus }) => cpus))];
  const missing = all.filter((cpu) => !domains.has(cpu)).sort((a, b) => a - b);
  if (missing.length === 0) return domains;
  const [[first, pattern]] = [...domains].sort(([a], [b]) => a - b) as [
    [number, readonly Domain[]],
  ];
  const blocks = pattern.map((domain) => blocksOf(domain, all));
  if (blocks.some((each) => each === undefined)) {
    const problem = `gives the sched domains of ${domains.size} of ${all.length} CPUs`;
    throw new ScenarioError('file', problem, 'paste those of all CPUs');
  }
  notes.add(
    `The sched domains of ${counted(domains.size, 'CPU')} are given: those of ${counted(missing.length, 'other')} are inferred to repeat the ones of CPU ${first}.`,
  );
  const inferred = missing.map((cpu) => {
    const own = pattern.map(({ name }, level) => ({ name, cpus: blocks[level]!.get(cpu)! }));
    return [cpu, own] as const;
  });
  return new Map([...domains, ...inferred]);
}

/** The CPUs parted into blocks of the form of a domain, each moved by whole numbers; undefined where they do not fit. */
function blocksOf(
  { cpus }: Domain,
  all: readonly number[],
): ReadonlyMap<number, readonly number[]> | undefined {
  const left = new Set([...all].sort((a, b) => a - b));
  const blocks = new Map<number, readonly number[]>();
  const first = Math.min(...cpus);
  while (left.size > 0) {
    const [lowest] = left;
    // The domain itself stands where it is, also if lower CPUs are in none.
    const block = cpus.includes(lowest!) ? cpus : cpus.map((cpu) => cpu + lowest! - first);
    if (!block.every((cpu) => left.delete(cpu))) return undefined;
    for (const cpu of block) blocks.set(cpu, block);
  }
  return blocks;
}
