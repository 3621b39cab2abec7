// Keeps the address bar in step with what is on stage, so that nothing is lost by a reload: a new
// scenario is a new entry of the browser's history, everything else replaces the present one once
// it has rested for a second.

import { hashOfRecipe, type Recipe } from '../scenario/index.ts';
import { recipeOf } from './address.ts';
import { type Choice, useChoice } from './store.ts';

/** ms a change rests before it is written: browsers refuse pages that write in every picture. */
const rest = 1_000;

/** What the last write said, to tell our own changes from a person's. */
let written = '';

function write(recipe: Recipe, how: 'push' | 'replace'): void {
  const hash = hashOfRecipe(recipe);
  if (hash === window.location.hash) return;
  written = hash;
  if (how === 'push') window.history.pushState(null, '', hash);
  else window.history.replaceState(null, '', hash);
}

/** Makes a new entry for another scenario. */
export function pushScene(recipe: Recipe): void {
  write(recipe, 'push');
}

/** Writes the present state at once, for a link that is about to be passed on. */
export function writeNow(base: Recipe): void {
  write(recipeOf(base, useChoice.getState()), 'replace');
}

/** What of a choice the address holds; other changes are not worth a write. */
const kept = (choice: Choice): readonly unknown[] => [
  choice.stage,
  choice.playhead,
  choice.playing,
  choice.speed,
  choice.selection,
  choice.dock,
  choice.story,
  choice.inspector,
];

/** Follows the choices of a person from now on. Returns the way to stop. */
export function followChoices(base: Recipe): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = useChoice.subscribe((choice, before) => {
    const same = kept(choice).every((part, at) => part === kept(before)[at]);
    if (same || choice.shot !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => writeNow(base), rest);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Calls back when a person went back or forward, or changed the address by hand. */
export function onForeignAddress(listener: () => void): () => void {
  const changed = () => {
    if (window.location.hash !== written) listener();
    written = window.location.hash;
  };
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
