// What of the choices the address keeps, and how: a row a choice. What is written as it is chosen stands in the
// table of the recipe's view (scenario/url-state.ts); here are those that a recipe says in words of its own. The recipe
// of a choice, the choice of a recipe and what makes the address be written anew all go through these rows.
// Some code that only links need stands elsewhere (address.ts), so that it need not be there at the start.

import { urlStateNames } from '../scenario/url-state.ts';
import type { StageState } from './store.ts';

/** The choices with a form of their own in a recipe; address.ts has to say it of each. */
const ownForm = [
  'stage',
  'playhead',
  'playing',
  'speed',
  'selection',
  'layout',
  'sizes',
  'lesson',
  'step',
  'camera',
  'event',
] as const;
export type OwnForm = (typeof ownForm)[number];

/** What a change of a choice is told by, where that is not the value itself. */
const changeKeys: { readonly [Name in keyof StageState]?: (choice: StageState) => unknown } = {
  // It never rests while it moves, and would keep all else from being written.
  playhead: ({ playing, playhead }) => (playing ? undefined : playhead),
  layout: ({ layout }) => layout?.now,
  // It has an address of its own, or goes with what else is written.
  step: () => undefined,
  event: () => undefined,
  // A step sends it somewhere, too: that goes with the step.
  camera: ({ camera }) => (camera.kind === 'place' ? camera : undefined),
};

/** True if the address says something else of the two. */
export const differs = (one: StageState, other: StageState): boolean =>
  [...urlStateNames, ...ownForm].some((name) => {
    const of = changeKeys[name] ?? ((choice: StageState) => choice[name]);
    return of(one) !== of(other);
  });
