// Which term has which picture, where it is seen sooner than read. They are drawn, not simulated: they show what a word
// means and nothing of a run.

import type { ReactNode } from 'react';
import { Bouncing, Coherence, FalseSharing, LineQueue, Spinlock } from './memory.tsx';
import { Buddy, PageList, ZoneLock } from './pages.tsx';
import { Caches, Cpupri, Domains, Eligible, IdleSibling, WakeAffine } from './placement.tsx';

const pictures: Readonly<Record<string, () => ReactNode>> = {
  bouncing: Bouncing,
  buddy: Buddy,
  coherence: Coherence,
  cpupri: Cpupri,
  'cpupri-count': Cpupri,
  'cpupri-level': Cpupri,
  'cpupri-mask': Cpupri,
  'false-sharing': FalseSharing,
  lag: Eligible,
  'line-queue': LineQueue,
  llc: Caches,
  'pcp-batch': PageList,
  'pcp-high': PageList,
  'sched-domain': Domains,
  'select-idle-sibling': IdleSibling,
  spinlock: Spinlock,
  'virtual-deadline': Eligible,
  'wake-affine-decision': WakeAffine,
  'zone-lock': ZoneLock,
};

export const pictured: readonly string[] = Object.keys(pictures);

/** The picture of a term; nothing where it has none. */
export function TermPicture({ term }: { readonly term: string }) {
  const Drawn = Object.hasOwn(pictures, term) ? pictures[term] : undefined;
  return Drawn ? <Drawn /> : null;
}
