// The facts that lscpu gives by name and value, as text or as JSON: the processor, the sizes and numbers of its
// caches.

import type { CacheSizes } from './reading.ts';
import { otherArchitecture, type ProcessorFacts, vendorNamed } from './rows.ts';

/** Values by the name that lscpu prints, without the colon. */
export type LscpuFacts = ReadonlyMap<string, string>;

export function processorFactsOf(facts: LscpuFacts): ProcessorFacts {
  const number = (name: string) => {
    const text = facts.get(name) ?? '';
    return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  };
  const vendor = facts.get('Vendor ID') ?? vendorIn(facts.get('Model name'));
  const [family, model] = [number('CPU family'), number('Model')];
  const architecture = otherArchitecture(facts.get('Architecture'));
  return {
    ...(vendor !== undefined && { vendor: vendorNamed(vendor) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
    ...(architecture !== undefined && { otherArchitecture: architecture }),
  };
}

/** The vendor, for a text that was cut: the name of a processor begins with it. */
const vendorIn = (model = ''): string | undefined => /^(Intel|AMD)\b/.exec(model)?.[1];

const sizeForm = /^(\d{1,9}(?:\.\d{1,3})?) ?([KMG])(?:iB|B)?(?: \((\d{1,4}) instances?\))?$/;

/** KiB of "32 MiB (2 instances)" for one instance, or of "16M". */
function kibOf(text: string | undefined): number | undefined {
  const parts = sizeForm.exec(text ?? '');
  if (!parts) return undefined;
  const unit = { K: 1, M: 1024, G: 1024 * 1024 }[parts[2] as 'K' | 'M' | 'G'];
  const kib = (Number(parts[1]) * unit) / (Number(parts[3] ?? 1) || 1);
  return kib > 0 ? kib : undefined;
}

export function sizesFrom(size: (cache: string) => string | undefined): CacheSizes {
  const [l1, l2, l3] = [kibOf(size('L1d')), kibOf(size('L2')), kibOf(size('L3'))];
  return {
    ...(l1 !== undefined && { l1d_kb: l1 }),
    ...(l2 !== undefined && { l2_kb: l2 }),
    ...(l3 !== undefined && { llc_mb: l3 / 1024 }),
  };
}

/**
 * Keeps a line. lscpu names the parts of a machine of several kinds of cores in turn: their cores add up, of everything
 * else the first kind counts.
 */
export function addFact(facts: Map<string, string>, name: string, value: string): void {
  const before = facts.get(name);
  if (before === undefined) facts.set(name, value);
  else if (/^Core\(s\) per /.test(name) && /^\d{1,5}$/.test(before) && /^\d{1,5}$/.test(value)) {
    facts.set(name, `${Number(before) + Number(value)}`);
  }
}

/** Older versions say "L3 cache"; some processors have one for data and one for code. */
const cacheText = (facts: LscpuFacts, cache: string): string | undefined =>
  [cache, `${cache} cache`, `${cache}d`, `${cache}d cache`]
    .map((name) => facts.get(name))
    .find((text) => text !== undefined);

export const sizesOf = (facts: LscpuFacts): CacheSizes =>
  sizesFrom((cache) => cacheText(facts, cache));

export const hasCache = (facts: LscpuFacts, cache: string): boolean =>
  cacheText(facts, cache) !== undefined;

/** How many caches of a level there are, where lscpu says it: "64 MiB (64 instances)". */
export function cacheCount(facts: LscpuFacts, cache: string): number | undefined {
  const count = sizeForm.exec(cacheText(facts, cache) ?? '')?.[3];
  return count === undefined || Number(count) === 0 ? undefined : Number(count);
}
