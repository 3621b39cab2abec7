// The timeline of one machine: CPUs as rows folded by LLC, what each ran and waited for, who woke
// whom. Drawn on a canvas; rows of LLCs are buttons, and a table says in words what is on screen.

import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { rowOfLlc } from '../../engine/slices.ts';
import { rowKey, xOf } from './pen.ts';
import { heightOf, type LlcRow, type Row, rowsBetween } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import { RangeShade, RangeSums, useScene } from './timeline-range.tsx';
import { TimelineTable } from './timeline-table.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import styles from './timeline-view.module.css';
import { describe, type Found, look } from './tip.ts';
import type { Range, Span, TimelineViewProps, TimelineWords } from './types.ts';
import { reveal, useActions, useKeys } from './use-actions.ts';
import { useGestures } from './use-gestures.ts';
import {
  sizesFor,
  useOpen,
  usePalette,
  usePinned,
  useRows,
  useSize,
  useTimelineScene,
} from './use-timeline.ts';

/** CSS pixels around a mark in which it is meant. */
const markReach = 6;

/** What the scene knows of a row at a moment. */
function findAt(scene: TimelineScene, row: Row, time: number): Found | undefined {
  const { window, detail } = scene.data;
  const index = window?.rows.indexOf(row.kind === 'cpu' ? row.cpu : rowOfLlc(row.llc)) ?? -1;
  if (!window || index < 0) return undefined;
  return look({ window, detail, row, index, time, reach: scene.nsOf(markReach) });
}

interface LlcButtonProps {
  readonly row: LlcRow;
  readonly width: number;
  readonly words: TimelineWords;
  readonly onToggle: () => void;
}

function LlcButton({ row, width, words, onToggle }: LlcButtonProps) {
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
  const x = Math.max(place.left, xOf(place, known));
  return (
    <div className={styles.unknown} style={{ left: x }}>
      {place.left + place.width - x > 160 && text}
    </div>
  );
}

