// What a person can do, by button or key: each changes the choice, or the playhead. The key map of
// the stage stands here too, so that buttons and keys cannot drift apart.

import { type Tab, tabs } from '../scenario/tabs.ts';
import type { Session } from './session.ts';
import { choose, useChoice } from './store.ts';
import { faster as doubled, slower as halved } from './tempo.ts';

/** ns that `,` and `.` move. */
const nudge = 1_000;

const now = useChoice.getState;

export function togglePlaying(): void {
  choose({ playing: !now().playing });
}

export function setSpeed(speed: number): void {
  choose({ speed });
}

export function slower(): void {
  choose({ speed: halved(now().speed) });
}

export function faster(): void {
  choose({ speed: doubled(now().speed) });
}

/** Moves the playhead there and stops: a person who drags wants to look. */
export function drag(session: Session, time: number): void {
  choose({ playing: false });
  session.playback.seek(time);
}

/** One event (of the selected CPU or task, else any) or decision back or forward. */
export function step(session: Session, kind: 'event' | 'decision', by: 1 | -1): void {
  const { selection } = now();
  choose({ playing: false });
  const filter =
    selection.task !== undefined
      ? { task: selection.task }
      : selection.cpu !== undefined
        ? { cpu: selection.cpu }
        : undefined;
  void session.playback.step(kind, by, filter);
}

/** The views there are for a story: some are of certain stories only. */
export const viewsOf = ({ opened }: Session): readonly Tab[] =>
  tabs.filter((tab) => !opened.chapter.withheld.includes(tab));

/** Opens a view, or closes it if it is open. Who opens one has begun: the stories give their room back. */
export function toggleView(tab: Tab): void {
  const isOpen = now().dock === tab;
  choose(isOpen ? { dock: undefined, wholeView: false } : { dock: tab, stories: false });
}

/** The view that was open last: what brings it back after it was put away. */
let lastView: Tab = tabs[0];

/** A talk and an embedded stage show machines only. */
const hasViews = () => !now().presenting && !now().embed;

function toggleLastView(): void {
  if (!hasViews()) return;
  const { dock } = now();
  lastView = dock ?? lastView;
  toggleView(lastView);
}

/** There are fewer than ten views, so that each has a digit. */
function viewNumber(session: Session, digit: number): void {
  const tab = viewsOf(session)[digit - 1];
  if (tab && hasViews()) toggleView(tab);
}

/** Tells in the Inspector why the last decision fell as it did, or stops telling. */
export function askWhy(asked: boolean): void {
  choose(asked ? { inspector: true, playing: false, why: true } : { why: false });
}

type Command = (session: Session) => void;

const moveBy =
  (ns: number): Command =>
  (session) =>
    drag(session, Math.floor(session.playback.time) + ns);

/** Keys as KeyboardEvent.key gives them, "Shift+" before where it matters. */
const keyMap: Readonly<Record<string, Command>> = {
  ' ': togglePlaying,
  ArrowLeft: (session) => step(session, 'event', -1),
  ArrowRight: (session) => step(session, 'event', 1),
  'Shift+ArrowLeft': (session) => step(session, 'decision', -1),
  'Shift+ArrowRight': (session) => step(session, 'decision', 1),
  ',': moveBy(-nudge),
  '.': moveBy(nudge),
  '[': slower,
  ']': faster,
  Home: (session) => drag(session, 0),
  End: (session) => drag(session, session.playback.summary().head),
  '?': () => choose({ help: true }),
  g: () => choose({ glossary: '' }),
  i: () => askWhy(true),
  q: toggleLastView,
};

/** What a key means on the stage; digits count the views. */
function commandOf(key: string): Command | undefined {
  if (/^[1-9]$/.test(key)) return (session) => viewNumber(session, Number(key));
  return keyMap[key];
}

/** Runs what a key means on the stage; false if it means nothing here. */
export function press(session: Session, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const shifted = event.shiftKey && event.key.startsWith('Arrow');
  const command = commandOf(shifted ? `Shift+${event.key}` : event.key);
  if (!command) return false;
  if (event.key.length === 1 && event.key !== ' ' && !now().singleKeys) return false;
  command(session);
  return true;
}

const typing = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog';
const pressable = 'button, a, input, summary, [role=tab]';
const roving =
  'input, [role=tab], [role=application], [role=grid], [role=tree], [role=separator], canvas';

/**
 * True where a key belongs to the element it is typed into: text and lists always; buttons and choices
 * only when the keyboard brought the focus there, so that Space still plays after a click on one.
 */
export function ownsKey(target: EventTarget | null, key: string, byKeyboard: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(typing)) return true;
  if (!byKeyboard) return false;
  if (key === ' ' || key === 'Enter') return target.closest(pressable) !== null;
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
    return target.closest(roving) !== null;
  }
  return false;
}

/** True while the focus is where the keyboard brought it, not where a pointer pressed. */
let byKeyboard = true;

/** True if a roving part (tabs, say) may take this key; otherwise the stage takes it. */
export function isForFocused(event: KeyboardEvent): boolean {
  return ownsKey(event.target, event.key, byKeyboard);
}

/** Notes how the focus moves: a press of the pointer moves it too, and then keys mean the stage. */
function watchFocus(page: Document, signal: AbortSignal): void {
  let pointerDown = false;
  const options = { signal, capture: true } as const;
  const pointer = (down: boolean) => () => {
    pointerDown = down;
    byKeyboard = false;
  };
  page.addEventListener('pointerdown', pointer(true), options);
  page.addEventListener('pointerup', pointer(false), options);
  page.addEventListener('pointercancel', pointer(false), options);
  const focused = () => {
    byKeyboard = !pointerDown;
  };
  page.addEventListener('focusin', focused, options);
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Tab') byKeyboard = true;
  };
  page.addEventListener('keydown', pressed, options);
}

/** Listens to the keys of the whole page. Returns the way to stop. */
export function listenToKeys(session: Session, page: Document): () => void {
  const stop = new AbortController();
  watchFocus(page, stop.signal);
  const pressed = (event: KeyboardEvent) => {
    if (!isForFocused(event) && press(session, event)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed, { signal: stop.signal });
  return () => stop.abort();
}
