// The glossary: two sentences a term, in our own words, with links to other terms in the markup of
// web/ui/markup.ts. The terms stand by subject in the files beside this one, which puts them together.

import { balance } from './balance.ts';
import { cacheAware } from './cache-aware.ts';
import type { Entry } from './entry.ts';
import { hardware } from './hardware.ts';
import { ideas } from './ideas.ts';
import { numa } from './numa.ts';
import { order } from './order.ts';
import { pages } from './pages.ts';
import { placement } from './placement.ts';
import { realTime } from './real-time.ts';
import { scheduling } from './scheduling.ts';
import { thisProgram } from './this-program.ts';

export type { Entry };

export const entries: readonly Entry[] = [
  ...hardware,
  ...scheduling,
  ...realTime,
  ...pages,
  ...thisProgram,
  ...cacheAware,
  ...balance,
  ...numa,
  ...order,
  ...placement,
  ...ideas,
].sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }));
