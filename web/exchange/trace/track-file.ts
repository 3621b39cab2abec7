// What a file of tracks takes: processes, tracks, slices, moments, counters and arrows. Perfetto's and
// Chrome's formats are two of them. Types only.

export type EventType = 'begin' | 'instant';
export type Annotations = Readonly<Record<string, number | string>>;

export interface EventParts {
  readonly track: number;
  readonly time: number;
  readonly name: string;
  readonly category: string;
  readonly annotations?: Annotations | undefined;
  /** Begins an arrow here, or ends one. */
  readonly flow?: number | undefined;
  readonly flowEnd?: number | undefined;
}

export interface TrackFile {
  readonly events: number;
  readonly bytes: number;
  /** A process whose tracks stand in the order of their ranks; `labels` are shown beside its name. */
  process(track: number, name: string, labels: readonly string[]): void;
  track(track: number, parent: number, rank: number, name: string): void;
  counterTrack(track: number, parent: number, rank: number, name: string, unit: string): void;
  /** The beginning of a slice, or a moment. */
  add(type: EventType, parts: EventParts): void;
  /** The end of the slice that began last on the track. */
  end(track: number, time: number): void;
  count(track: number, time: number, value: number): void;
  /** The file; nothing may be added afterwards. */
  take(): readonly Uint8Array<ArrayBuffer>[];
}
