// The state of a timeline view: the scene that draws it, which rows are open, and what follows from a
// selection. Hooks only; what a person does with it stands in use-gestures.ts and use-actions.ts.

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { readPalette } from '../../ui/theme.ts';
import { layoutRows, type Pinned, pinnedRows, type RowHeights, type TimelineRow } from './rows.ts';
import { TimelineScene } from './scene.ts';
import type { Span, TimelineViewProps } from './types.ts';

/** CSS pixels of the parts, by size of the smallest text. */
export interface TimelineSizes extends RowHeights {
  readonly names: number;
}

/** Text that is larger (projector) makes rows and names grow with it. */
export const sizesFor = (textSmall: number): TimelineSizes => ({
  llc: Math.max(26, textSmall * 1.5),
  cpu: Math.max(18, textSmall * 1.4),
  names: Math.max(132, textSmall * 10),
});

/** ns shown at first: a few slices of a task, as long as the run is not shorter. */
const firstLength = 2_000_000;

export function firstSpan(time: number, duration: number): Span {
  const length = Math.min(duration, firstLength);
  const from = Math.min(Math.max(0, time - length / 4), duration - length);
  return { from, to: from + length };
}

/** The scene of one source; `onFailure` hears of questions that could not be answered. */
export function useTimelineScene(
  { source, duration, onTime, firstSpan: chosen, onSpan, resting }: TimelineViewProps,
  onFailure: (error: unknown) => void,
): TimelineScene {
  const failed = useRef(onFailure);
  failed.current = onFailure;
  const scene = useMemo(() => {
    // The playhead is told at once; the first span lies around it.
    let now = 0;
    onTime((time) => {
      now = time;
    })();
    const onProblem = (error: unknown) => failed.current(error);
    const made = new TimelineScene(source, duration, firstSpan(now, duration), onProblem);
    if (chosen) made.setSpan(chosen);
    return made;
  }, [source, duration, onTime, chosen]);
  useEffect(() => onTime((time, head) => scene.setTime(time, head)), [scene, onTime]);
  const isResting = useRef(resting);
  useEffect(() => {
    isResting.current = resting;
    if (resting) scene.rest();
  }, [scene, resting]);
  useEffect(() => {
    let told = scene.chosen;
    return scene.subscribe(() => {
      if (isResting.current) scene.rest();
      if (scene.chosen && scene.chosen !== told) onSpan(scene.chosen);
      told = scene.chosen;
    });
  }, [scene, onSpan]);
  return scene;
}

/** Which LLCs are open: that of a newly selected CPU opens; a person may fold it again. */
export function useOpen({ selection, catalog, memory }: TimelineViewProps) {
  const { llc } = catalog.topology;
  const own = selection.cpu === undefined ? undefined : llc[selection.cpu];
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => memory.open ?? new Set(own === undefined ? [] : [own]),
  );
  const before = useRef(selection.cpu);
  useEffect(() => {
    if (before.current === selection.cpu) return;
    before.current = selection.cpu;
    if (own !== undefined) setOpen((now) => (now.has(own) ? now : new Set([...now, own])));
  }, [selection.cpu, own]);
  useEffect(() => {
    memory.open = open;
  }, [open, memory]);
  const toggle = (which: number) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(which)) next.add(which);
      return next;
    });
  return { open, toggle };
}

/** Holder and waiters of what is selected, as of the last moment at which the playhead rested. */
export function usePinned({ selection, frame, resting, catalog }: TimelineViewProps): Pinned {
  const { cpu, line } = selection;
  const key = `${cpu} ${line}`;
  const kept = useRef<{ key: string; time: number; pinned: Pinned }>(undefined);
  const isStale = kept.current?.key !== key || (resting && kept.current.time !== frame?.time);
  if (isStale) {
    const pinned = pinnedRows({ cpu, line }, frame, catalog.topology);
    kept.current = { key, time: frame?.time ?? -1, pinned };
  }
  return kept.current!.pinned;
}

/** The size of an element in CSS pixels, and device pixels in one. */
export const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({
  width,
  height,
  ratio: globalThis.devicePixelRatio || 1,
});

export const noSize = { width: 0, height: 0, ratio: 1 };

/** The palette at an element, read again when the theme changes. */
export function usePalette(
  element: RefObject<HTMLElement | null>,
  theme: TimelineViewProps['theme'],
) {
  const [palette, setPalette] = useState<ReturnType<typeof readPalette>>();
  useLayoutEffect(() => {
    if (element.current) setPalette(readPalette(element.current, theme));
  }, [element, theme]);
  return palette;
}

export function useRows(
  { catalog }: TimelineViewProps,
  open: ReadonlySet<number>,
  pinned: Pinned,
  heights: RowHeights,
  room: number,
): readonly TimelineRow[] {
  const { topology } = catalog;
  const { roles } = pinned;
  return useMemo(
    () => layoutRows({ topology, open, pinned: roles, heights, room }),
    [topology, open, roles, heights, room],
  );
}
