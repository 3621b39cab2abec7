// One variant that runs somewhere else: its calls and its progress. Types only; ../start.ts starts one.

import type { PagesMoment } from '../pages-moment.ts';
import type { PolicyCounts } from '../policy.ts';
import type {
  DetailQuery,
  SumsQuery,
  TimelineDetail,
  TimelineQuery,
  TimelineSums,
  TimelineWindow,
} from '../slices.ts';
import type { Catalog } from './catalog.ts';
import type { EventQuestion, FoundEvent } from './event.ts';
import type { DecisionMark, DecisionStory, DecisionsQuery, Explain, Pick } from './explain.ts';
import type { C2cRows, Headline, Measured } from './measured.ts';
import type { MechanismPart } from './mechanism.ts';

export type RunState =
  /** The head is running ahead. */
  | 'running'
  /** The head is as far ahead as it was asked to be, or paused. */
  | 'waiting'
  /** Reached the end of the scenario, or nothing is pending any more. */
  | 'finished'
  /** Stopped for good: see message. */
  | 'failed';

/** What of a run before its measured window is kept for the next time: it went on from there, is kept now, or may not be. */
export type WarmStartState = 'resumed' | 'kept' | 'refused';

/** How a run is getting on. */
export interface RunStatus {
  readonly state: RunState;
  /** ns. */
  readonly headTime: number;
  readonly duration: number;
  readonly measuring: boolean;
  /** Memory of the two worlds, and of the recording with its bound: bytes. */
  readonly worldBytes: number;
  readonly recordingBytes: number;
  readonly recordingLimit: number;
  readonly keyframes: number;
  /** ns between keyframes where they are densest. */
  readonly keyframeSpacing: number;
  /** Memory of the timeline's slices, with its bound: bytes. */
  readonly timelineBytes: number;
  readonly timelineLimit: number;
  /** ns of the first occurrences asked for (see marks.ts), by question; undefined: not yet. */
  readonly marks: readonly (number | undefined)[];
  /** Undefined: nothing is to be kept, or not yet. */
  readonly warmStart?: WarmStartState | undefined;
  /** The figures of the whole run were kept, and it has not ended: see VariantEngine.keptFigures. */
  readonly areFiguresKept?: boolean | undefined;
  /** Set when failed: what broke, in words meant for a reader. */
  readonly message?: string;
}

/** What a record must be for a step to stop at it; all that are given must hold. */
export interface StepFilter {
  readonly cpu?: number;
  readonly task?: number;
  /** RECORD_ codes. */
  readonly kinds?: readonly number[];
}

/**
 * One variant, running somewhere else (a worker; see start.ts): every call is asynchronous there.
 * Calls that need a moment run one after the other; a newer frameAt cancels the one before it, whose
 * promise then gives undefined.
 */
export interface VariantEngine {
  readonly catalog: () => Catalog;
  readonly status: () => RunStatus;
  /** Lets the head run `ns` ahead of the playhead (the last time asked for), then wait. */
  readonly setLead: (ns: number) => void;
  /**
   * What frames carry for mechanisms on the stage, from when its promise resolves; nothing at first. A part that the run has
   * nothing of is left out.
   */
  readonly setMechanisms: (parts: readonly MechanismPart[]) => Promise<void>;
  /**
   * The moment at `time` (clamped to 0 .. duration) as the buffer of a Frame; see decodeFrame. `since`:
   * the records of the frame it goes on from, if that is not the one given last; null: from none, it
   * is a jump.
   */
  readonly frameAt: (time: number, since?: number | null) => Promise<ArrayBuffer | undefined>;
  /** The place shown last, also between two records of one moment, with the records that lead to it. */
  readonly wholeFrame: () => Promise<ArrayBuffer | undefined>;
  /** The moment just after the next (+1) or previous (-1) record that passes the filter. */
  readonly stepEvent: (by: 1 | -1, filter?: StepFilter) => Promise<ArrayBuffer | undefined>;
  /** The same for decisions (fork, wake-up, push, pull ...). */
  readonly stepDecision: (by: 1 | -1, filter?: StepFilter) => Promise<ArrayBuffer | undefined>;
  /** The c2c rows as they stand at `time`. */
  readonly rows: (time: number) => Promise<C2cRows>;
  /** The page allocators as they stand at `time`; without zones where there are none. */
  readonly pages: (time: number) => Promise<PagesMoment | undefined>;
  /** Numbers of the measured window, at the head. */
  readonly headline: () => Promise<Headline>;
  /** All of the measured window so far, at the head; undefined before it. Disturbs nothing. */
  readonly measured: () => Promise<Measured | undefined>;
  /** Those of the whole run, kept from before, as long as it has not ended; undefined where there are none. */
  readonly keptFigures: () => Promise<Measured | undefined>;
  /** What its policy has been asked up to the head; undefined without one. */
  readonly policyCounts: () => Promise<PolicyCounts | undefined>;
  /** Undefined if the core has forgotten it (its ring is bounded) and no replay can bring it back. */
  readonly explain: (id: number) => Promise<Explain | undefined>;
  /** The latest decisions up to a moment, newest first; undefined if a newer one of its asker replaced this. */
  readonly decisions: (query: DecisionsQuery) => Promise<DecisionMark[] | undefined>;
  /** How decision `id` came about; undefined if there is none, or a newer question replaced this. */
  readonly decisionStory: (
    id: number,
    asker?: DecisionsQuery['asker'],
  ) => Promise<DecisionStory | undefined>;
  /** The latest picks up to a moment, newest first: a few of each CPU; none without the full fair class. */
  readonly picks: (query: DecisionsQuery) => Promise<Pick[] | undefined>;
  /**
   * The next event behind a place of the run, or the last one in front of it, found at this seed by replay; undefined if
   * there is none up to the end of the run, or a newer question of its asker replaced this one.
   */
  readonly find: (question: EventQuestion) => Promise<FoundEvent | undefined>;
  /** Stops a search for an event, which then resolves with undefined. */
  readonly stopFinding: (asker?: string) => void;
  /** What the head has counted so far: samples from number `from` on, one after the other (track.ts). */
  readonly track: (from: number) => Float64Array;
  /** The timeline of a window, as far as it is known now. Rejects with RangeError. */
  readonly timelineWindow: (query: TimelineQuery) => Promise<TimelineWindow>;
  /** ns of the nearest slice or mark after or before `time`, on one CPU or any. */
  readonly timelineNext: (time: number, by: 1 | -1, cpu?: number) => Promise<number | undefined>;
  /** Every wait in a window, and sums over a span; a newer call replaces one under way. */
  readonly timelineDetail: (query: DetailQuery) => Promise<TimelineDetail | undefined>;
  readonly timelineSums: (query: SumsQuery) => Promise<TimelineSums | undefined>;
  readonly dispose: () => void;
}
