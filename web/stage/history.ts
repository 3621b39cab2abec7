// Keeps the address bar in step with what is on stage, so that nothing is lost by a reload: a new
// scenario is a new entry of the browser's history, everything else replaces the present one once
// it has rested for a second.

import type { Recipe } from '../scenario/index.ts';
import { scenarioRoom } from './content.ts';
import { type Choice, useChoice } from './store.ts';

/** ms a change rests before it is written: browsers refuse pages that write in every picture. */
const rest = 1_000;

/** What the last write said, to tell our own changes from a person's. */
let written = typeof window === 'undefined' ? '' : window.location.hash;

async function write(recipe: Recipe, how: 'push' | 'replace'): Promise<void> {
  const { hashOfRecipe } = await scenarioRoom();
  const hash = hashOfRecipe(recipe);
  if (hash === window.location.hash) return;
  written = hash;
  if (how === 'push') window.history.pushState(null, '', hash);
  else window.history.replaceState(null, '', hash);
}

/** The recipe in the address bar, or undefined if it holds none. Throws ScenarioError. */
export async function recipeInBar(): Promise<Recipe | undefined> {
  const { href, hash } = window.location;
  if (hash.length < 2) return undefined;
  const { recipeInAddress } = await scenarioRoom();
  return recipeInAddress(href);
}

/** Makes a new entry for another scenario. */
export function pushScene(recipe: Recipe): Promise<void> {
  return write(recipe, 'push');
}

/** Writes the present state at once, for a link that is about to be passed on. */
export async function writeNow(base: Recipe): Promise<void> {
  const { recipeOf } = await scenarioRoom();
  return write(recipeOf(base, useChoice.getState()), 'replace');
}

/** How much is being opened now. */
let opening = 0;

/** Runs what opens something else. Until it has, the address says what that is: a change of the scene before
 * that has rested long enough by then is not written over it. */
export async function whileOpening<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  opening++;
  try {
    return await open();
  } finally {
    opening--;
  }
}

/** What of a choice the address holds; other changes are not worth a write, nor is where the playhead stands
 * while it moves: it never rests, and would keep all else from being written. */
const kept = (choice: Choice): readonly unknown[] => [
  choice.stage,
  choice.playing ? undefined : choice.playhead,
  choice.playing,
  choice.speed,
  choice.selection,
  choice.dock,
  choice.layout?.now,
  choice.story,
  choice.inspector,
  choice.sizes,
  choice.wholeView,
  choice.lesson,
];

/**
 * Follows the choices of a person from now on, or where `shots` come first from the first of them on: what
 * writes links is not fetched while the page starts. Returns the way to stop.
 */
export function followChoices(base: Recipe, shots: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let starts = shots;
  const stop = useChoice.subscribe((choice, before) => {
    const same = kept(choice).every((part, at) => part === kept(before)[at]);
    // The first shots are nobody's choice, and what is being read then need not wait for a write.
    if (choice.shot !== undefined) clearTimeout(timer);
    starts &&= choice.shot === undefined;
    if (same || starts || choice.shot !== undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (opening === 0) void writeNow(base);
    }, rest);
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
