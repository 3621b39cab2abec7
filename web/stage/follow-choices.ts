// Keeps the address in step with the choices on a stage, soon and not too often. A change that is still waiting
// when the page is left is handed to the page that comes next in this tab (pending-address.ts): a browser takes the
// address of a reload before it tells the page, so that an address written then, or until the host has answered, is
// lost. Nothing is handed over while the code that writes links is not loaded, while something is being opened, and
// in frames.

import type { Recipe } from '../scenario/index.ts';
import { recipeChunk } from './content.ts';
import { isFramed } from './framed.ts';
import type { AddressBar } from './history.ts';
import { noticeUnfetched } from './lazy-chunk.ts';
import { notices } from './messages.ts';
import { pendingAddress } from './pending-address.ts';
import { type StageState, useStageState } from './store.ts';
import { differs } from './url-state.ts';

/** ms between two writes: browsers refuse pages that write in every picture. */
const rest = 400;
/** ms before the first: a change is written almost at once. */
const soon = 50;

/** What is followed: a stage on which `base` was opened, with what was chosen on it then. */
export interface FollowedStage {
  readonly bar: AddressBar;
  readonly base: Recipe;
  readonly begun: StageState;
}

/** The code that writes links, loaded with the first choice: a page that is being left cannot wait for it. */
type Recipes = Awaited<ReturnType<typeof recipeChunk>>;

/** Says once that the address has stayed behind; the next change tries again. */
function writing({ bar, base }: FollowedStage, isWanted: () => boolean): () => Promise<void> {
  let isBehind = false;
  return async () => {
    try {
      await bar.write(base, isWanted);
      isBehind = false;
    } catch (error) {
      if (!isBehind) noticeUnfetched(notices.addressBehind, error);
      isBehind = true;
    }
  };
}

/** Has the next page begin with the present choices, if it comes to the address with the hash `from`. */
function handOver({ recipeOf, hashOfRecipe }: Recipes, base: Recipe, from: string): void {
  const choice = useStageState.getState();
  if (choice.embed || isFramed()) return;
  const wanted = hashOfRecipe(recipeOf(base, choice));
  try {
    sessionStorage.setItem(pendingAddress, `${window.location.pathname} ${from} ${wanted}`);
  } catch {
    // Where the browser keeps nothing, the address stays behind.
  }
}

/** No page comes next where this one itself has come back, as browsers have it for a while. */
function takeBack({ persisted }: PageTransitionEvent): void {
  if (!persisted || isFramed()) return;
  try {
    const kept = sessionStorage.getItem(pendingAddress);
    if (kept?.startsWith(`${window.location.pathname} `)) sessionStorage.removeItem(pendingAddress);
  } catch {
    // Nothing was handed over.
  }
}

/**
 * Follows the choices of a person from `begun` on: what writes links is not fetched before there are any. Returns the way
 * to stop.
 */
export function followChoices(followed: FollowedStage): () => void {
  const { bar, base, begun } = followed;
  let isOver = false;
  const write = writing(followed, () => !isOver && !bar.isOpening);
  let recipes: Recipes | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const due = async () => {
    last = Date.now();
    const mine = timer;
    if (!bar.isOpening) await write();
    if (timer !== mine) return;
    // What is being opened may be refused: the choice waits until that is known.
    timer = bar.isOpening ? setTimeout(due, rest) : undefined;
  };
  const changed = (choice: StageState, before: StageState) => {
    // A step makes choices of its own, and the address of the step names the place.
    if (choice.step !== undefined) forget();
    if (!differs(choice, before) || choice.step !== undefined) return;
    // Told when it is written.
    recipeChunk().then(
      (chunk) => (recipes = chunk),
      () => {},
    );
    clearTimeout(timer);
    timer = setTimeout(due, Math.max(soon, last + rest - Date.now()));
  };
  /** Of the address that a reload comes to: as it was when that began. */
  let begunWith: string | undefined;
  const beginToLeave = () => {
    begunWith = window.location.hash;
  };
  const leave = () => {
    const { hash } = window.location;
    const from = begunWith ?? hash;
    const isLate = timer !== undefined || from !== hash;
    if (recipes && isLate && !bar.isOpening) handOver(recipes, base, from);
  };
  window.addEventListener('beforeunload', beginToLeave);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', takeBack);
  const stop = useStageState.subscribe(changed);
  changed(useStageState.getState(), begun);
  return () => {
    isOver = true;
    window.removeEventListener('beforeunload', beginToLeave);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', takeBack);
    forget();
    stop();
  };
}
