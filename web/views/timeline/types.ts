// Props of the Timeline view. Types only.

import type {
  DetailQuery,
  SumsQuery,
  TimelineDetail,
  TimelineQuery,
  TimelineSums,
  TimelineWindow,
} from '../../engine/slices.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import type { Theme, VariantId } from '../../ui/theme.ts';

/** A span of simulated time, ns. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A span that a person selected, and the CPUs it is about; undefined: all of the machine. */
export interface Range extends Span {
  readonly cpus: readonly number[] | undefined;
}

/** What is selected everywhere in the app, as far as a timeline shows it. */
export interface TimelineSelection {
  readonly cpu?: number | undefined;
  readonly task?: number | undefined;
  /** Task group (instance of the workload): the only thing that gets a hue. */
  readonly group?: number | undefined;
  /** Index of a cache line of this side. */
  readonly line?: number | undefined;
}

/** Where the slices come from: the engine of one side. Undefined: replaced by a newer question. */
export interface TimelineSource {
  readonly window: (query: TimelineQuery) => Promise<TimelineWindow | undefined>;
  readonly detail: (query: DetailQuery) => Promise<TimelineDetail | undefined>;
  readonly sums: (query: SumsQuery) => Promise<TimelineSums | undefined>;
  /** ns of the nearest slice or mark after or before `time`. */
  readonly next: (time: number, by: 1 | -1, cpu?: number) => Promise<number | undefined>;
}

/** What outlives the view while another tab is open. The view writes it. */
export interface TimelineMemory {
  open?: ReadonlySet<number>;
}

/** What ids are called. */
export interface TimelineNames {
  readonly line: (line: number) => string;
  readonly lock: (lock: number) => string;
  readonly symbol: (symbol: number) => string;
  readonly task: (task: number) => string;
}

export interface TimelineViewProps {
  readonly side: VariantId;
  readonly catalog: Catalog;
  /** ns: length of the run. */
  readonly duration: number;
  readonly source: TimelineSource;
  /** Calls back with the playhead and how far the run is computed, ns. Returns the way to stop. */
  readonly onTime: (listener: (time: number, head: number) => void) => () => void;
  /** A frame near the playhead: groups of tasks, and the waiters of each line and lock. */
  readonly frame: Frame | undefined;
  /** False while the playhead moves by itself: the pinned waiters then stay as they were. */
  readonly resting: boolean;
  readonly selection: TimelineSelection;
  /** The whole new selection. */
  readonly onSelect: (selection: TimelineSelection) => void;
  readonly onSeek: (time: number) => void;
  /** On screen at first, if somebody chose it; what is near the playhead, if not. */
  readonly firstSpan: Span | undefined;
  /** A person moved or zoomed, and where playing led from there once it rests. */
  readonly onSpan: (span: Span) => void;
  readonly range: Range | undefined;
  readonly onRange: (range: Range | undefined) => void;
  /** Single keys act. */
  readonly singleKeys: boolean;
  readonly theme: Theme;
  readonly memory: TimelineMemory;
  readonly names: TimelineNames;
}
