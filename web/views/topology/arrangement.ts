// Which grid suits a machine and a picture: how many columns of sockets, nodes, LLC blocks and cores make
// the cells largest, and how much space lies between them. Pure; layout.ts places cells by it.

import type { Topology } from '../../engine/types.ts';

export interface LayoutOptions {
  /** Size of the picture, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of titles, CSS pixels. */
  readonly textSize?: number;
  /**
   * An excerpt: only these CPUs, large, with room between them for what passes from one to the
   * other. Without it the whole machine.
   */
  readonly excerpt?: readonly number[] | undefined;
  /** Only these CPUs, which are whole blocks. */
  readonly part?: readonly number[] | undefined;
  /** CPUs are cards: large, and nothing runs between them. */
  readonly cards?: boolean | undefined;
  /** Heights that the machine leaves free, CSS pixels. */
  readonly bands?: { readonly above: number; readonly below: number } | undefined;
}

export interface LlcShape {
  readonly llc: number;
  readonly node: number;
  readonly package: number;
  readonly cores: readonly (readonly number[])[];
  readonly coreIds: readonly number[];
}

/** Sockets, the parts of nodes in them, the LLCs in those: each in order of its id. */
export type Hierarchy = readonly {
  id: number;
  nodes: readonly { id: number; llcs: LlcShape[] }[];
}[];

export interface Arrangement {
  readonly packageColumns: number;
  readonly nodeColumns: number;
  readonly llcColumns: number;
  readonly coreColumns: number;
}

/** Distances in CSS pixels. */
export interface Gaps {
  readonly margin: number;
  readonly packagePadding: number;
  readonly nodePadding: number;
  readonly llcPadding: number;
  readonly gap: number;
  /** Extra between columns of sockets, and of nodes, where ribbons run between those. */
  readonly betweenPackages: number;
  readonly betweenNodes: number;
  readonly core: number;
  readonly smt: number;
  readonly title: number;
}

/** A cell is never wider than high by more than this, nor higher than wide. */
const widestCell = 1.5;
const tallestCell = 1.9;
/** … and in an excerpt, where cells hold words. */
const tallestInExcerpt = 2.6;
/** No cell grows beyond this when a machine is small, nor shrinks below, CSS pixels. */
const largestCell = 150;
const largestInExcerpt = 220;
const largestCard = 320;
/** A machine of more LLCs than this gets wider gutters between its nodes and sockets. */
const fewLlcs = 8;
/** One of four: what lies between cells gives way to them, CSS pixels of the picture's width. */
const narrow = 360;
const leastCorridor = { narrow: 8, wide: 14 };
/** Share of the width that the corridors of an excerpt take together. */
const excerptCorridors = 0.2;
export const smallestCell = 3;

/** Groups `ids` by a key, both in ascending order. */
function groupBy(ids: readonly number[], key: (id: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const id of ids) {
    const group = groups.get(key(id));
    if (group) group.push(id);
    else groups.set(key(id), [id]);
  }
  return new Map([...groups].sort(([a], [b]) => a - b));
}

/**
 * An LLC belongs to the socket and node of its first CPU; a node that spans sockets (memory
 * interleaved by firmware) has a part in each.
 */
export function hierarchyOf(topology: Topology, cpus: readonly number[]): Hierarchy {
  const llcs: LlcShape[] = [...groupBy(cpus, (cpu) => topology.llc[cpu]!)].map(([llc, members]) => {
    const cores = [...groupBy(members, (cpu) => topology.core[cpu]!)];
    const first = members[0]!;
    return {
      llc,
      node: topology.node[first]!,
      package: topology.package[first]!,
      coreIds: cores.map(([core]) => core),
      cores: cores.map(([, siblings]) => siblings),
    };
  });
  const indices = llcs.map((_, index) => index);
  return [...groupBy(indices, (index) => llcs[index]!.package)].map(([id, inPackage]) => ({
    id,
    nodes: [...groupBy(inPackage, (index) => llcs[index]!.node)].map(([node, inNode]) => ({
      id: node,
      llcs: inNode.map((index) => llcs[index]!),
    })),
  }));
}

