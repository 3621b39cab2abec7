// The set of timings most like a machine of which vendor and counts are known, and no more.

import type { Machine } from '../../../scenario/index.ts';
import type { Vendor } from './rows.ts';

/** The set of timings of a machine most like this one: lscpu tells none. */
export function timingsLike(
  machine: Pick<Machine, 'cpus' | 'packages' | 'nodes' | 'llcs'>,
  vendor: Vendor,
): string {
  const { cpus, packages, nodes, llcs } = machine;
  const isManyCaches = llcs > nodes * packages;
  if (vendor === 'amd' || (vendor === 'generic' && isManyCaches)) {
    return cpus / llcs > 16 ? 'genoa-2s' : 'milan-2s';
  }
  if (cpus <= 16 && packages === 1) return 'skl-d';
  if (packages >= 4) return 'skx-ex-4s';
  if (nodes > packages) return 'gnr-2s-6n';
  return cpus > 112 ? 'spr-2s-60c' : 'skx-ep-2s';
}
