// The way into the picture for hands: pointer (pan, zoom, choose, point at) and keyboard (a grid of
// CPUs that arrow keys move over). Lies over the canvas; draws nothing but a tip.

import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { taskName, workloadTasks } from '../../engine/task-names.ts';
import type { Catalog, Frame, Topology } from '../../engine/types.ts';
import { whenIdle } from '../../ui/idle.ts';
import { activities } from './activity.ts';
import { type Layout, layoutMachine, neighbour } from './layout.ts';
import styles from './MachineView.module.css';
import type { Picture } from './picture.ts';
import { watchPointer } from './pointer.ts';
import type { MachineViewProps } from './props.ts';
import type { Hit } from './snapshot.ts';
import { showTip } from './tip.ts';
import type { Selection } from './types.ts';
import { useOnDemand } from './use-on-demand.ts';
import { cpuSentence, doingOf, lineNames, taskSentence, words } from './words.ts';

export interface CpuGridProps extends MachineViewProps {
  readonly picture: Picture | undefined;
  /** What else there is to say of a CPU at the moment. */
  readonly aside?: (cpu: number) => string | undefined;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Zoom of a key press. */
const keyZoom = 1.5;
/** Arrow keys move over the grid as it is drawn; its proportions do not matter much. */
const gridSize = { width: 640, height: 520 };

/** The selection after choosing what lies under a point: a task brings its group. */
export function selectionAt(selection: Selection, hit: Hit, frame: Frame | undefined): Selection {
  const next: { -readonly [Key in keyof Selection]: Selection[Key] } = { ...selection };
  if (hit.cpu !== undefined) next.cpu = hit.cpu;
  if (hit.line !== undefined) next.line = hit.line;
  if (hit.task !== undefined) {
    next.task = hit.task;
    const group = frame?.tasks.group[hit.task] ?? -1;
    if (group >= 0) next.group = group;
    else delete next.group;
  }
  return next;
}

/** A frame whose buffer went to another thread says nothing more. */
const readable = (frame: Frame | undefined): Frame | undefined =>
  frame && frame.buffer.byteLength > 0 ? frame : undefined;

/** The task of the workload behind another that has a place, the first behind the last. */
export function taskAfter(
  catalog: Catalog,
  frame: Frame,
  task: number | undefined,
): number | undefined {
  const [first, end] = workloadTasks(catalog);
  const count = end - first;
  const from = task === undefined || task < first || task >= end ? end - 1 : task;
  for (let i = 1; i <= count; i++) {
    const next = first + ((from - first + i) % count);
    if (doingOf(frame, next) !== words.doing.none) return next;
  }
  return undefined;
}

/** One sentence on a CPU at the latest frame; its name alone if there is none. */
function useSentence(props: CpuGridProps, lines: () => readonly string[]): (cpu: number) => string {
  const { latest, catalog, aside } = props;
  return (cpu) => {
    const frame = readable(latest());
    if (!frame) return words.cpu(cpu);
    const activity = activities[frame.cpus.activity[cpu]!] ?? 'idle';
    const name = (task: number) => taskName(catalog, task);
    const said = cpuSentence(cpu, frame, lines(), name, activity);
    const more = aside?.(cpu);
    return more ? `${said}, ${more}` : said;
  };
}

const layoutOf = ({ topology }: Catalog): Layout => layoutMachine(topology, gridSize);

/** ms that a camera rests before it is told of. */
const cameraRest = 250;

/** To be called whenever a person moves the camera. */
function useMoved(props: CpuGridProps): () => void {
  const current = useRef(props);
  current.current = props;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = async () => {
    const asked = timer.current;
    const camera = await current.current.picture?.place();
    // Meanwhile it may have been moved on.
    if (camera && asked === timer.current) current.current.onCamera?.(camera);
  };
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void tell(), cameraRest);
  };
}

/** Everything a pointer does over the picture. */
function usePointer(
  grid: RefObject<HTMLDivElement | null>,
  tip: RefObject<HTMLDivElement | null>,
  props: CpuGridProps,
  sentence: (hit: Hit) => string,
  moved: () => void,
): void {
  const current = useRef({ props, sentence, moved });
  current.current = { props, sentence, moved };
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    const now = () => current.current.props;
    const point = (hit: Hit | undefined, x: number, y: number) => {
      const cpu = hit?.cpu ?? -1;
      now().picture?.post({ kind: 'hover', cpu });
      element.dataset.over = hit?.cpu !== undefined || hit?.line !== undefined ? 'thing' : 'ground';
      showTip(tip.current, element, hit ? current.current.sentence(hit) : '', x, y);
    };
    return watchPointer(element, {
      pan: (dx, dy) => {
        now().together.moveAll(now().picture, { kind: 'pan', dx, dy });
        current.current.moved();
      },
      zoom: (x, y, factor) => {
        now().together.moveAll(now().picture, { kind: 'zoom', x, y, factor });
        current.current.moved();
      },
      press: (x, y) => {
        void now()
          .picture?.pick(x, y)
          .then((hit) => {
            const { onSelect, selection, latest } = now();
            if (hit) onSelect(selectionAt(selection, hit, latest()));
          });
      },
      point: (x, y) => {
        void now()
          .picture?.pick(x, y)
          .then((hit) => point(hit, x, y));
      },
      leave: () => point(undefined, 0, 0),
    });
  }, [grid, tip]);
}

