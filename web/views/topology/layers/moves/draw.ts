// Moves as arcs from CPU to CPU whose stroke says why, and the trail of the selected task. Loaded after the first
// picture.

import { MIGRATE } from '../../../../engine/abi.gen.ts';
import type { Frame } from '../../../../engine/types.ts';
import type { arcKinds, Pointer } from '../../../../scenario/pointer.ts';
import { cellRect } from '../../draw/marks.ts';
import type { CanvasContext, Dot, DrawnTopology, LiveScene } from '../../draw/scene.ts';
import { mainPlace } from '../../draw/task-marks.ts';
import { along, bend, isShown, type Point, strokeAlong } from '../../draw/traffic.ts';
import type { RingPlace } from '../../ring.ts';
import type { MoveMemory } from './move-memory.ts';
import { type Move, moveStrength } from './moves.ts';

/** Arcs of shorter ways bend more than in proportion: they have to get out of the cells. */
const shortestWay = 24;

/** A chevron that points along a direction, its tip at a point. */
function chevron(context: CanvasContext, tip: Point, towards: Point, reach: number): void {
  const length = Math.hypot(towards.x, towards.y) || 1;
  const [ux, uy] = [towards.x / length, towards.y / length];
  context.beginPath();
  context.moveTo(tip.x - ux * reach - uy * reach, tip.y - uy * reach + ux * reach);
  context.lineTo(tip.x, tip.y);
  context.lineTo(tip.x - ux * reach + uy * reach, tip.y - uy * reach - ux * reach);
  context.stroke();
}

type Way = readonly [Point, Point, Point];

function wayOf(from: Dot, to: Dot): Way {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const control = bend(from, to);
  if (length >= shortestWay || length === 0) return [from, control, to];
  const more = shortestWay / length;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return [
    from,
    { x: middle.x + (control.x - middle.x) * more, y: middle.y + (control.y - middle.y) * more },
    to,
  ];
}

const dashes: Readonly<Record<number, readonly number[]>> = {
  [MIGRATE.BALANCE]: [6, 4],
  [MIGRATE.ACTIVE]: [6, 4],
  [MIGRATE.NUMA]: [6, 4],
  [MIGRATE.NOHZ]: [6, 3, 1, 3],
  [MIGRATE.NEWIDLE]: [0.5, 4],
  [MIGRATE.DISPATCH]: [0.5, 4],
};

/**
 * What the stroke says: wake-up a plain line, fork two prongs at its beginning, exec two pairs of them, push a
 * chevron on its first half, pull one on its second, balance dashes, balance of a running task dashes with a
 * chevron (NUMA balancing, too), balance for a CPU without a tick dashes and dots, new-idle dots (taking from a dispatch queue, too).
 */
function strokeWay(context: CanvasContext, reason: number, way: Way, reach: number): void {
  context.setLineDash([...(dashes[reason] ?? [])]);
  strokeAlong(context, way, 0, 1);
  context.setLineDash([]);
  const at = (t: number, size: number) => {
    const tip = along(...way, t);
    const back = along(...way, t - 0.05);
    chevron(context, tip, { x: tip.x - back.x, y: tip.y - back.y }, size);
  };
  if (reason === MIGRATE.FORK || reason === MIGRATE.EXEC) at(0.12, reach * 1.5);
  if (reason === MIGRATE.EXEC) at(0.22, reach * 1.5);
  const isForced = reason === MIGRATE.ACTIVE || reason === MIGRATE.NUMA;
  if (reason === MIGRATE.PUSH || isForced) at(0.35, reach);
  if (reason === MIGRATE.PULL) at(0.65, reach);
}

/** The arrow's head, a filled triangle at the edge of the mark it points to. */
function fillHead(context: CanvasContext, way: Way, gap: number, reach: number): void {
  const [, control, to] = way;
  const length = Math.hypot(to.x - control.x, to.y - control.y) || 1;
  const [ux, uy] = [(to.x - control.x) / length, (to.y - control.y) / length];
  const tip = { x: to.x - ux * gap, y: to.y - uy * gap };
  context.beginPath();
  context.moveTo(tip.x, tip.y);
  context.lineTo(tip.x - ux * reach * 2 - uy * reach, tip.y - uy * reach * 2 + ux * reach);
  context.lineTo(tip.x - ux * reach * 2 + uy * reach, tip.y - uy * reach * 2 - ux * reach);
  context.closePath();
  context.fill();
}

