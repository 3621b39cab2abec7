// The scatter of published repetitions: changes grouped by benchmark and patch, and where their dots
// stand so that none hides another. Arithmetic only; nothing here is simulated.

import { median } from '../../engine/sweep/statistics.ts';
import type { PublishedRow } from '../../scenario/claims/published.ts';

export interface RepetitionDot {
  readonly id: string;
  readonly label: string;
  /** Published change, %. */
  readonly value: number;
  /** Published standard deviation, %; undefined where none was. */
  readonly spread: number | undefined;
}

/** One benchmark with one patch. */
export interface DotRow {
  readonly patch: number;
  readonly dots: readonly RepetitionDot[];
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Dots further from zero than their own standard deviation; undefined where none was published. */
  readonly beyond: number | undefined;
}

export interface ScatterPanel {
  /** The part of the row's name that says the benchmark: hackbench. */
  readonly benchmark: string;
  readonly rows: readonly DotRow[];
}

/** file/benchmark/patch-1-… */
const place = /^[^/]+\/([^/]+)\/patch-(\d)-/;

function dotRowOf(patch: number, dots: readonly RepetitionDot[]): DotRow {
  const values = dots.map(({ value }) => value);
  const spreads = dots.filter(({ spread }) => spread !== undefined);
  return {
    patch,
    dots: [...dots].sort((a, b) => a.value - b.value || (a.id < b.id ? -1 : 1)),
    median: median(values),
    least: Math.min(...values),
    most: Math.max(...values),
    beyond:
      spreads.length > 0
        ? spreads.filter(({ value, spread }) => Math.abs(value) > spread!).length
        : undefined,
  };
}

/** Rows of the regression tables as panels, in their order; rows of other forms are left out. */
export function panelsOf(rows: readonly PublishedRow[]): ScatterPanel[] {
  const panels = new Map<string, Map<number, RepetitionDot[]>>();
  for (const { id, label, value, spread } of rows) {
    const [, benchmark, patch] = place.exec(id) ?? [];
    if (benchmark === undefined || typeof value !== 'number') continue;
    const byPatch = panels.get(benchmark) ?? new Map<number, RepetitionDot[]>();
    const dots = byPatch.get(Number(patch)) ?? [];
    dots.push({ id, label, value, spread });
    panels.set(benchmark, byPatch.set(Number(patch), dots));
  }
  return [...panels].map(([benchmark, byPatch]) => ({
    benchmark,
    rows: [...byPatch].sort(([a], [b]) => a - b).map(([patch, dots]) => dotRowOf(patch, dots)),
  }));
}

/**
 * How far each dot stands off the middle of its row, in the unit of the places: as little as keeps it
 * `apart` from those before it. Places in ascending order.
 */
export function dodged(places: readonly number[], apart: number): number[] {
  const offsets: number[] = [];
  places.forEach((at, index) => {
    const isFree = (offset: number) =>
      !offsets.some((other, before) => {
        const [dx, dy] = [at - places[before]!, offset - other];
        return dx * dx + dy * dy < apart * apart * 0.999;
      });
    // Steps of half a dot, to both sides in turn; every dot blocks but a few of them.
    let step = 0;
    const offsetOf = (n: number) => ((n % 2 ? 1 : -1) * Math.ceil(n / 2) * apart) / 2;
    while (!isFree(offsetOf(step))) step += 1;
    offsets[index] = offsetOf(step) || 0;
  });
  return offsets;
}
