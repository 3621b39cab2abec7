// Keeps the address bar in step with what is on stage, so that nothing is lost by a reload: a new
// scenario is a new entry of the browser's history, everything else replaces the present one
// (follow-choices.ts says when).

import type { Recipe } from '../scenario/index.ts';
import { placeOf } from '../scenario/place.ts';
import { recipeChunk } from './content.ts';
import { useStageState } from './store.ts';

/** Which stories the tour goes through. */
export const tourChunk = () => import('../scenario/tour.ts');

/** The address bar of the page. The one place that writes it. */
export class AddressBar {
  /** What the last write said, to tell our own changes from a person's. */
  #written = window.location.hash;
  /** How much is being opened now. */
  #opening = 0;
  readonly #onWritten: () => void;

  /** `onWritten` is called when the address says something else. */
  constructor(onWritten: () => void = () => {}) {
    this.#onWritten = onWritten;
  }

  /** What the address asks for: a story by its name, a recipe, or undefined. Throws ScenarioError. */
  async wanted(): Promise<Recipe | string | undefined> {
    const { href } = window.location;
    const place = placeOf(href);
    // A story as it comes does not wait for the code that reads links.
    if (place.kind === 'story') return place.scenario;
    if (place.kind === 'tour') return (await tourChunk()).tourStop(place.stop).scenario;
    if (place.kind !== 'link') return undefined;
    const { recipeInAddress } = await recipeChunk();
    return recipeInAddress(href);
  }

  /** What makes a new entry of the history for what comes on stage, at once when it is called. */
  async entry(recipe: Recipe): Promise<() => void> {
    const { addressOfRecipe } = await recipeChunk();
    const hash = addressOfRecipe(recipe);
    return () => this.#put(hash, 'push');
  }

  /** Makes a new entry for a place that has an address of its own. */
  enter(hash: string): void {
    this.#put(hash, 'push');
  }

  /** Puts a new place of the story into the address without a new entry: Back leads to what was before the story. */
  stand(hash: string): void {
    this.#put(hash, 'replace');
  }

  /** Writes the present state over the entry there is, if it `isWanted` still when what writes links has come. */
  async write(base: Recipe, isWanted = () => true): Promise<void> {
    const { recipeOf, hashOfRecipe } = await recipeChunk();
    if (isWanted()) this.#put(hashOfRecipe(recipeOf(base, useStageState.getState())), 'replace');
  }

  #put(hash: string, how: 'push' | 'replace'): void {
    if (hash === window.location.hash) return;
    this.#written = hash;
    if (how === 'push') window.history.pushState(null, '', hash);
    else window.history.replaceState(null, '', hash);
    this.#onWritten();
  }

  /** Runs what opens something else. Until it has, the address is left to that: a change of the scene before
   * that has rested long enough by then is not written over it. */
  async whileOpening<Opened>(open: () => Promise<Opened>): Promise<Opened> {
    this.#opening++;
    try {
      return await open();
    } finally {
      this.#opening--;
    }
  }

  get isOpening(): boolean {
    return this.#opening > 0;
  }

  /**
   * Calls back when a person went back or forward, or changed the address by hand, to what a stage shows; with the
   * address before.
   */
  onForeign(listener: (before: string) => void): () => void {
    const changed = () => {
      const { href, hash } = window.location;
      const isOfStage = ['story', 'link', 'talk', 'tour'].includes(placeOf(href).kind);
      const before = this.#written;
      this.#written = hash;
      if (hash !== before && isOfStage) listener(before);
    };
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }
}