const isMine = ({ snapshot }: LiveScene, task: number): boolean => {
  const { selection, frame } = snapshot;
  return (
    selection.task === task ||
    (selection.group !== undefined && frame.tasks.group[task] === selection.group)
  );
};

function drawArc(scene: LiveScene, move: Move): void {
  const { context, palette, snapshot } = scene;
  const { few } = snapshot.places;
  const from = mainPlace(scene, move.from, few);
  const to = mainPlace(scene, move.to, few);
  const way = wayOf(from, to);
  const colour = isMine(scene, move.task) ? palette.group : palette.flight;
  const reach = Math.max(2.5, Math.min(5, to.radius * 0.9));
  const width = (few ? 2 : 1.5) * palette.stroke;
  context.globalAlpha = moveStrength(move);
  for (const [style, lineWidth, grow] of [
    [palette.background, width + 2.5, 1],
    [colour, width, 0],
  ] as const) {
    context.strokeStyle = style;
    context.fillStyle = style;
    context.lineWidth = lineWidth;
    strokeWay(context, move.reason, way, reach);
    fillHead(context, way, to.radius - grow, reach + grow);
  }
  context.globalAlpha = 1;
}

/** With less motion: the place it left, dashed, and the one it came to. */
function drawHighlight({ context, cells, palette }: LiveScene, { from, to }: Move): void {
  const { width, height } = cells;
  context.strokeStyle = palette.flight;
  context.lineWidth = 2 * palette.stroke;
  context.setLineDash([3, 3]);
  context.strokeRect(cells.x[from]! - 1, cells.y[from]! - 1, width + 2, height + 2);
  context.setLineDash([]);
  context.strokeRect(cells.x[to]! - 1, cells.y[to]! - 1, width + 2, height + 2);
}

/** The last places of the selected task, the older the fainter. */
function drawTrail(scene: LiveScene, cpus: readonly number[]): void {
  const { context, palette, snapshot } = scene;
  const { few } = snapshot.places;
  context.strokeStyle = palette.selected;
  context.fillStyle = palette.selected;
  context.lineWidth = 1.5 * palette.stroke;
  for (let i = 1; i < cpus.length; i++) {
    const [before, after] = [cpus[i - 1]!, cpus[i]!];
    if (!isShown(scene, before) || !isShown(scene, after)) continue;
    const from = mainPlace(scene, before, few);
    const way = wayOf(from, mainPlace(scene, after, few));
    context.globalAlpha = 0.25 + (0.65 * i) / cpus.length;
    strokeAlong(context, way, 0, 1);
    context.beginPath();
    context.arc(from.x, from.y, Math.max(1.5, from.radius * 0.4), 0, Math.PI * 2);
    context.fill();
  }
  context.globalAlpha = 1;
}

export function drawMoves(scene: LiveScene, { moves, trails }: MoveMemory): void {
  const { context, snapshot } = scene;
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const { task } = snapshot.selection;
  if (task !== undefined) drawTrail(scene, trails.of(task));
  for (const move of moves.shown) {
    if (!isShown(scene, move.from) || !isShown(scene, move.to)) continue;
    if (snapshot.reducedMotion) drawHighlight(scene, move);
    else drawArc(scene, move);
  }
  context.restore();
}

/** The kinds of move that a pointer to arcs means. */
const arcsOf: Readonly<Record<(typeof arcKinds)[number], readonly number[]>> = {
  wake: [MIGRATE.WAKE],
  fork: [MIGRATE.FORK],
  push: [MIGRATE.PUSH],
  pull: [MIGRATE.PULL],
  balance: [MIGRATE.BALANCE, MIGRATE.ACTIVE, MIGRATE.NEWIDLE, MIGRATE.NOHZ, MIGRATE.NUMA],
};

/** The CPUs at both ends of the arcs that are drawn now. */
export function placesOfMoves(
  scene: LiveScene,
  { moves }: MoveMemory,
  pointed: Pointer,
): RingPlace[] {
  if (pointed.kind !== 'arcs') return [];
  const cpus = moves.shown
    .filter(({ reason }) => arcsOf[pointed.of].includes(reason))
    .flatMap(({ from, to }) => [from, to]);
  return [...new Set(cpus)].filter((cpu) => isShown(scene, cpu)).map((cpu) => cellRect(scene, cpu));
}

/** Moves for each one drawn. */
export const noteMoves = (_frame: Frame, _machine: DrawnTopology, { moves }: MoveMemory): number =>
  moves.oneOf;
