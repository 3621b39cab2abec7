// Tasks in flight between CPUs. Loaded after the first picture, which shows single transfers.

import { MIGRATE } from '../../../../engine/abi.gen.ts';
import type { Frame } from '../../../../engine/types.ts';
import type { Context, LiveScene, Machine } from '../../draw/scene.ts';
import { taskDot } from '../../draw/tasks.ts';
import { along, bend, isShown, type Point, strokeAlong } from '../../draw/traffic.ts';
import type { Flight, Flights } from './flights.ts';

/** How far a tail reaches back, as a share of the way. */
const tailShare = 0.34;

/** A chevron that points along a direction, its tip `ahead` pixels from a point. */
function chevron(context: Context, at: Point, towards: Point, ahead: number, reach: number): void {
  const length = Math.hypot(towards.x, towards.y) || 1;
  const [ux, uy] = [towards.x / length, towards.y / length];
  const tip = { x: at.x + ux * ahead, y: at.y + uy * ahead };
  context.beginPath();
  context.moveTo(tip.x - ux * reach - uy * reach, tip.y - uy * reach + ux * reach);
  context.lineTo(tip.x, tip.y);
  context.lineTo(tip.x - ux * reach + uy * reach, tip.y - uy * reach - ux * reach);
  context.stroke();
}

/**
 * Tail shapes: wake-up a plain line, fork two prongs, exec two pairs of them, push a chevron behind the task, pull one ahead of
 * it, balance dashes, balance of a running task dashes with a chevron behind (NUMA balancing, too), balance for a CPU without
 * a tick dashes and dots, new-idle dots.
 */
function drawTail(
  context: Context,
  reason: number,
  way: readonly [Point, Point, Point],
  t: number,
  radius: number,
): void {
  const head = along(...way, t);
  const back = along(...way, t - 0.05);
  const towards = { x: head.x - back.x, y: head.y - back.y };
  const isForced = reason === MIGRATE.ACTIVE || reason === MIGRATE.NUMA;
  if (reason === MIGRATE.BALANCE || isForced) context.setLineDash([5, 4]);
  if (reason === MIGRATE.NOHZ) context.setLineDash([5, 3, 1, 3]);
  if (reason === MIGRATE.NEWIDLE) context.setLineDash([0.5, 4]);
  strokeAlong(context, way, Math.max(0, t - tailShare), t);
  context.setLineDash([]);
  if (reason === MIGRATE.PUSH || isForced) {
    chevron(context, head, towards, -radius - 1.5, radius);
  }
  if (reason === MIGRATE.PULL) chevron(context, head, towards, radius + 5, radius);
  if (reason === MIGRATE.EXEC) {
    chevron(context, head, towards, 0, radius * 2.6);
    chevron(context, head, towards, -radius * 1.6, radius * 2.6);
  }
  if (reason === MIGRATE.FORK) chevron(context, head, towards, 0, radius * 2.6);
}

function drawFlight(scene: LiveScene, flights: Flights, flight: Flight): void {
  const { context, palette, snapshot } = scene;
  const from = taskDot(scene, flight.from);
  const to = taskDot(scene, flight.to);
  const way = [from, bend(from, to), to] as const;
  const group = snapshot.frame.tasks.group[flight.task];
  const mine = snapshot.selection.group !== undefined && group === snapshot.selection.group;
  const colour = mine ? palette.group : palette.flight;
  const radius = Math.max(2, Math.min(5, from.radius * 0.9));
  const width = radius < 3 ? 1.25 : 1.75;
  const strokes: readonly (readonly [string, number])[] = [
    [palette.background, (width + 2.25) * palette.stroke],
    [colour, width * palette.stroke],
  ];
  const t = Math.min(1, flights.shareFlown(flight));
  for (const [style, lineWidth] of strokes) {
    context.strokeStyle = style;
    context.fillStyle = style;
    context.lineWidth = lineWidth;
    if (snapshot.reducedMotion) strokeAlong(context, way, 0, 1);
    else drawTail(context, flight.reason, way, t, radius);
    const head = snapshot.reducedMotion ? to : along(...way, t);
    context.beginPath();
    context.arc(head.x, head.y, radius + (style === palette.background ? 1.5 : 0), 0, Math.PI * 2);
    context.fill();
  }
}

export function drawFlights(scene: LiveScene, { flights }: { readonly flights: Flights }): void {
  const { context } = scene;
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const flight of flights.flying) {
    if (isShown(scene, flight.from) && isShown(scene, flight.to))
      drawFlight(scene, flights, flight);
  }
  context.restore();
}

/** Migrations for each one drawn. */
export const noteFlights = (
  _frame: Frame,
  _machine: Machine,
  { flights }: { readonly flights: Flights },
): number => flights.oneOf;
