// What the timeline of a run is made of, and the questions a view may ask about it. Types, codes and
// bounds only: slices-recorder.ts gathers, slices-window.ts answers, slices-replay.ts finds what was
// too much to keep. A slice is a span of one CPU in which task and mode (idle, user, or kernel with all
// its waiting; ACTIVITY codes) stay the same; tiles say what its time went to, and tile it exactly.

/** Activities of a tile in the order shares are stacked; index = ACTIVITY code. */
export const tileActivities = ['idle', 'user', 'kernel', 'stalled', 'spinning'] as const;
export type TileActivity = (typeof tileActivities)[number];

/** The mode of a slice of a recording where nothing is known: the fourth that a slice has room for. */
export const UNKNOWN_MODE = 3;

/** What a mark on a CPU's row tells of. */
export const MARK = { WAKE: 0, MIGRATE: 1, DECISION: 2, SLEEP: 3 } as const;

/** Which way an arrow goes: a wake-up, or a task pushed or pulled to another CPU. */
export const ARROW = { WAKE: 0, PUSH: 1, PULL: 2 } as const;

/** Bytes: 1.3 million slices; a full run of the FFmpeg story has about a million. */
export const sliceLogLimit = 20 * 2 ** 20;
/** Bytes: half a million wake-ups, migrations and decisions. */
export const markLogLimit = 8 * 2 ** 20;
/** Cells of the two share pyramids: 60 bytes each, 22 MiB together. */
export const cpuCellLimit = 2 ** 18;
export const llcCellLimit = 2 ** 17;
/** No row has more: finer than any screen shows at once, and what lies below is in the log. */
export const rowCellLimit = 2 ** 13;
/** Most bytes the slices of a run may take: the sum of the above. */
export const timelineLimit = sliceLogLimit + markLogLimit + (cpuCellLimit + llcCellLimit) * 60;

/** Rows, arrows and pixels of one question are bounded, so that an answer takes milliseconds. */
export const windowRowLimit = 1024;
export const windowPixelLimit = 8192;
export const windowArrowLimit = 400;
/** Records a replay in detail may cost: about half a second of computing. */
export const detailRecordLimit = 250_000;

/** A row of the timeline: a CPU as its number, an LLC as -1 - its number. */
export const rowOfLlc = (llc: number): number => -1 - llc;

export interface TimelineQuery {
  /** ns. */
  readonly from: number;
  readonly to: number;
  /** CPUs, or LLCs by rowOfLlc. */
  readonly rows: Int32Array;
  /** Width that the span is drawn on. */
  readonly pixels: number;
  /** CPUs whose wake-ups and migrations are wanted as arrows (either end). */
  readonly arrowsOf?: Uint16Array;
}

/** Arrows from one CPU to another. */
export interface ArrowColumns {
  /** How many there are in the window; `fromCpu` may hold an even sample of them. */
  readonly total: number;
  /** ARROW code. */
  readonly kind: Uint8Array;
  readonly fromCpu: Uint16Array;
  readonly fromTime: Float64Array;
  readonly toCpu: Uint16Array;
  /** ns: when the task begins to run there; NaN if it does not in the window. */
  readonly toTime: Float64Array;
  readonly task: Int32Array;
}

/**
 * The answer for a window. Row r has slices [sliceFrom[r], sliceFrom[r + 1]), marks likewise, and
 * cells [cellFrom[r], cellFrom[r + 1]); it has slices or cells, never both.
 */
export interface TimelineWindow {
  readonly from: number;
  readonly to: number;
  /** ns: nothing is known beyond; slices and cells end there. */
  readonly known: number;
  /** ns: the longest window that may be asked for in detail. */
  readonly detailSpan: number;
  readonly rows: Int32Array;
  readonly sliceFrom: Uint32Array;
  readonly sliceStart: Float64Array;
  readonly sliceEnd: Float64Array;
  readonly sliceMode: Uint8Array;
  /** -1: idle. */
  readonly sliceTask: Int32Array;
  /** ns of it that the CPU waited for a line, and for a lock. */
  readonly sliceStalled: Float64Array;
  readonly sliceSpun: Float64Array;
  readonly cellFrom: Uint32Array;
  /** By row: start of its first cell and width of a cell, ns. */
  readonly cellStart: Float64Array;
  readonly cellWidth: Float64Array;
  /** Four bytes a cell: shares of user, kernel, stalled, spinning of 255; idle is the rest. */
  readonly shares: Uint8Array;
  readonly markFrom: Uint32Array;
  readonly markTime: Float64Array;
  readonly markKind: Uint8Array;
  readonly markTask: Int32Array;
  /** Wake: target CPU. Migrate: destination. Decision: result (a CPU or -1). Sleep: 0. */
  readonly markCpu: Int32Array;
  /** Wake: previous CPU. Migrate: source. Decision: its kind. Sleep: 0. */
  readonly markFromCpu: Int32Array;
  /** Decision: explain id; migrate: MIGRATE code; else 0. */
  readonly markMore: Uint32Array;
  /** Marks were left out because there are too many to tell apart. */
  readonly marksLeftOut: boolean;
  readonly arrows: ArrowColumns;
  /** By row and activity: ns, as exact as the cells or slices are. */
  readonly spent: Float64Array;
  /** Log entries and cells looked at: what the answer cost. */
  readonly visited: number;
}

export interface DetailQuery {
  readonly from: number;
  readonly to: number;
  readonly cpus: Uint16Array;
}

/** Every wait of some CPUs in a window; those of CPU c lie at [start[c], start[c + 1]). */
export interface TimelineDetail {
  readonly from: number;
  readonly to: number;
  readonly cpus: Uint16Array;
  readonly start: Uint32Array;
  /** ns, clipped to the window. */
  readonly begin: Float64Array;
  readonly end: Float64Array;
  /** ACTIVITY.STALLED or ACTIVITY.SPINNING. */
  readonly activity: Uint8Array;
  /** The line stalled on, or the lock spun for. */
  readonly what: Uint32Array;
  /** Of a stall: ns behind other requests to the line; byte in the line; kernel function. */
  readonly waited: Float64Array;
  readonly offset: Uint8Array;
  readonly symbol: Uint16Array;
}

export interface SumsQuery {
  readonly from: number;
  readonly to: number;
  /** Undefined: all. */
  readonly cpus?: Uint16Array;
}

/** What happened on some CPUs in a span. */
export interface TimelineSums {
  readonly from: number;
  /** ns: at most as far as known. */
  readonly to: number;
  readonly cpus: number;
  /** ns by activity, summing to cpus * (to - from). */
  readonly spent: Readonly<Record<TileActivity, number>>;
  readonly switches: number;
  /** Tasks woken to run on these CPUs, and tasks moved to them. */
  readonly wakeups: number;
  readonly migrations: number;
  readonly misses: number;
  /** ns these CPUs stood behind others that asked for the same lines. */
  readonly waited: number;
}