export function TimelineView(props: TimelineViewProps) {
  const { side, catalog, selection, onSelect, words, names, memory, frame } = props;
  const [failure, setFailure] = useState<string>();
  const scene = useTimelineScene(props, (error) =>
    setFailure(error instanceof Error ? error.message : String(error)),
  );
  const region = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ruler = useRef<HTMLCanvasElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const palette = usePalette(region, props.theme);
  const sizes = sizesFor(palette?.textSmall ?? 11);
  const { open, toggle } = useOpen(props);
  const pinned = usePinned(props);
  const { llc, cpu } = sizes;
  const heights = useMemo(() => ({ llc, cpu }), [llc, cpu]);
  const rows = useRows(props, open, pinned, heights, size.height);
  const [activeKey, setActiveKey] = useState<string>();
  const active = rows.find((row) => rowKey(row) === activeKey);
  const [range, setRangeState] = useState<Range | undefined>(memory.range);
  const [focused, setFocused] = useState<Span>();
  const [tip, setTip] = useState<Tip>();
  const [scrolled, setScrolled] = useState(0);
  const setRange = (next: Range | undefined) => {
    memory.range = next;
    setRangeState(next);
  };
  const groups = frame?.tasks.group;
  useEffect(() => {
    if (palette) {
      const left = sizes.names;
      scene.set({ rows, active, selection, groups, palette, names, words, left });
    }
  }, [scene, rows, active, selection, groups, palette, names, words, sizes.names]);
  useEffect(() => {
    scene.resize(size.width, size.height, size.ratio);
  }, [scene, size]);
  useEffect(() => {
    if (!canvas.current || !ruler.current || !playhead.current) return;
    return scene.attach({
      rows: canvas.current,
      ruler: ruler.current,
      playheads: [playhead.current],
    });
  }, [scene]);
  // A CPU selected elsewhere is brought into sight.
  const own = rows.find((row) => row.kind === 'cpu' && row.cpu === selection.cpu);
  const shownCpu = useRef<number>(undefined);
  useEffect(() => {
    if (shownCpu.current === selection.cpu || (selection.cpu !== undefined && !own)) return;
    shownCpu.current = selection.cpu;
    if (own) reveal(own, scroller.current);
  }, [selection.cpu, own]);

  const state = {
    scene,
    rows,
    active,
    setActive: (row: Row | undefined) => setActiveKey(row && rowKey(row)),
    toggle,
    range,
    setRange,
    focused,
    scroller,
    pinned,
  };
  const { act, isRanging, endRanging } = useActions(props, state);
  useKeys(region, props.singleKeys, act);
  const onPress = (row: Row | undefined, x: number, time: number) => {
    state.setActive(row);
    if (!row || row.kind === 'llc') return;
    const found = x >= scene.place.left ? findAt(scene, row, time) : undefined;
    const what = found?.mark ? { from: found.mark.time, to: found.mark.time } : undefined;
    setFocused(what ?? found?.wait ?? found?.slice);
    const task = found?.slice && found.slice.task >= 0 ? found.slice.task : undefined;
    const group = task === undefined ? undefined : groups?.[task];
    onSelect({ ...selection, cpu: row.cpu, task, group: group === -1 ? undefined : group });
    if (found?.mark) props.onSeek(found.mark.time);
  };
  const gestures = useGestures({
    scene,
    scroller,
    rows,
    isRanging,
    onPress,
    onRange: (next) => {
      setRange(next);
      endRanging();
    },
  });
  const onHover = (event: PointerEvent<HTMLElement>) => {
    gestures.onPointerMove(event);
    if (event.buttons !== 0) return setTip(undefined);
    const box = scroller.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const row = rows.find(
      ({ y: top, height }) => y + scrolled >= top && y + scrolled < top + height,
    );
    const found = row && x > scene.place.left ? findAt(scene, row, scene.timeAt(x)) : undefined;
    const lines = row && found ? describe(row, found, names, words, catalog.decisions) : [];
    setTip(lines.length > 1 ? { x, y, lines } : undefined);
  };
  const shown = rowsBetween(rows, scrolled, size.height);
  const rulerEvents = useRuler(scene, props.onSeek);
  return (
    <section ref={region} className={styles.view} aria-label={words.region(side)}>
      <TimelineToolbar {...{ scene, words, isRanging, act }} moreWaiters={pinned.more} />
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.body}>
        <div className={styles.plot}>
          <canvas ref={ruler} className={styles.ruler} title={words.ruler} {...rulerEvents} />
          <div
            ref={scroller}
            className={styles.rows}
            role="application"
            aria-label={words.rows}
            aria-description={words.rowsHint}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and takes the arrow keys
            tabIndex={0}
            data-ranging={isRanging}
            onScroll={(event) => {
              setScrolled(event.currentTarget.scrollTop);
              scene.scroll(event.currentTarget.scrollTop);
            }}
            {...gestures}
            onPointerMove={onHover}
            onPointerLeave={() => setTip(undefined)}
          >
            <canvas ref={canvas} className={styles.canvas} style={{ height: size.height }} />
            <div className={styles.spacer} style={{ height: heightOf(rows) }}>
              {rows.map((row) =>
                row.kind === 'llc' ? (
                  <LlcButton
                    key={row.llc}
                    row={row}
                    width={sizes.names}
                    words={words}
                    onToggle={() => toggle(row.llc)}
                  />
                ) : null,
              )}
            </div>
          </div>
          <div className={styles.over}>
            <Unknown scene={scene} text={words.unknown} />
            <div ref={playhead} className={styles.playhead} />
            {range && <RangeShade {...{ scene, range, words }} onChange={setRange} />}
          </div>
          {tip && <TipBox tip={tip} width={size.width} />}
        </div>
        {range && (
          <RangeSums
            source={props.source}
            range={range}
            allCpus={catalog.topology.cpus}
            words={words}
            onClear={() => setRange(undefined)}
          />
        )}
      </div>
      <TimelineTable scene={scene} rows={shown} side={side} words={words} />
    </section>
  );
}
