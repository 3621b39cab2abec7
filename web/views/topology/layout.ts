// Where every CPU of a machine lies in its picture: SMT siblings side by side in a core, cores in an
// LLC block, LLC blocks in nodes, nodes in sockets. A fixed grid of equal cells, chosen so that the
// cells are as large as the picture allows. Pure; knows nothing of canvases or cameras.
//
// World coordinates are CSS pixels of the picture when the camera shows everything (unless the
// machine does not fit: see layoutMachine).

import type { Topology } from '../../engine/types.ts';
import { pairedLlcs } from './pairs.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where bundles of transfers meet an LLC block: a stretch of its edge that faces a corridor. */
export interface Port {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** +1: the corridor lies to the right, -1: to the left. */
  readonly side: 1 | -1;
}

export interface LlcBlock {
  readonly llc: number;
  readonly node: number;
  readonly package: number;
  readonly rect: Rect;
  /** The cells, without padding and title. */
  readonly grid: Rect;
  readonly columns: number;
  readonly cores: readonly number[];
  readonly cpus: readonly number[];
  readonly port: Port;
}

export interface NodePart {
  readonly node: number;
  readonly package: number;
  readonly rect: Rect;
  /** False if the node is a single LLC block: then the block carries both names. */
  readonly titled: boolean;
}

export interface PackageFrame {
  readonly package: number;
  readonly rect: Rect;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Height of a line of titles. */
  readonly titleHeight: number;
  /** Width of the corridors that bundles run in. */
  readonly corridor: number;
  readonly cpuWidth: number;
  readonly cpuHeight: number;
  /** Top left corner of every CPU. */
  readonly cpuX: Float64Array;
  readonly cpuY: Float64Array;
  readonly cores: readonly Rect[];
  readonly llcs: readonly LlcBlock[];
  readonly nodes: readonly NodePart[];
  readonly packages: readonly PackageFrame[];
}

export interface LayoutOptions {
  /** Size of the picture, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of titles, CSS pixels. */
  readonly textSize?: number;
}

interface LlcShape {
  readonly llc: number;
  readonly node: number;
  readonly package: number;
  readonly cores: readonly (readonly number[])[];
  readonly coreIds: readonly number[];
}

/** Sockets, the parts of nodes in them, the LLCs in those: each in order of its id. */
type Hierarchy = readonly { id: number; nodes: readonly { id: number; llcs: LlcShape[] }[] }[];

interface Arrangement {
  readonly packageColumns: number;
  readonly nodeColumns: number;
  readonly llcColumns: number;
  readonly coreColumns: number;
}

/** Distances in CSS pixels. */
interface Gaps {
  readonly margin: number;
  readonly packagePadding: number;
  readonly nodePadding: number;
  readonly llcPadding: number;
  readonly gap: number;
  /** Extra between columns of sockets, and of nodes, where bundles run between those. */
  readonly betweenPackages: number;
  readonly betweenNodes: number;
  readonly core: number;
  readonly smt: number;
  readonly title: number;
}

