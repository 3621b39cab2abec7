// The timeline of one machine: CPUs as rows folded by LLC, what each ran and waited for, and arrows for wake-ups.
// Drawn on a canvas; rows of LLCs are buttons, and a table says in words what is on screen.

import {
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rowOfLlc } from '../../engine/slices.ts';
import { messageOf } from '../../ui/errors.ts';
import { useSize } from '../../ui/use-size.ts';
import { rowKey, xOfTime } from './pen.ts';
import { heightOf, type LlcRow, rowAt, rowsBetween, type TimelineRow } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import { TimelineBrush } from './TimelineBrush.tsx';
import { RangeShade, RangeSums, useScene } from './TimelineRange.tsx';
import { TimelineTable } from './TimelineTable.tsx';
import { TimelineToolbar } from './TimelineToolbar.tsx';
import styles from './TimelineView.module.css';
import { describe, look, type PointedPart } from './tip.ts';
import type { Range, Span, TimelineViewProps } from './types.ts';
import { reveal, useActions, useKeys } from './use-actions.ts';
import { useGestures } from './use-gestures.ts';
import {
  noSize,
  sizeOf,
  sizesFor,
  useOpen,
  usePalette,
  usePinned,
  useRows,
  useTimelineScene,
} from './use-timeline.ts';
import { words } from './words.ts';

/** CSS pixels around a mark in which it is meant. */
const markReach = 6;

/** What the scene knows of a row at a moment. */
function findAt(scene: TimelineScene, row: TimelineRow, time: number): PointedPart | undefined {
  const { window, detail } = scene.data;
  const index = window?.rows.indexOf(row.kind === 'cpu' ? row.cpu : rowOfLlc(row.llc)) ?? -1;
  if (!window || index < 0) return undefined;
  return look({ window, detail, row, index, time, reach: scene.nsOf(markReach) });
}

interface LlcButtonProps {
  readonly row: LlcRow;
  readonly width: number;
  readonly onToggle: () => void;
}

function LlcButton({ row, width, onToggle }: LlcButtonProps) {
  const name = words.llc(row.llc);
  return (
    <button
      type="button"
      className={styles.llc}
      style={{ top: row.y, height: row.height, width }}
      aria-expanded={row.isOpen}
      title={row.isOpen ? words.fold(name) : words.unfold(name)}
      onClick={onToggle}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" data-open={row.isOpen}>
        <path d="M3 1.5 7 5 3 8.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      <span>{name}</span>
      <small>{words.cpus(row.cpus)}</small>
    </button>
  );
}

interface Tip {
  readonly x: number;
  readonly y: number;
  readonly lines: readonly string[];
}

function TipBox({ tip, width }: { readonly tip: Tip; readonly width: number }) {
  const side = tip.x > width / 2 ? { right: width - tip.x + 12 } : { left: tip.x + 12 };
  return (
    <div className={styles.tip} style={{ ...side, top: tip.y + 12 }} aria-hidden="true">
      {tip.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

/** The ruler moves the playhead: press or drag. */
function useRuler(scene: TimelineScene, onSeek: (time: number) => void) {
  const seek = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const time = scene.timeAt(Math.max(scene.place.left, event.clientX - left));
    onSeek(Math.round(Math.min(scene.duration, Math.max(0, time))));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      seek(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
    },
  };
}

/** Where the run is not computed yet. */
function Unknown({ scene, text }: { readonly scene: TimelineScene; readonly text: string }) {
  useScene(scene);
  const { place } = scene;
  const known = scene.data.window?.known;
  if (known === undefined || known >= scene.span.to) return null;
  const x = Math.max(place.left, xOfTime(place, known));
  return (
    <div className={styles.unknown} style={{ left: x }}>
      {place.left + place.width - x > 160 && text}
    </div>
  );
}

/** The tip at the pointer; `at` sets it for a point of the rows, in CSS pixels. */
function useTip(state: TimelineState, props: TimelineViewProps) {
  const [tip, setTip] = useState<Tip>();
  const { scene, rows } = state;
  const { names, catalog } = props;
  const at = (x: number, y: number) => {
    const row = rowAt(rows, y + scene.place.scrolled);
    const found = row && x > scene.place.left ? findAt(scene, row, scene.timeAt(x)) : undefined;
    const lines = row && found ? describe(row, found, names, catalog.decisions) : [];
    setTip(lines.length > 1 ? { x, y, lines } : undefined);
  };
  return { tip, at, hide: () => setTip(undefined) };
}

/** A press selects the CPU and its task; on a mark it also moves the playhead there. */
function usePress(state: TimelineState, props: TimelineViewProps) {
  const { scene, setActive, setFocused } = state;
  const { selection, onSelect, onSeek, frame } = props;
  return (row: TimelineRow | undefined, x: number, time: number) => {
    setActive(row);
    if (row?.kind !== 'cpu') return;
    const found = x >= scene.place.left ? findAt(scene, row, time) : undefined;
    const mark = found?.mark && { from: found.mark.time, to: found.mark.time };
    setFocused(mark ?? found?.wait ?? found?.slice);
    const task = found?.slice && found.slice.task >= 0 ? found.slice.task : undefined;
    const group = task === undefined ? -1 : (frame?.tasks.group[task] ?? -1);
    onSelect({ ...selection, cpu: row.cpu, task, group: group < 0 ? undefined : group });
    if (found?.mark) onSeek(found.mark.time);
  };
}

function useTimelineState(props: TimelineViewProps) {
  const [failure, setFailure] = useState<string>();
  const onFailure = (error: unknown) => setFailure(messageOf(error));
  const scene = useTimelineScene(props, onFailure);
  const region = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller, sizeOf, noSize);
  const palette = usePalette(region, props.theme);
  const sizes = useMemo(() => sizesFor(palette?.textSmall ?? 11), [palette]);
  const { open, toggle } = useOpen(props);
  const pinned = usePinned(props);
  const rows = useRows(props, open, pinned, sizes, size.height);
  const [activeKey, setActiveKey] = useState<string>();
  const active = rows.find((row) => rowKey(row) === activeKey);
  const { range, onRange: setRange } = props;
  const [focused, setFocused] = useState<Span>();
  const [scrolled, setScrolled] = useState(0);
  const setActive = (row: TimelineRow | undefined) => setActiveKey(row && rowKey(row));
  return {
    ...{ failure, scene, region, scroller, size, palette, sizes, toggle, pinned, rows },
    ...{ active, setActive, range, setRange, focused, setFocused, scrolled, setScrolled },
  };
}

type TimelineState = ReturnType<typeof useTimelineState>;

/** Tells the scene what React decided, and brings a CPU selected elsewhere into sight. */
function useDrawing(state: TimelineState, props: TimelineViewProps): void {
  const { scene, rows, active, palette, sizes, size, scroller } = state;
  const { selection, names, frame } = props;
  const groups = frame?.tasks.group;
  useEffect(() => {
    if (!palette) return;
    scene.set({ rows, active, selection, groups, palette, names, left: sizes.names });
  }, [scene, rows, active, selection, groups, palette, names, sizes]);
  useEffect(() => scene.resize(size.width, size.height, size.ratio), [scene, size]);
  const own = rows.find((row) => row.kind === 'cpu' && row.cpu === selection.cpu);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (shown.current === selection.cpu || (selection.cpu !== undefined && !own)) return;
    shown.current = selection.cpu;
    if (own) reveal(own, scroller.current);
  }, [selection.cpu, own, scroller]);
}

