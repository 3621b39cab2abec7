// The glossary: two or three sentences per term, in our own words, with links to other terms in the markup of
// web/ui/markup.ts. The terms stand by subject in the files beside this one, which puts them together.

import { balanceEntries } from './balance.ts';
import { cacheAware } from './cache-aware.ts';
import type { GlossaryEntry } from './entry.ts';
import { hardware } from './hardware.ts';
import { ideas } from './ideas.ts';
import { numa } from './numa.ts';
import { orderEntries } from './order.ts';
import { glossaryPages } from './pages.ts';
import { placementEntries } from './placement.ts';
import { realTime } from './real-time.ts';
import { scheduling } from './scheduling.ts';
import { thisProgram } from './this-program.ts';

export type { GlossaryEntry };

export const entries: readonly GlossaryEntry[] = [
  ...hardware,
  ...scheduling,
  ...realTime,
  ...glossaryPages,
  ...thisProgram,
  ...cacheAware,
  ...balanceEntries,
  ...numa,
  ...orderEntries,
  ...placementEntries,
  ...ideas,
].sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }));
