// What the keys and buttons of a timeline do: zoom, pan, focus, range, the next event, and moving from
// row to row. All state comes in; nothing is drawn here.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '../../ui/own-keys.ts';
import { actionOf, type TimelineAction } from './keys.ts';
import { rowKey } from './pen.ts';
import type { TimelineRow } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import type { Range, Span, TimelineViewProps } from './types.ts';
import { centre, fitSpan, isCentred, lengthOf, pan, zoom } from './viewport.ts';

const zoomStep = 1.5;
const panStep = 0.15;

export interface ActionState {
  readonly scene: TimelineScene;
  readonly rows: readonly TimelineRow[];
  readonly active: TimelineRow | undefined;
  readonly setActive: (row: TimelineRow | undefined) => void;
  readonly toggle: (llc: number) => void;
  readonly range: Range | undefined;
  readonly setRange: (range: Range | undefined) => void;
  /** The slice or mark a person pressed last. */
  readonly focused: Span | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The moment a zoom keeps: the playhead if it is in sight, else the middle. */
function anchorOf({ span, time }: TimelineScene): number {
  return time >= span.from && time <= span.to ? time : (span.from + span.to) / 2;
}

/** CPUs a new range is about: those of the active row. */
function cpusOf({ active, rows }: ActionState, { topology }: TimelineViewProps['catalog']) {
  if (!active) return undefined;
  if (active.kind === 'cpu') return [active.cpu];
  const own = [...topology.llc.keys()].filter((cpu) => topology.llc[cpu] === active.llc);
  return rows.length > 0 ? own : undefined;
}

/** The middle half of what is shown, or the focused slice. */
function firstRange(state: ActionState, catalog: TimelineViewProps['catalog']): Range {
  const { span } = state.scene;
  const quarter = lengthOf(span) / 4;
  const { focused } = state;
  const isShown = focused && focused.to > span.from && focused.from < span.to;
  const { from, to } = isShown ? focused : { from: span.from + quarter, to: span.to - quarter };
  return {
    from: Math.round(from),
    to: Math.max(Math.round(from) + 1, Math.round(to)),
    cpus: cpusOf(state, catalog),
  };
}

/** Scrolls so that a row shows. */
export function reveal(row: TimelineRow, scroller: HTMLDivElement | null): void {
  if (!scroller) return;
  const { scrollTop, clientHeight } = scroller;
  if (row.y < scrollTop) scroller.scrollTop = row.y;
  else if (row.y + row.height > scrollTop + clientHeight) {
    scroller.scrollTop = row.y + row.height - clientHeight;
  }
}

function moveActive({ rows, active, setActive, scroller }: ActionState, by: 1 | -1): void {
  const at = active ? rows.findIndex((row) => rowKey(row) === rowKey(active)) : -1;
  const start = at < 0 && by < 0 ? rows.length : at;
  const next = rows[Math.min(rows.length - 1, Math.max(0, start + by))];
  if (!next) return;
  setActive(next);
  reveal(next, scroller.current);
}

/** First focus centres, second fits: on the range, the pressed slice, or the playhead. */
function focus(state: ActionState): void {
  const { scene, range, focused } = state;
  const { span, duration, time } = scene;
  const what = range ?? focused ?? { from: time, to: time };
  const isThere = isCentred(span, what);
  const middle = (what.from + what.to) / 2;
  const canFit = isThere && lengthOf(what) > 0;
  scene.setSpan(canFit ? fitSpan(what, duration) : centre(span, middle, duration));
}

export function useActions(props: TimelineViewProps, state: ActionState) {
  const { source, selection, onSelect, onSeek, catalog } = props;
  const { scene, active, setRange, range } = state;
  const [isRanging, setRanging] = useState(false);

  const step = async (by: 1 | -1) => {
    const cpu = active?.kind === 'cpu' ? active.cpu : selection.cpu;
    const time = await source.next(Math.floor(scene.time), by, cpu).catch(() => undefined);
    if (time === undefined) return;
    onSeek(time);
    if (time < scene.span.from || time > scene.span.to) {
      scene.setSpan(centre(scene.span, time, scene.duration));
    }
  };
  const clear = () => {
    if (range) setRange(undefined);
    else onSelect({});
    setRanging(false);
  };
  const toggle = () => {
    if (active?.kind === 'llc') state.toggle(active.llc);
    else if (active) onSelect({ ...selection, cpu: active.cpu });
  };
  const startRange = () => {
    setRanging(!isRanging);
    if (!isRanging && !range) setRange(firstRange(state, catalog));
  };
  const moves: Readonly<Record<TimelineAction, () => void>> = {
    zoomIn: () => scene.setSpan(zoom(scene.span, zoomStep, anchorOf(scene), scene.duration)),
    zoomOut: () => scene.setSpan(zoom(scene.span, 1 / zoomStep, anchorOf(scene), scene.duration)),
    left: () => scene.setSpan(pan(scene.span, -panStep, scene.duration)),
    right: () => scene.setSpan(pan(scene.span, panStep, scene.duration)),
    whole: () => scene.setSpan({ from: 0, to: scene.duration }),
    focus: () => focus(state),
    range: startRange,
    next: () => void step(1),
    previous: () => void step(-1),
    up: () => moveActive(state, -1),
    down: () => moveActive(state, 1),
    toggle,
    clear,
  };
  return {
    act: (action: TimelineAction) => moves[action](),
    isRanging,
    endRanging: () => setRanging(false),
  };
}

/** Listens to the keys of the page while the timeline is open. */
export function useKeys(
  region: RefObject<HTMLElement | null>,
  singleKeys: boolean,
  act: (action: TimelineAction) => void,
): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const target = event.target instanceof Element ? event.target : null;
      const hasFocus = region.current?.contains(target) ?? false;
      // The letters of a machine's picture are those of the picture while it has the focus.
      if (!hasFocus && target?.closest('[role=grid]')) return;
      if (hasFocus && event.key === 'Enter' && target?.closest('button')) return;
      const action = actionOf(event, hasFocus, singleKeys);
      if (!action) return;
      latest.current(action);
      event.preventDefault();
    };
    // Before the stage's own keys, which leave alone what was taken.
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, [region, singleKeys]);
}