export function TimelineView(props: TimelineViewProps) {
  const { side, source, catalog } = props;
  const state = useTimelineState(props);
  const { scene, range, setRange, rows, scrolled, size, failure } = state;
  useDrawing(state, props);
  const actions = useActions(props, state);
  useKeys(state.region, props.singleKeys, actions.act);
  const shown = rowsBetween(rows, scrolled, size.height);
  return (
    <section ref={state.region} className={styles.view} aria-label={words.region(side)}>
      <TimelineToolbar {...{ scene, ...actions }} moreWaiters={state.pinned.more} />
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.body}>
        <Plot state={state} view={props} actions={actions} />
        {range && (
          <RangeSums
            {...{ source, range }}
            allCpus={catalog.topology.cpus}
            onClear={() => setRange(undefined)}
          />
        )}
      </div>
      <TimelineTable {...{ scene, side }} rows={shown} />
    </section>
  );
}

interface PlotProps {
  readonly state: TimelineState;
  readonly view: TimelineViewProps;
  readonly actions: ReturnType<typeof useActions>;
}

/** The ruler and the rows, and what lies over them. */
function Plot({ state, view, actions }: PlotProps) {
  const { scene, range, setRange, size } = state;
  const { onSeek } = view;
  const ruler = useRef<HTMLCanvasElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const tip = useTip(state, view);
  const rulerEvents = useRuler(scene, onSeek);
  useEffect(() => {
    if (!canvas.current || !ruler.current || !playhead.current) return;
    const elements = { rows: canvas.current, ruler: ruler.current, playhead: playhead.current };
    return scene.attach(elements);
  }, [scene]);
  return (
    <div className={styles.plot}>
      <canvas ref={ruler} className={styles.ruler} title={words.ruler} {...rulerEvents} />
      <Rows {...{ state, view, actions, tip }}>
        <canvas ref={canvas} className={styles.canvas} style={{ height: size.height }} />
      </Rows>
      <div className={styles.over}>
        <Unknown scene={scene} text={words.unknown} />
        <div ref={playhead} className={styles.playhead} />
        {range && <RangeShade {...{ scene, range }} onChange={setRange} />}
      </div>
      {tip.tip && <TipBox tip={tip.tip} width={size.width} />}
    </div>
  );
}

interface RowsProps extends PlotProps {
  readonly tip: ReturnType<typeof useTip>;
  /** The canvas that rows are drawn on. */
  readonly children: ReactNode;
}

/** Scrolls, takes the pointer and the arrow keys; LLCs are buttons over the canvas. */
function Rows({ state, view, actions, tip, children }: RowsProps) {
  const { scene, scroller, rows, size, sizes, toggle, setRange } = state;

  const onRange = (range: Range) => {
    setRange(range);
    actions.endRanging();
  };
  const { isRanging } = actions;
  const onPress = usePress(state, view);
  useGestures({ scene, scroller, rows, onPress });
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (event.buttons !== 0) tip.hide();
    else tip.at(event.clientX - box.left, event.clientY - box.top);
  };
  const onScroll = (event: UIEvent<HTMLElement>) => {
    state.setScrolled(event.currentTarget.scrollTop);
    scene.scroll(event.currentTarget.scrollTop);
  };
  return (
    <div
      ref={scroller}
      className={styles.rows}
      role="application"
      aria-label={words.rows}
      aria-description={words.rowsHint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and takes the arrow keys
      tabIndex={0}
      data-ranging={isRanging}
      {...{ onPointerMove, onScroll }}
      onPointerLeave={tip.hide}
    >
      {children}
      <TimelineBrush
        {...{ scene, rows, isRanging, onRange }}
        width={size.width}
        height={size.height}
      />
      <div className={styles.spacer} style={{ height: heightOf(rows) }}>
        {rows.map((row) =>
          row.kind === 'llc' ? (
            <LlcButton
              key={row.llc}
              {...{ row }}
              width={sizes.names}
              onToggle={() => toggle(row.llc)}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}
