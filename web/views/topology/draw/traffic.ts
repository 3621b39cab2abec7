// The ways along which things move between CPUs.

import { toScreenX, toScreenY } from '../camera.ts';
import type { CanvasContext, LiveScene } from './scene.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const toScreen = (scene: LiveScene, x: number, y: number): Point => ({
  x: toScreenX(scene.camera, scene.view, x),
  y: toScreenY(scene.camera, scene.view, y),
});

/** A gently bent way between two points: the control point of a quadratic curve. */
export function bend(from: Point, to: Point): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  return { x: (from.x + to.x) / 2 + dy * 0.16, y: (from.y + to.y) / 2 - dx * 0.16 };
}

export function along(from: Point, control: Point, to: Point, t: number): Point {
  const u = 1 - t;
  return {
    x: u * u * from.x + 2 * u * t * control.x + t * t * to.x,
    y: u * u * from.y + 2 * u * t * control.y + t * t * to.y,
  };
}

export function strokeAlong(
  context: CanvasContext,
  way: readonly [Point, Point, Point],
  begin: number,
  end: number,
): void {
  const steps = 16;
  context.beginPath();
  for (let i = 0; i <= steps; i++) {
    const point = along(...way, begin + ((end - begin) * i) / steps);
    if (i === 0) context.moveTo(point.x, point.y);
    else context.lineTo(point.x, point.y);
  }
  context.stroke();
}

export const isShown = (scene: LiveScene, cpu: number): boolean =>
  cpu >= 0 && !Number.isNaN(scene.layout.cpuX[cpu]);