/** Gaps for a picture of `cpus` CPUs of a machine with `llcs` LLCs, each alone in its node or not. */
export function gapsFor(
  options: LayoutOptions,
  cpus: number,
  llcs: number,
  isOneToANode: boolean,
): Gaps {
  const { width, height, textSize = 11 } = options;
  const grouped = llcs > fewLlcs && !options.excerpt;
  const room = Math.min(1, Math.max(0.35, Math.sqrt((width * height) / cpus) / 24));
  const padding = Math.round(6 * room);
  return {
    margin: Math.round(10 * room),
    // Sockets and nodes have no frames; a line around a cache has room inside.
    packagePadding: 0,
    nodePadding: 0,
    llcPadding: isOneToANode ? 0 : width < narrow ? Math.min(2, padding) : padding,
    gap: width < narrow ? 4 : Math.max(4, Math.round(9 * room)),
    betweenPackages: grouped ? Math.round(Math.min(64, Math.max(14, width * 0.04))) : 0,
    betweenNodes: grouped ? Math.round(Math.min(36, Math.max(8, width * 0.02))) : 0,
    core: Math.max(2, Math.round(4 * room)),
    smt: options.cards ? Math.max(2, Math.round(4 * room)) : 1,
    title: Math.round(textSize * 1.5),
  };
}

export const rowsFor = (count: number, columns: number): number => Math.ceil(count / columns);
const largest = (counts: readonly number[]): number => counts.reduce((a, b) => Math.max(a, b), 1);

/** How many of everything a machine has at most, so that all cells can be equal. */
export function extentsOf(hierarchy: Hierarchy) {
  const nodes = hierarchy.flatMap((socket) => socket.nodes);
  const llcs = nodes.flatMap((node) => node.llcs);
  return {
    packages: hierarchy.length,
    nodes: largest(hierarchy.map((socket) => socket.nodes.length)),
    llcs: largest(nodes.map((node) => node.llcs.length)),
    cores: largest(llcs.map((llc) => llc.cores.length)),
    threads: largest(llcs.flatMap((llc) => llc.cores.map((core) => core.length))),
  };
}
export type Extents = ReturnType<typeof extentsOf>;

/** Columns of LLC blocks from left to right, over all sockets. */
export const blockColumns = (a: Arrangement): number =>
  a.packageColumns * a.nodeColumns * a.llcColumns;

/**
 * Whether a corridor lies right of block column `column`: columns share corridors in pairs; a last
 * odd one has the corridor on its left, a single one on its right.
 */
export function corridorAfter(column: number, columns: number): boolean {
  if (columns === 1) return true;
  if (column === columns - 1) return false;
  return column % 2 === 0 || (columns % 2 === 1 && column === columns - 2);
}

export function portSide(column: number, columns: number): 1 | -1 {
  return corridorAfter(column, columns) ? 1 : -1;
}

function corridorsOf(columns: number): number {
  let corridors = 0;
  for (let column = 0; column < columns; column++) {
    if (corridorAfter(column, columns)) corridors++;
  }
  return corridors;
}

/** Width of each corridor: the more of them, the narrower. */
export function corridorWidth(columns: number, options: LayoutOptions): number {
  const corridors = corridorsOf(columns);
  if (options.cards) return 0;
  if (options.excerpt) return Math.round((options.width * excerptCorridors) / corridors);
  const share = 0.12 / (corridors + 0.33);
  const least = options.width < narrow ? leastCorridor.narrow : leastCorridor.wide;
  return Math.round(Math.min(112, Math.max(least, options.width * share)));
}

/** Space that is no cell: what an arrangement loses across and down. */
function overheadOf(a: Arrangement, e: Extents, gaps: Gaps, options: LayoutOptions) {
  const columns = blockColumns(a);
  const nodeTitle = e.llcs > 1 ? gaps.title : 0;
  const packageRows = rowsFor(e.packages, a.packageColumns);
  const nodeRows = rowsFor(e.nodes, a.nodeColumns);
  const llcRows = rowsFor(e.llcs, a.llcColumns);
  const coreRows = rowsFor(e.cores, a.coreColumns);
  const llcAcross =
    2 * gaps.llcPadding +
    (a.coreColumns - 1) * gaps.core +
    a.coreColumns * (e.threads - 1) * gaps.smt;
  const llcDown = 2 * gaps.llcPadding + gaps.title + (coreRows - 1) * gaps.core;
  const nodePadding = e.llcs > 1 ? gaps.nodePadding : 0;
  const across =
    2 * gaps.margin +
    a.packageColumns * 2 * gaps.packagePadding +
    a.packageColumns * a.nodeColumns * 2 * nodePadding +
    columns * llcAcross +
    (columns - 1) * gaps.gap +
    (a.packageColumns - 1) * gaps.betweenPackages +
    a.packageColumns * (a.nodeColumns - 1) * gaps.betweenNodes +
    corridorsOf(columns) * corridorWidth(columns, options);
  const nodeDown = nodeTitle + 2 * nodePadding + llcRows * llcDown + (llcRows - 1) * gaps.gap;
  const packageDown =
    gaps.title + 2 * gaps.packagePadding + nodeRows * nodeDown + (nodeRows - 1) * gaps.gap;
  const down = 2 * gaps.margin + packageRows * packageDown + (packageRows - 1) * gaps.gap;
  return { across, down };
}

