// A moment of a machine as a small picture: every CPU a cell, LLC by LLC, filled by what it does. Denser than the
// Machine view, which has to be pointed at. Computed when the page is built (tools/lib/story-pictures.mjs), drawn
// by the component that shows it.

import type { Topology } from '../../engine/types.ts';
import { type Activity, activities } from './activity.ts';
import { hierarchyOf, type LlcShape } from './arrangement.ts';

export interface Miniature {
  /** Of the picture, in the units of its paths. */
  readonly width: number;
  readonly height: number;
  /** SVG path data: the cells of all CPUs that do the same, and how many they are. */
  readonly cells: Readonly<Record<Activity, { readonly path: string; readonly cpus: number }>>;
}

/** Units: a cell with the gap behind it, the gap alone, and the room between two LLCs. */
const step = 5;
const gap = 1;
const between = 5;
/** Pictures are about twice as wide as high. */
const wanted = 2.2;

/** Cells in a row of an LLC: whole cores, so that siblings stay side by side. */
function columnsOf({ cores }: LlcShape): number {
  const threads = cores[0]!.length;
  return threads * Math.max(1, Math.round(Math.sqrt(cores.length / threads)));
}

/** How many LLCs stand side by side so that the whole comes nearest to the wanted shape. */
function blockColumns(count: number, width: number, height: number): number {
  const off = (columns: number) => {
    const rows = Math.ceil(count / columns);
    const waste = columns * rows - count;
    return Math.abs(Math.log((columns * width) / (rows * height) / wanted)) + (5 * waste) / count;
  };
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return all.reduce((best, columns) => (off(columns) < off(best) ? columns : best));
}

/** `activity` is an ACTIVITY code for each CPU. */
export function miniatureOf(topology: Topology, activity: ArrayLike<number>): Miniature {
  const cpus = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
  const llcs = hierarchyOf(topology, cpus).flatMap(({ nodes }) => nodes.flatMap((n) => n.llcs));
  const columns = Math.max(...llcs.map(columnsOf));
  const rows = Math.max(...llcs.map(({ cores }) => Math.ceil(cores.flat().length / columns)));
  const block = { width: columns * step - gap, height: rows * step - gap };
  const across = blockColumns(llcs.length, block.width + between, block.height + between);
  const paths: string[] = activities.map(() => '');
  const counts = activities.map(() => 0);
  llcs.forEach(({ cores }, index) => {
    const left = (index % across) * (block.width + between);
    const top = Math.floor(index / across) * (block.height + between);
    cores.flat().forEach((cpu, at) => {
      const x = left + (at % columns) * step;
      const y = top + Math.floor(at / columns) * step;
      const code = activity[cpu]!;
      counts[code]! += 1;
      paths[code] += `M${x} ${y}h${step - gap}v${step - gap}h${gap - step}z`;
    });
  });
  const down = Math.ceil(llcs.length / across);
  const cells = activities.map((name, code) => [name, { path: paths[code]!, cpus: counts[code]! }]);
  return {
    width: across * (block.width + between) - between,
    height: down * (block.height + between) - between,
    cells: Object.fromEntries(cells) as Miniature['cells'],
  };
}
