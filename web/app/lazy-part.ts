// How parts of the stage come that may come a moment after the machines: all in one chunk, when the browser
// has nothing more urgent to do.

import { type ComponentProps, type ComponentType, lazy } from 'react';

const parts = () => import('./lazy-parts-chunk.ts');
type Parts = Awaited<ReturnType<typeof parts>>;

/** The component of that name in lazy-parts-chunk.ts. */
export const lazyPart = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => ({
    default: (await parts())[name] as ComponentType<ComponentProps<Parts[Name]>>,
  }));