/** A cell is never wider than high by more than this, nor higher than wide. */
const widestCell = 1.5;
const tallestCell = 1.9;
/** No cell grows beyond this when a machine is small, nor shrinks below, CSS pixels. */
const largestCell = 150;
const smallestCell = 3;

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
function hierarchyOf(topology: Topology): Hierarchy {
  const cpus = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
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

function gapsFor(options: LayoutOptions, { cpus, llcs }: Topology): Gaps {
  const { width, height, textSize = 11 } = options;
  const grouped = llcs > pairedLlcs;
  const room = Math.min(1, Math.max(0.35, Math.sqrt((width * height) / cpus) / 24));
  return {
    margin: Math.round(10 * room),
    packagePadding: Math.round(9 * room),
    nodePadding: Math.round(7 * room),
    llcPadding: Math.round(7 * room),
    gap: Math.max(3, Math.round(9 * room)),
    betweenPackages: grouped ? Math.round(Math.min(64, Math.max(14, width * 0.04))) : 0,
    betweenNodes: grouped ? Math.round(Math.min(36, Math.max(8, width * 0.02))) : 0,
    core: Math.max(2, Math.round(4 * room)),
    smt: 1,
    title: Math.round(textSize * 1.5),
  };
}

const rowsFor = (count: number, columns: number): number => Math.ceil(count / columns);
const largest = (counts: readonly number[]): number => counts.reduce((a, b) => Math.max(a, b), 1);

/** How many of everything a machine has at most, so that all cells can be equal. */
function extentsOf(hierarchy: Hierarchy) {
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
type Extents = ReturnType<typeof extentsOf>;

/** Columns of LLC blocks from left to right, over all sockets. */
const blockColumns = (a: Arrangement): number => a.packageColumns * a.nodeColumns * a.llcColumns;

/**
 * Whether a corridor lies right of block column `column`: columns share corridors in pairs; a last
 * odd one has the corridor on its left, a single one on its right.
 */
function corridorAfter(column: number, columns: number): boolean {
  if (columns === 1) return true;
  if (column === columns - 1) return false;
  return column % 2 === 0 || (columns % 2 === 1 && column === columns - 2);
}

function portSide(column: number, columns: number): 1 | -1 {
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
function corridorWidth(columns: number, options: LayoutOptions): number {
  const share = 0.12 / (corridorsOf(columns) + 0.33);
  return Math.round(Math.min(112, Math.max(14, options.width * share)));
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

/** Width and height of a cell under an arrangement; 0 if it does not fit. */
function cellOf(a: Arrangement, e: Extents, gaps: Gaps, options: LayoutOptions) {
  const overhead = overheadOf(a, e, gaps, options);
  const cellsAcross = blockColumns(a) * a.coreColumns * e.threads;
  const cellsDown =
    rowsFor(e.packages, a.packageColumns) *
    rowsFor(e.nodes, a.nodeColumns) *
    rowsFor(e.llcs, a.llcColumns) *
    rowsFor(e.cores, a.coreColumns);
  const width = Math.min(largestCell, (options.width - overhead.across) / cellsAcross);
  const height = Math.min(largestCell, (options.height - overhead.down) / cellsDown);
  if (width <= 0 || height <= 0) return { width: 0, height: 0 };
  // Whole pixels: all cells and gaps then look the same.
  return {
    width: Math.floor(Math.min(width, height * widestCell)),
    height: Math.floor(Math.min(height, width * tallestCell)),
  };
}

const choices = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/**
 * The arrangement with the largest cells; cores rather square, sockets side by side, nodes in rows,
 * columns in pairs.
 */
function arrange(e: Extents, gaps: Gaps, options: LayoutOptions): Arrangement {
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
            (columns > 1 && columns % 2 === 1 ? 0.93 : 1) *
            (1 - 0.3 * Math.min(1, holes));
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

/** Lays blocks out one after the other; holds what all levels share. */
interface Pen {
  readonly a: Arrangement;
  readonly e: Extents;
  readonly gaps: Gaps;
  readonly corridor: number;
  readonly cell: { readonly width: number; readonly height: number };
  readonly cpuX: Float64Array;
  readonly cpuY: Float64Array;
  readonly cores: Rect[];
  readonly llcs: LlcBlock[];
  readonly nodes: NodePart[];
  readonly packages: PackageFrame[];
}

const coreWidth = (pen: Pen): number =>
  pen.e.threads * pen.cell.width + (pen.e.threads - 1) * pen.gaps.smt;

function blockSize(pen: Pen): { width: number; height: number } {
  const { a, e, gaps } = pen;
  const rows = rowsFor(e.cores, a.coreColumns);
  return {
    width: 2 * gaps.llcPadding + a.coreColumns * coreWidth(pen) + (a.coreColumns - 1) * gaps.core,
    height: 2 * gaps.llcPadding + gaps.title + rows * pen.cell.height + (rows - 1) * gaps.core,
  };
}

function placeLlc(pen: Pen, shape: LlcShape, x: number, y: number, column: number): void {
  const { a, gaps, cell } = pen;
  const size = blockSize(pen);
  const left = x + gaps.llcPadding;
  const top = y + gaps.llcPadding + gaps.title;
  const width = coreWidth(pen);
  shape.cores.forEach((siblings, index) => {
    const coreX = left + (index % a.coreColumns) * (width + gaps.core);
    const coreY = top + Math.floor(index / a.coreColumns) * (cell.height + gaps.core);
    pen.cores[shape.coreIds[index]!] = { x: coreX, y: coreY, width, height: cell.height };
    siblings.forEach((cpu, thread) => {
      pen.cpuX[cpu] = coreX + thread * (cell.width + gaps.smt);
      pen.cpuY[cpu] = coreY;
    });
  });
  const side = portSide(column, blockColumns(a));
  const inset = Math.min(size.height * 0.08, 10);
  pen.llcs[shape.llc] = {
    llc: shape.llc,
    node: shape.node,
    package: shape.package,
    rect: { x, y, ...size },
    grid: {
      x: left,
      y: top,
      width: size.width - 2 * gaps.llcPadding,
      height: size.height - 2 * gaps.llcPadding - gaps.title,
    },
    columns: a.coreColumns,
    cores: shape.coreIds,
    cpus: shape.cores.flat(),
    port: {
      x: side > 0 ? x + size.width : x,
      top: y + inset,
      bottom: y + size.height - inset,
      side,
    },
  };
}

/** Extra space left of a column that begins a socket or a node. */
function betweenFrames(pen: Pen, column: number): number {
  const { a, gaps } = pen;
  if (column % (a.nodeColumns * a.llcColumns) === 0) return gaps.betweenPackages;
  return column % a.llcColumns === 0 ? gaps.betweenNodes : 0;
}

/** Left edge of every column of blocks, from the left of the first package's inside. */
function columnOffsets(pen: Pen): number[] {
  const { a, e, gaps } = pen;
  const columns = blockColumns(a);
  const width = blockSize(pen).width;
  const nodePadding = e.llcs > 1 ? gaps.nodePadding : 0;
  const offsets: number[] = [];
  let x = gaps.margin;
  for (let column = 0; column < columns; column++) {
    if (column % (a.nodeColumns * a.llcColumns) === 0) x += gaps.packagePadding;
    if (column % a.llcColumns === 0) x += nodePadding;
    offsets.push(x);
    x += width;
    if ((column + 1) % a.llcColumns === 0) x += nodePadding;
    if ((column + 1) % (a.nodeColumns * a.llcColumns) === 0) x += gaps.packagePadding;
    if (column < columns - 1) x += gaps.gap + betweenFrames(pen, column + 1);
    if (corridorAfter(column, columns)) x += pen.corridor;
  }
  return offsets;
}

/** A single column of blocks has its corridor inside its frames. */
const ownCorridor = (pen: Pen): number => (blockColumns(pen.a) === 1 ? pen.corridor : 0);

function placeNode(
  pen: Pen,
  node: Hierarchy[number]['nodes'][number],
  socket: number,
  firstColumn: number,
  y: number,
  offsets: readonly number[],
): void {
  const { a, e, gaps } = pen;
  const size = blockSize(pen);
  const padding = e.llcs > 1 ? gaps.nodePadding : 0;
  const title = e.llcs > 1 ? gaps.title : 0;
  const rows = rowsFor(e.llcs, a.llcColumns);
  const used = Math.min(a.llcColumns, node.llcs.length);
  node.llcs.forEach((llc, index) => {
    const column = firstColumn + (index % a.llcColumns);
    const row = Math.floor(index / a.llcColumns);
    const blockY = y + padding + title + row * (size.height + gaps.gap);
    placeLlc(pen, llc, offsets[column]!, blockY, column);
  });
  const left = offsets[firstColumn]! - padding;
  const right = offsets[firstColumn + used - 1]! + size.width + padding + ownCorridor(pen);
  const height = title + 2 * padding + rows * size.height + (rows - 1) * gaps.gap;
  const rect = { x: left, y, width: right - left, height };
  pen.nodes.push({ node: node.id, package: socket, rect, titled: e.llcs > 1 });
}

function placeAll(pen: Pen, hierarchy: Hierarchy): void {
  const { a, e, gaps } = pen;
  const offsets = columnOffsets(pen);
  const size = blockSize(pen);
  const padding = e.llcs > 1 ? gaps.nodePadding : 0;
  const llcRows = rowsFor(e.llcs, a.llcColumns);
  const nodeHeight =
    (e.llcs > 1 ? gaps.title : 0) + 2 * padding + llcRows * size.height + (llcRows - 1) * gaps.gap;
  const nodeRows = rowsFor(e.nodes, a.nodeColumns);
  const height =
    gaps.title + 2 * gaps.packagePadding + nodeRows * nodeHeight + (nodeRows - 1) * gaps.gap;
  const perPackage = a.nodeColumns * a.llcColumns;
  hierarchy.forEach((socket, index) => {
    const firstColumn = (index % a.packageColumns) * perPackage;
    const y = gaps.margin + Math.floor(index / a.packageColumns) * (height + gaps.gap);
    socket.nodes.forEach((node, at) => {
      const nodeY =
        y +
        gaps.packagePadding +
        gaps.title +
        Math.floor(at / a.nodeColumns) * (nodeHeight + gaps.gap);
      const column = firstColumn + (at % a.nodeColumns) * a.llcColumns;
      placeNode(pen, node, socket.id, column, nodeY, offsets);
    });
    const left = offsets[firstColumn]! - padding - gaps.packagePadding;
    const right =
      offsets[firstColumn + perPackage - 1]! +
      size.width +
      padding +
      ownCorridor(pen) +
      gaps.packagePadding;
    pen.packages.push({ package: socket.id, rect: { x: left, y, width: right - left, height } });
  });
}

/** Union of rectangles; undefined if there is none. */
export function unionOf(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The best arrangement whose cells can be seen; undefined if even the best has none. */
function largestCells(e: Extents, topology: Topology, options: LayoutOptions): Pen | undefined {
  const gaps = gapsFor(options, topology);
  const a = arrange(e, gaps, options);
  const cell = cellOf(a, e, gaps, options);
  if (Math.min(cell.width, cell.height) < smallestCell) return undefined;
  return {
    a,
    e,
    gaps,
    corridor: corridorWidth(blockColumns(a), options),
    cell,
    cpuX: new Float64Array(topology.cpus),
    cpuY: new Float64Array(topology.cpus),
    cores: [],
    llcs: [],
    nodes: [],
    packages: [],
  };
}

/**
 * Lays a machine out for a picture of the given size (at least one pixel each way). Works for 1 to
 * 1024 CPUs and any aspect. Where even the best arrangement has no room for cells, the world is laid
 * out larger than the picture, at the same aspect; the camera then shows it smaller.
 */
export function layoutMachine(topology: Topology, options: LayoutOptions): Layout {
  const hierarchy = hierarchyOf(topology);
  const e = extentsOf(hierarchy);
  let room = { ...options, width: Math.max(1, options.width), height: Math.max(1, options.height) };
  let pen = largestCells(e, topology, room);
  while (!pen) {
    room = { ...room, width: room.width * 1.25, height: room.height * 1.25 };
    pen = largestCells(e, topology, room);
  }
  placeAll(pen, hierarchy);
  const bounds = unionOf(pen.packages.map((frame) => frame.rect))!;
  return {
    width: bounds.x + bounds.width + pen.gaps.margin,
    height: bounds.y + bounds.height + pen.gaps.margin,
    titleHeight: pen.gaps.title,
    corridor: pen.corridor,
    cpuWidth: pen.cell.width,
    cpuHeight: pen.cell.height,
    cpuX: pen.cpuX,
    cpuY: pen.cpuY,
    cores: pen.cores,
    llcs: pen.llcs,
    nodes: pen.nodes,
    packages: pen.packages,
  };
}

export function cpuRect(layout: Layout, cpu: number): Rect {
  return {
    x: layout.cpuX[cpu]!,
    y: layout.cpuY[cpu]!,
    width: layout.cpuWidth,
    height: layout.cpuHeight,
  };
}

export const contains = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;

/** The LLC whose block lies at a point of the world, or -1. */
export function llcAt(layout: Layout, x: number, y: number): number {
  return layout.llcs.find((block) => contains(block.rect, x, y))?.llc ?? -1;
}

/** The CPU at a point of the world, or -1: gaps between cells belong to nobody. */
export function cpuAt(layout: Layout, x: number, y: number): number {
  const llc = llcAt(layout, x, y);
  if (llc < 0) return -1;
  return layout.llcs[llc]!.cpus.find((cpu) => contains(cpuRect(layout, cpu), x, y)) ?? -1;
}

/**
 * The nearest CPU from `cpu` in a direction (dx, dy are -1, 0 or 1), as an arrow key would go: in the
 * same row or column of the picture if there is one, else the nearest that lies that way; `cpu`
 * itself at the edge.
 */
export function neighbour(layout: Layout, cpu: number, dx: number, dy: number): number {
  let best = cpu;
  let bestCost = Infinity;
  for (let other = 0; other < layout.cpuX.length; other++) {
    const x = layout.cpuX[other]! - layout.cpuX[cpu]!;
    const y = layout.cpuY[other]! - layout.cpuY[cpu]!;
    const along = x * dx + y * dy;
    if (other === cpu || along < 0.5) continue;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = along + aside * 4;
    if (cost < bestCost) {
      bestCost = cost;
      best = other;
    }
  }
  return best;
}
