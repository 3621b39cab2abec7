// What the fills of CPUs say, as it was chosen, and whether caches are framed. Both threads know it: no engine, no
// drawing (styles.ts tells which style a CPU has, draw/fills.ts its colour, layers/sharing which caches).

import {
  type ColourBy,
  firstColouring,
  type HeatMeasure,
  type HuePart,
  type LegendEntry,
} from '../../scenario/colouring.ts';
import { taskHues } from '../../ui/theme.ts';

export interface Colouring {
  readonly by: ColourBy;
  /** Which tasks share a hue. */
  readonly hue: HuePart;
  readonly heat: HeatMeasure;
  /** The entry of the legend that alone is shown; the others recede. */
  readonly only: LegendEntry | undefined;
  /** Whether machines are better off with more caches in use: those that are shared while others are empty are hot. */
  readonly marksShared: boolean;
}

export const defaultColouring: Colouring = {
  ...firstColouring,
  only: undefined,
  marksShared: false,
};

/** Equal steps in which heat is shown, so that each can be named and kept alone. */
export const heatBands = 5;

/** Processes and instances among the tasks of a moment. */
export interface PartCounts {
  readonly process: number;
  readonly instance: number;
}

/** The hue of a part, 0 to taskHues - 1. */
export const hueOf = (part: number): number => (part < 0 ? taskHues - 1 : part % taskHues);