export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** Cells in a row and in a column of the picture. */
const cellsOf = (a: Arrangement, e: Extents) => ({
  across: blockColumns(a) * a.coreColumns * e.threads,
  down:
    rowsFor(e.packages, a.packageColumns) *
    rowsFor(e.nodes, a.nodeColumns) *
    rowsFor(e.llcs, a.llcColumns) *
    rowsFor(e.cores, a.coreColumns),
});

/** Width and height of a cell under an arrangement; 0 if it does not fit. */
export function cellOf(a: Arrangement, e: Extents, gaps: Gaps, options: LayoutOptions) {
  const overhead = overheadOf(a, e, gaps, options);
  const { across: cellsAcross, down: cellsDown } = cellsOf(a, e);
  const tallest = options.excerpt ? tallestInExcerpt : tallestCell;
  const most = options.cards ? largestCard : options.excerpt ? largestInExcerpt : largestCell;
  const width = Math.min(most, (options.width - overhead.across) / cellsAcross);
  const height = Math.min(most * 1.4, (options.height - overhead.down) / cellsDown);
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  // Whole pixels: all cells and gaps then look the same.
  return {
    width: Math.floor(Math.min(width, height * widestCell)),
    height: Math.floor(Math.min(height, width * tallest)),
  };
}

/** What a picture fills of its smaller side, at least: cells give up their proportions for it, within bounds. */
const leastFill = 0.92;
const mostStretch = 2.4;

/** Share of the picture's smaller side that cells of some size fill, with what lies between them. */
function fillOf(a: Arrangement, e: Extents, gaps: Gaps, options: LayoutOptions, cell: CellSize) {
  const overhead = overheadOf(a, e, gaps, options);
  const { across, down } = cellsOf(a, e);
  return options.width < options.height
    ? (overhead.across + across * cell.width) / options.width
    : (overhead.down + down * cell.height) / options.height;
}

/** A cell that fills enough of the picture's smaller side, if it can without becoming a stripe. */
export function stretched(
  a: Arrangement,
  e: Extents,
  gaps: Gaps,
  options: LayoutOptions,
  cell: CellSize,
): CellSize {
  if (fillOf(a, e, gaps, options, cell) >= leastFill) return cell;
  const overhead = overheadOf(a, e, gaps, options);
  const { across, down } = cellsOf(a, e);
  if (options.width < options.height) {
    const width = Math.ceil((options.width * leastFill - overhead.across) / across);
    return { ...cell, width: Math.min(width, Math.floor(cell.width * mostStretch)) };
  }
  const height = Math.ceil((options.height * leastFill - overhead.down) / down);
  return { ...cell, height: Math.min(height, Math.floor(cell.height * mostStretch)) };
}

const choices = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/**
 * The arrangement with the largest cells; cores rather square, sockets side by side, nodes in rows,
 * columns in pairs.
 */
export function arrange(e: Extents, gaps: Gaps, options: LayoutOptions): Arrangement {
  let best: Arrangement = {
    packageColumns: 1,
    nodeColumns: 1,
    llcColumns: 1,
    coreColumns: e.cores,
  };
  let bestScore = -1;
  for (const packageColumns of choices(e.packages)) {
    for (const nodeColumns of choices(e.nodes)) {
      for (const llcColumns of choices(Math.min(e.llcs, 16))) {
        for (const coreColumns of choices(e.cores)) {
          const a = { packageColumns, nodeColumns, llcColumns, coreColumns };
          const cell = cellOf(a, e, gaps, options);
          const holes =
            (rowsFor(e.cores, coreColumns) * coreColumns) / e.cores -
            1 +
            (rowsFor(e.llcs, llcColumns) * llcColumns) / e.llcs -
            1;
          const columns = blockColumns(a);
          const core = (cell.width * e.threads) / Math.max(1, cell.height);
          const score =
            cell.width *
            cell.height *
            Math.min(core, 1 / core) ** 0.25 *
            (nodeColumns > 1 ? 0.9 : 1) *
            (packageColumns === 1 && e.packages > 1 ? 0.8 : 1) *
            // An excerpt is about what passes between its blocks.
            (options.excerpt && columns === 1 && e.packages * e.nodes * e.llcs > 1 ? 0.3 : 1) *
            Math.min(1, fillOf(a, e, gaps, options, cell) / leastFill) *
            (columns > 1 && columns % 2 === 1 ? 0.93 : 1) *
            (1 - 0.7 * Math.min(1, holes));
          if (score > bestScore) {
            bestScore = score;
            best = a;
          }
        }
      }
    }
  }
  return best;
}
