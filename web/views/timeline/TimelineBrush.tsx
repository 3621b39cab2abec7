// Selects a range of a timeline, and CPUs of it, by a brush over the rows: with Shift, or after the button that begins it.
// Without them the brush is not there, and a drag pans.

import { brush, type D3BrushEvent } from 'd3-brush';
import { pointer, select } from 'd3-selection';
import { useEffect, useRef } from 'react';
import { rowAt, type TimelineRow } from './rows.ts';
import type { TimelineScene } from './scene.ts';
import styles from './TimelineView.module.css';
import type { Range } from './types.ts';

/** CPUs from one row to another; undefined where a drag stays in LLC rows: all of the machine. */
export function cpusBetween(
  rows: readonly TimelineRow[],
  a: TimelineRow | undefined,
  b: TimelineRow | undefined,
) {
  const [from, to] = [a, b].map((row) => (row ? rows.indexOf(row) : -1)).sort((x, y) => x - y);
  const between = rows.slice(Math.max(0, from!), to! + 1);
  const cpus = between.flatMap((row) => (row.kind === 'cpu' ? [row.cpu] : []));
  return cpus.length > 0 ? cpus : undefined;
}

/** A corner of a box: kept from the press on, for the plot may get narrower and rows may scroll meanwhile. */
interface Corner {
  readonly time: number;
  readonly row: TimelineRow | undefined;
}

function cornerAt(
  scene: TimelineScene,
  rows: readonly TimelineRow[],
  [x, y]: readonly [number, number],
) {
  const time = scene.timeAt(Math.max(scene.place.left, x));
  return {
    time: Math.round(Math.min(scene.duration, Math.max(0, time))),
    row: rowAt(rows, y + scene.place.scrolled),
  };
}

/** From one corner to the other; undefined if that is no nanosecond. */
export function brushedRange(
  rows: readonly TimelineRow[],
  one: Corner,
  other: Corner,
): Range | undefined {
  const [from, to] = [one.time, other.time].sort((a, b) => a - b) as [number, number];
  return to > from ? { from, to, cpus: cpusBetween(rows, one.row, other.row) } : undefined;
}

export interface TimelineBrushProps {
  readonly scene: TimelineScene;
  readonly rows: readonly TimelineRow[];
  /** CSS pixels of the rows that are in sight. */
  readonly width: number;
  readonly height: number;
  /** The next drag selects, as with Shift. */
  readonly isRanging: boolean;
  readonly onRange: (range: Range) => void;
}

export function TimelineBrush(props: TimelineBrushProps) {
  const { scene, width, height } = props;
  const group = useRef<SVGGElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const selection = select(group.current!);
    const pointIn = (event: MouseEvent | TouchEvent) =>
      pointer('changedTouches' in event ? event.changedTouches[0] : event, group.current!);
    let begun: Corner | undefined;
    const behaviour = brush<unknown>()
      .extent([
        [0, 0],
        [width, height],
      ])
      // Shift begins the selection here; it does not hold one side of it still.
      .keyModifiers(false)
      .filter((event: MouseEvent) => !event.button && (event.shiftKey || latest.current.isRanging))
      .on('start', ({ sourceEvent }: D3BrushEvent<unknown>) => {
        if (!sourceEvent) return;
        // What pans hears no press that selects: of its end, which the brush keeps to itself, it would never hear.
        sourceEvent.stopPropagation();
        begun = cornerAt(scene, latest.current.rows, pointIn(sourceEvent));
      })
      .on('brush', ({ sourceEvent }: D3BrushEvent<unknown>) => {
        const { rows, onRange } = latest.current;
        if (!sourceEvent || !begun) return;
        const range = brushedRange(rows, begun, cornerAt(scene, rows, pointIn(sourceEvent)));
        if (range) onRange(range);
      })
      .on('end', ({ sourceEvent }: D3BrushEvent<unknown>) => {
        // The range is shown over the ruler, too, and can be changed there: the box goes.
        if (sourceEvent) selection.call(behaviour.clear);
      });
    selection.call(behaviour);
    return () => void selection.on('.brush', null).selectAll('*').remove();
  }, [scene, width, height]);
  return (
    <svg className={styles.brush} width={width} height={height} aria-hidden="true">
      <g ref={group} />
    </svg>
  );
}
