// Hears keys: which of them mean something on the stage, and which belong to the element they are typed into. Comes
// after the first picture.

import { isOwnKey } from '../ui/own-keys.ts';
import { openView } from './commands.ts';
import type { Features } from './feature.ts';
import { perStage, type Session, type StageController } from './session.ts';
import { useStageState } from './store.ts';

/** Runs what a key means on the stage; false if it means nothing here. */
export function press(session: Session, features: Features, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const shifted = event.shiftKey && event.key.startsWith('Arrow');
  const key = shifted ? `Shift+${event.key}` : event.key;
  const run = /^[1-9]$/.test(key) ? openView(Number(key)) : features.commandOf(key)?.run;
  if (!run) return false;
  if (event.key.length === 1 && event.key !== ' ' && !useStageState.getState().singleKeys)
    return false;
  run(session, features);
  return true;
}

const pressable = 'button, a, input, summary, [role=tab]';
const roving =
  'input, [role=tab], [role=application], [role=grid], [role=tree], [role=separator], canvas';

/**
 * True where a key belongs to the element it is typed into: text, lists, sliders and answers always; buttons and
 * the segments of a bar only when the keyboard brought the focus there, so that Space still plays after a click on one.
 */
export function ownsKey(target: EventTarget | null, key: string, byKeyboard: boolean): boolean {
  if (isOwnKey(target, key)) return true;
  if (!(target instanceof Element)) return false;
  if (!byKeyboard) return false;
  if (key === ' ' || key === 'Enter') return target.closest(pressable) !== null;
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
    return target.closest(roving) !== null;
  }
  return false;
}

/** `byKeyboard` while the focus is where the keyboard brought it, not where a pointer pressed. */
const focus = perStage(() => ({ byKeyboard: true }));

/** True if a roving part (tabs, say) may take this key; otherwise the stage takes it. */
export function isForFocused(stage: StageController, event: KeyboardEvent): boolean {
  return ownsKey(event.target, event.key, focus(stage).byKeyboard);
}

/** Notes how the focus moves: a press of the pointer moves it too, and then keys mean the stage. */
function watchFocus(stage: StageController, page: Document, signal: AbortSignal): void {
  const own = focus(stage);
  let pointerDown = false;
  const options = { signal, capture: true } as const;
  const pointer = (down: boolean) => () => {
    pointerDown = down;
    own.byKeyboard = false;
  };
  page.addEventListener('pointerdown', pointer(true), options);
  page.addEventListener('pointerup', pointer(false), options);
  page.addEventListener('pointercancel', pointer(false), options);
  const focused = () => {
    own.byKeyboard = !pointerDown;
  };
  page.addEventListener('focusin', focused, options);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') own.byKeyboard = true;
  };
  page.addEventListener('keydown', pressed, options);
}

/** Listens to the keys of the whole page. Returns the way to stop. */
export function listenToKeys(session: Session, features: Features, page: Document): () => void {
  const stop = new AbortController();
  watchFocus(session.stage, page, stop.signal);
  const pressed = (event: KeyboardEvent) => {
    if (!isForFocused(session.stage, event) && press(session, features, event))
      event.preventDefault();
  };
  page.addEventListener('keydown', pressed, { signal: stop.signal });
  return () => stop.abort();
}
