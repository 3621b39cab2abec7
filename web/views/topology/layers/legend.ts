// The legend of a layer: its entries in the key under the picture, and its words in the table. It gets the last
// note of that layer. Types only.

import type { ReactNode } from 'react';
import type { Tempo } from '../tempo.ts';
import type { TrafficNote } from '../traffic.ts';

/** What an entry of the key may depend on. */
export interface LegendMoment<Note> {
  readonly tempo: Tempo;
  /** Undefined before the first frame, and of layers that note nothing. */
  readonly note: Note | undefined;
  /** Transfers per second drawn at full width; 0: none seen yet. */
  readonly fullRate: number;
  /** Of transfers between caches; undefined before the first frame. */
  readonly traffic: TrafficNote | undefined;
  /** One core holds the line in the queue, and is marked. */
  readonly isHeld: boolean;
  /** Some layer has so much to say that the others are to be short. */
  readonly isCrowded: boolean;
}

export interface LegendEntry<Note> {
  readonly mark: ReactNode;
  /** Its tooltip, a sentence. */
  readonly meaning: string;
  /** Left out: always there. */
  when?(now: LegendMoment<Note>): boolean;
  /** Asked anew with every note. */
  text(now: LegendMoment<Note>): string;
  /** The text is a number that changes: it keeps its room. */
  readonly isNumber?: boolean;
}

/** Rows of a table, the first cell of each its name. */
export interface LegendTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [name: string, ...cells: string[]])[];
}

export interface LayerLegend<Note = unknown> {
  /** That of the layer. */
  readonly name: string;
  readonly entries?: readonly LegendEntry<Note>[];
  /** True while its entries crowd the key. */
  isCrowding?(note: Note | undefined): boolean;
  /** What stands behind the name of an LLC in the table, each part by itself. */
  row?(note: Note, llc: number): readonly string[];
  /** A table of its own: of mechanisms. */
  table?(note: Note): LegendTable | undefined;
  /** What is said of a CPU besides what it does: of mechanisms. */
  cpu?(note: Note, cpu: number): string | undefined;
  /** What stands below the table. */
  sentence?(note: Note): string;
}
