// The place of every CPU in the picture of a machine: SMT siblings side by side in a core, cores in an LLC block,
// LLC blocks in nodes, nodes in sockets. A fixed grid of equal cells, chosen so that the cells are as large as the
// picture allows. Pure; knows nothing of canvases or cameras.
//
// World coordinates are CSS pixels of the picture when the camera shows everything (unless the machine does not
// fit: see layoutMachine).

import type { Topology } from '../../engine/types.ts';
import {
  type Arrangement,
  arrange,
  blockColumns,
  cellOf,
  corridorAfter,
  corridorWidth,
  type Extents,
  extentsOf,
  type Gaps,
  gapsFor,
  type Hierarchy,
  hierarchyOf,
  type LayoutOptions,
  type LlcShape,
  portSide,
  rowsFor,
  smallestCell,
  stretched,
} from './arrangement.ts';

export type { LayoutOptions } from './arrangement.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where transfers meet an LLC block: a stretch of its edge that faces a corridor. */
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
  /** Width of the corridors that ribbons run in. */
  readonly corridor: number;
  readonly cpuWidth: number;
  readonly cpuHeight: number;
  /** Top left corner of every CPU; NaN for those an excerpt leaves out. */
  readonly cpuX: Float64Array;
  readonly cpuY: Float64Array;
  readonly cores: readonly Rect[];
  readonly llcs: readonly LlcBlock[];
  readonly nodes: readonly NodePart[];
  readonly packages: readonly PackageFrame[];
  /** What was left free above and below the machine. */
  readonly bands: { readonly above: Rect; readonly below: Rect };
}

/** Lays blocks out one after the other; holds what all levels share. */
interface Pen {
  readonly a: Arrangement;
  readonly e: Extents;
  readonly gaps: Gaps;
  readonly corridor: number;
  /** Where the machine begins. */
  readonly top: number;
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
  pen.llcs.push({
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
  });
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
    const y = pen.top + gaps.margin + Math.floor(index / a.packageColumns) * (height + gaps.gap);
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
  const cpus = (options.excerpt ?? options.part)?.length ?? topology.cpus;
  const gaps = gapsFor(options, cpus, topology.llcs, e.llcs === 1);
  const a = arrange(e, gaps, options);
  const fitting = cellOf(a, e, gaps, options);
  if (Math.min(fitting.width, fitting.height) < smallestCell) return undefined;
  const cell = stretched(a, e, gaps, options, fitting);
  return {
    a,
    e,
    gaps,
    corridor: corridorWidth(blockColumns(a), options),
    top: options.bands?.above ?? 0,
    cell,
    cpuX: new Float64Array(topology.cpus).fill(Number.NaN),
    cpuY: new Float64Array(topology.cpus).fill(Number.NaN),
    cores: [],
    llcs: [],
    nodes: [],
    packages: [],
  };
}

/** The room of the machine itself, at least a pixel each way. */
function roomFor(options: LayoutOptions) {
  const { above = 0, below = 0 } = options.bands ?? {};
  const height = Math.max(1, options.height - above - below);
  return { ...options, bands: { above, below }, width: Math.max(1, options.width), height };
}

const growth = 1.25;

function grown({ width, height, bands, ...rest }: ReturnType<typeof roomFor>) {
  const larger = { above: bands.above * growth, below: bands.below * growth };
  return { ...rest, width: width * growth, height: height * growth, bands: larger };
}

/** A band is as wide as the picture, also where the machine is not. */
function bandAcross(machine: number, picture: number): Pick<Rect, 'x' | 'width'> {
  const beside = Math.max(0, (picture - machine) / 2);
  return { x: -beside, width: machine + 2 * beside };
}

/**
 * Lays a machine out for a picture of the given size (at least one pixel each way). Works for 1 to
 * 1024 CPUs and any aspect. Where even the best arrangement has no room for cells, the world is laid
 * out larger than the picture, at the same aspect; the camera then shows it smaller.
 */
export function layoutMachine(topology: Topology, options: LayoutOptions): Layout {
  const all = Array.from({ length: topology.cpus }, (_, cpu) => cpu);
  const hierarchy = hierarchyOf(topology, options.excerpt ?? options.part ?? all);
  const e = extentsOf(hierarchy);
  let room = roomFor(options);
  let pen = largestCells(e, topology, room);
  while (!pen) {
    room = grown(room);
    pen = largestCells(e, topology, room);
  }
  placeAll(pen, hierarchy);
  const bounds = unionOf(pen.packages.map((frame) => frame.rect))!;
  const width = bounds.x + bounds.width + pen.gaps.margin;
  const bottom = bounds.y + bounds.height + pen.gaps.margin;
  const across = bandAcross(width, room.width);
  const { above, below } = room.bands;
  return {
    width,
    height: bottom + below,
    bands: {
      above: { ...across, y: 0, height: above },
      below: { ...across, y: bottom, height: below },
    },
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

/** The block of an LLC; undefined if an excerpt leaves it out. */
export const blockOf = (layout: Layout, llc: number): LlcBlock | undefined =>
  layout.llcs.find((block) => block.llc === llc);

/** The LLC whose block lies at a point of the world, or -1. */
export function llcAt(layout: Layout, x: number, y: number): number {
  return layout.llcs.find((block) => contains(block.rect, x, y))?.llc ?? -1;
}

/** The CPU at a point of the world, or -1 in a gap between cells. */
export function cpuAt(layout: Layout, x: number, y: number): number {
  const block = blockOf(layout, llcAt(layout, x, y));
  return block?.cpus.find((cpu) => contains(cpuRect(layout, cpu), x, y)) ?? -1;
}

/** The CPU at a point, or else the nearest whose cell is no farther than `slack` away; or -1. */
export function cpuNear(layout: Layout, x: number, y: number, slack: number): number {
  const exact = cpuAt(layout, x, y);
  if (exact >= 0) return exact;
  let best = -1;
  let nearest = slack;
  // Cells may lie at the very edge of their block.
  const around = layout.llcs.find(({ rect }) =>
    contains(
      {
        x: rect.x - slack,
        y: rect.y - slack,
        width: rect.width + 2 * slack,
        height: rect.height + 2 * slack,
      },
      x,
      y,
    ),
  );
  for (const cpu of around?.cpus ?? []) {
    const dx = Math.max(layout.cpuX[cpu]! - x, x - layout.cpuX[cpu]! - layout.cpuWidth, 0);
    const dy = Math.max(layout.cpuY[cpu]! - y, y - layout.cpuY[cpu]! - layout.cpuHeight, 0);
    if (Math.hypot(dx, dy) > nearest) continue;
    nearest = Math.hypot(dx, dy);
    best = cpu;
  }
  return best;
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
