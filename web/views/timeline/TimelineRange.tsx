// A selected span of time: its shade with an edge to hold at each side, and what happened in it, added
// up exactly by the engine.

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import { type TimelineSums, tileActivities } from '../../engine/slices.ts';
import { duration as lasting, moment, percent, whole } from '../../ui/format.ts';
import { Hatch } from '../../ui/Hatch.tsx';
import { Icicle } from '../../ui/Icicle.tsx';
import { alongRow } from '../../ui/use-roving.ts';
import { xOfTime } from './pen.ts';
import type { TimelineScene } from './scene.ts';
import { spentOf } from './spent.ts';
import styles from './TimelineView.module.css';
import type { Range, TimelineSource } from './types.ts';
import { lengthOf } from './viewport.ts';
import { words } from './words.ts';

/** The scene's version: the caller renders again whenever the picture changes. */
export function useScene(scene: TimelineScene): void {
  useSyncExternalStore(scene.subscribe, () => scene.version);
}

interface RangeProps {
  readonly scene: TimelineScene;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

/** Shares of what is shown that an arrow key moves an edge by, alone and with Shift. */
const step = 0.01;
const bigStep = 0.1;

export function RangeShade({ scene, range, onChange }: RangeProps) {
  useScene(scene);
  const { place, duration } = scene;
  const at = (time: number) =>
    Math.min(place.left + place.width, Math.max(place.left, xOfTime(place, time)));
  const move = (edge: 'from' | 'to', time: number) => {
    const bounded = Math.round(Math.min(duration, Math.max(0, time)));
    const other = edge === 'from' ? range.to : range.from;
    const [from, to] = bounded < other ? [bounded, other] : [other, bounded];
    if (to > from) onChange({ ...range, from, to });
  };
  const [x0, x1] = [at(range.from), at(range.to)];
  return (
    <div className={styles.range} style={{ left: x0, width: Math.max(1, x1 - x0) }}>
      <Edge edge="from" name={words.rangeFrom} {...{ scene, range, move }} />
      <Edge edge="to" name={words.rangeTo} {...{ scene, range, move }} />
    </div>
  );
}

interface EdgeProps {
  readonly edge: 'from' | 'to';
  readonly name: string;
  readonly scene: TimelineScene;
  readonly range: Range;
  readonly move: (edge: 'from' | 'to', time: number) => void;
}

/** An edge is dragged, or moved with the arrow keys. */
function Edge({ edge, name, scene, range, move }: EdgeProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = alongRow(event);
    if (by === 0) return;
    const share = event.shiftKey ? bigStep : step;
    move(edge, range[edge] + by * share * lengthOf(scene.span));
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = event.currentTarget.closest(`.${styles.plot}`)!.getBoundingClientRect().left;
    move(edge, scene.timeAt(event.clientX - left));
  };
  return (
    <div
      className={styles.edge}
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={name}
      title={words.rangeHint}
      aria-valuemin={0}
      aria-valuemax={scene.duration}
      aria-valuenow={Math.round(range[edge])}
      aria-valuetext={moment(range[edge])}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}

/** ms that a range rests before it is added up. */
const rest = 150;
/** ms until a range that was not computed to its end is added up again. */
const again = 1000;

/** What a range is asked for: sums of the same key are the same. */
const keyOf = ({ from, to, cpus }: Range): string => `${from} ${to} ${cpus?.join(' ') ?? 'all'}`;

/**
 * The sums of a range; undefined while they are being added up for the first time. They grow with what
 * is computed of the run.
 */
function useSums(source: TimelineSource, range: Range): TimelineSums | undefined {
  const [sums, setSums] = useState<{ key: string; sums: TimelineSums }>();
  const key = keyOf(range);
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const [from, to, ...rows] = key.split(' ');
    const span = { from: Number(from), to: Number(to) };
    const query = rows[0] === 'all' ? span : { ...span, cpus: Uint16Array.from(rows, Number) };
    const ask = async () => {
      const found = await source.sums(query).catch(() => undefined);
      if (!isCurrent) return;
      if (found) setSums({ key, sums: found });
      if (!found || found.to < span.to) timer = setTimeout(() => void ask(), again);
    };
    timer = setTimeout(() => void ask(), rest);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source, key]);
  return sums?.key === key ? sums.sums : undefined;
}

export interface RangeSumsProps {
  readonly source: TimelineSource;
  readonly range: Range;
  readonly allCpus: number;
  readonly onClear: () => void;
}

export function RangeSums({ source, range, allCpus, onClear }: RangeSumsProps) {
  const sums = useSums(source, range);
  const { cpus } = range;
  const whose = cpus?.length === 1 ? words.cpu(cpus[0]!) : words.cpus(cpus?.length ?? allCpus);
  const isPartial = sums !== undefined && sums.to < range.to;
  return (
    <aside className={styles.sums} aria-label={words.sums.title}>
      <header>
        <strong>{lasting(lengthOf(range))}</strong>
        {cpus ? whose : words.sums.allCpus(allCpus)}
        <button
          type="button"
          className={styles.tool}
          aria-label={words.clearRange}
          onClick={onClear}
        >
          <svg width="12" height="12" aria-hidden="true">
            <path d="M2 2 10 10M10 2 2 10" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </button>
      </header>
      {isPartial && <p>{words.sums.partly(moment(sums.to))}</p>}
      {!sums && <p>{words.sums.adding}</p>}
      {sums && sums.to > sums.from && (
        <>
          <WhereTimeGoes sums={sums} />
          <SumRows sums={sums} />
        </>
      )}
    </aside>
  );
}

function WhereTimeGoes({ sums }: { readonly sums: TimelineSums }) {
  const id = useId();
  const fills = {
    idle: 'var(--cpu-idle)',
    user: 'var(--cpu-user)',
    kernel: 'var(--cpu-kernel)',
    stalled: `url(#${id}-stalled)`,
    spinning: `url(#${id}-spinning)`,
  };
  return (
    <Icicle whole={spentOf(sums, fills)} says={words.icicle.says}>
      <Hatch id={`${id}-stalled`} kind="stalled" />
      <Hatch id={`${id}-spinning`} kind="spinning" />
    </Icicle>
  );
}

const counts = ['switches', 'wakeups', 'migrations', 'misses'] as const;

function SumRows({ sums }: { readonly sums: TimelineSums }) {
  const all = Math.max(1, sums.cpus * (sums.to - sums.from));
  return (
    <table>
      <tbody>
        {tileActivities.map((activity) => (
          <tr key={activity} title={`${Math.round(sums.spent[activity])} ns`}>
            <th scope="row">{words.activity[activity]}</th>
            <td>{lasting(sums.spent[activity])}</td>
            <td>{percent(sums.spent[activity] / all)}</td>
          </tr>
        ))}
        <tr title={`${Math.round(sums.waited)} ns`}>
          <th scope="row">{words.sums.waited}</th>
          <td>{lasting(sums.waited)}</td>
          <td>{percent(sums.waited / all)}</td>
        </tr>
        {counts.map((what) => (
          <tr key={what}>
            <th scope="row">{words.sums[what]}</th>
            <td colSpan={2} title={String(sums[what])}>
              {whole(sums[what])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