export function CpuGrid(props: CpuGridProps) {
  const { side, catalog, selection, onSelect, onDomains, picture, together } = props;
  const grid = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const active = useRef(0);
  const prefix = useId();
  const layoutNow = useOnDemand(catalog, layoutOf);
  const lines = useOnDemand(catalog, lineNames);
  const sentence = useSentence(props, lines);
  const now = () => readable(props.latest());
  // Of a line its name, which may not fit the picture.
  const named = ({ cpu, task, line }: Hit) => {
    if (task !== undefined) return taskSentence(catalog, task, now());
    return cpu === undefined ? (lines()[line ?? -1] ?? '') : sentence(cpu);
  };
  const moved = useMoved(props);
  usePointer(grid, tip, props, named, moved);
  const rows = useMemo(() => cpusByLlc(catalog.topology), [catalog]);
  const [filled, fillNow] = useFilling(rows.length);

  const moveTo = (cpu: number, text = sentence(cpu)) => {
    active.current = cpu;
    const cell = document.getElementById(`${prefix}${cpu}`);
    if (cell) cell.textContent = text;
    grid.current?.setAttribute('aria-activedescendant', `${prefix}${cpu}`);
    picture?.post({ kind: 'hover', cpu });
  };
  const nextTask = () => {
    const frame = now();
    const task = frame && taskAfter(catalog, frame, selection.task);
    if (task === undefined) return;
    const cpu = frame!.tasks.cpu[task]!;
    onSelect(selectionAt(selection, { cpu, task }, frame));
    moveTo(cpu, taskSentence(catalog, task, frame));
  };
  const zoomBy = (factor: number) => {
    const { clientWidth = 0, clientHeight = 0 } = grid.current ?? {};
    together.moveAll(picture, { kind: 'zoom', x: clientWidth / 2, y: clientHeight / 2, factor });
    moved();
  };
  const showAll = () => {
    together.moveAll(picture, { kind: 'target', target: { kind: 'all' }, smooth: true });
    props.onCamera?.({ kind: 'all' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const arrow = arrows[event.key];
    if (arrow) moveTo(neighbour(layoutNow(), active.current, ...arrow));
    else if (event.key === 'Enter') {
      onSelect(selectionAt(selection, { cpu: active.current }, undefined));
    } else if (event.key === 't') nextTask();
    else if (event.key === 'd' && onDomains) onDomains(active.current);
    else if (event.key === '+' || event.key === '=') zoomBy(keyZoom);
    else if (event.key === '-') zoomBy(1 / keyZoom);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: it lies over a canvas, it is no table to see */}
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        tabIndex={0}
        aria-label={words.grid(side)}
        aria-keyshortcuts={onDomains ? 'T D' : 'T'}
        aria-readonly="true"
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
        onFocus={() => {
          fillNow();
          moveTo(selection.cpu ?? active.current);
        }}
        onBlur={() => picture?.post({ kind: 'hover', cpu: -1 })}
      >
        {rows.slice(0, filled).map(({ llc, cpus }, index) => (
          <GridRow
            key={llc}
            index={index}
            llc={llc}
            cpus={cpus}
            prefix={prefix}
            selected={cpus.includes(selection.cpu ?? -1) ? selection.cpu : undefined}
          />
        ))}
      </div>
      <div ref={tip} className={styles.tip} hidden aria-hidden="true" />
    </>
  );
}

/** The CPUs of each LLC, in their order. */
function cpusByLlc({ llc: of, cpus: count }: Topology) {
  const rows = new Map<number, number[]>();
  for (let cpu = 0; cpu < count; cpu++) {
    const row = rows.get(of[cpu]!);
    if (row) row.push(cpu);
    else rows.set(of[cpu]!, [cpu]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([llc, cpus]) => ({ llc, cpus }));
}

/**
 * How many rows are there: one more whenever the browser has time, because hundreds of elements at
 * once would keep the page from answering; and a way to have them all at once.
 */
function useFilling(rows: number): readonly [number, () => void] {
  const [filled, setFilled] = useState(1);
  useEffect(() => {
    if (filled >= rows) return undefined;
    return whenIdle(() => setFilled((before) => Math.max(before, filled + 1)));
  }, [filled, rows]);
  return [filled, () => filled < rows && flushSync(() => setFilled(rows))];
}

interface GridRowProps {
  readonly llc: number;
  readonly cpus: readonly number[];
  readonly prefix: string;
  /** The selected CPU, if it is one of this row. */
  readonly selected: number | undefined;
  readonly index: number;
}

/** A row for each LLC, a cell for each CPU: what assistive technology walks over. */
const GridRow = memo(function GridRow({ llc, cpus, prefix, selected, index }: GridRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's rows would take room in the picture
    <div
      role="row"
      tabIndex={-1}
      className={styles.cells}
      aria-label={words.llc(llc)}
      aria-rowindex={index + 1}
    >
      {cpus.map((cpu) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <span
          key={cpu}
          tabIndex={-1}
          id={`${prefix}${cpu}`}
          role="gridcell"
          aria-selected={cpu === selected ? true : undefined}
        >
          {words.cpu(cpu)}
        </span>
      ))}
    </div>
  );
});
