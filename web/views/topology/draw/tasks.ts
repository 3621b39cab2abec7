// Tasks as dots: the one that runs in the upper part of its CPU's cell, those that wait for the CPU as
// smaller dots along the bottom.

import { ACTIVITY, TASK } from '../../../engine/abi.gen.ts';
import { queuedBehind } from '../activity.ts';
import { runsGroup } from './cells.ts';
import { hasNumbers, type LiveScene } from './scene.ts';

/** Narrower cells have no room for dots beside their fill, or inside a hatch. */
const smallestForDots = 6;
const smallestForHatchedDots = 15;

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Where the running task of a CPU stands. */
export function taskDot(scene: LiveScene, cpu: number): Dot {
  const { cells, level } = scene;
  const x = cells.x[cpu]! + cells.width / 2;
  if (level === 'near') {
    const radius = Math.min(11, cells.width * 0.1, cells.height * 0.07);
    return { x, y: cells.y[cpu]! + Math.max(radius + 5, cells.height * 0.15), radius };
  }
  const radius = Math.max(1.2, Math.min(cells.width * 0.21, cells.height * 0.16, 5));
  return { x, y: cells.y[cpu]! + cells.height * (hasNumbers(scene) ? 0.5 : 0.42), radius };
}

/** Where the queued tasks of a CPU stand: first dot, pitch and how many have room. */
export function queueDots(scene: LiveScene, cpu: number) {
  const { cells, level } = scene;
  const radius = level === 'near' ? 3.5 : Math.max(0.8, Math.min(cells.width * 0.1, 2.6));
  const pitch = radius * 2 + Math.max(1, radius * 0.7);
  const inset = Math.max(1.5, cells.width * 0.1);
  const capacity = Math.max(1, Math.floor((cells.width - 2 * inset + pitch - 2 * radius) / pitch));
  const below = level === 'near' ? 12 : inset + radius;
  return {
    x: cells.x[cpu]! + inset + radius,
    y: cells.y[cpu]! + cells.height - below,
    radius,
    pitch,
    capacity,
  };
}

function fillDots(scene: LiveScene, dots: readonly Dot[], colour: string, grow = 0): void {
  if (dots.length === 0) return;
  const { context } = scene;
  context.fillStyle = colour;
  context.beginPath();
  for (const { x, y, radius } of dots) {
    context.moveTo(x + radius + grow, y);
    context.arc(x, y, radius + grow, 0, Math.PI * 2);
  }
  context.fill();
}

/** Queued tasks of the selected group, by CPU. */
function queuedOfGroup(scene: LiveScene): Map<number, number> {
  const { frame, selection } = scene.snapshot;
  const queued = new Map<number, number>();
  if (selection.group === undefined) return queued;
  const { tasks } = frame;
  for (let task = 0; task < tasks.count; task++) {
    if (tasks.group[task] !== selection.group || tasks.state[task] !== TASK.RUNNABLE) continue;
    queued.set(tasks.cpu[task]!, (queued.get(tasks.cpu[task]!) ?? 0) + 1);
  }
  return queued;
}

/** Fills that a dark dot can stand on by itself. */
const isPlain = (activity: number): boolean =>
  activity === ACTIVITY.USER || activity === ACTIVITY.KERNEL;

export function drawRunning(scene: LiveScene): void {
  const { cells, palette, snapshot } = scene;
  if (cells.width < smallestForDots) return;
  const { cpus } = snapshot.frame;
  const plain: Dot[] = [];
  const waiting: Dot[] = [];
  const ofGroup: Dot[] = [];
  for (const cpu of cells.visible) {
    if (cpus.task[cpu]! < 0) continue;
    const dot = taskDot(scene, cpu);
    if (runsGroup(scene, cpu)) ofGroup.push(dot);
    else if (isPlain(cpus.activity[cpu]!)) plain.push(dot);
    else waiting.push(dot);
  }
  fillDots(scene, plain, palette.task);
  // Over stripes a dot needs a ring, and the stripes room to be seen beside it.
  if (cells.width >= smallestForHatchedDots) {
    fillDots(scene, waiting, palette.hatch, 1.25);
    fillDots(scene, waiting, palette.background);
  }
  fillDots(scene, ofGroup, palette.background, 1.5);
  fillDots(scene, ofGroup, palette.group);
}

export function drawQueued(scene: LiveScene): void {
  const { cells, palette, snapshot, context } = scene;
  if (cells.width < smallestForDots) return;
  const { cpus } = snapshot.frame;
  const mine = queuedOfGroup(scene);
  const plain: Dot[] = [];
  const grounds: Dot[] = [];
  const ofGroup: Dot[] = [];
  const crosses: Dot[] = [];
  for (const cpu of cells.visible) {
    const behind = queuedBehind(snapshot.frame, cpu);
    if (behind === 0) continue;
    const row = queueDots(scene, cpu);
    const shown = behind > row.capacity ? row.capacity - 1 : behind;
    const hued = mine.get(cpu) ?? 0;
    for (let i = 0; i < Math.max(shown, behind > row.capacity ? row.capacity : 0); i++) {
      const dot = { x: row.x + i * row.pitch, y: row.y, radius: row.radius };
      if (scene.level === 'near' || !isPlain(cpus.activity[cpu]!)) grounds.push(dot);
      if (i >= shown) crosses.push(dot);
      else if (i < hued) ofGroup.push(dot);
      else plain.push(dot);
    }
  }
  const colour = scene.level === 'near' ? palette.ink : palette.task;
  fillDots(scene, grounds, scene.level === 'near' ? palette.surface : palette.hatch, 1);
  fillDots(scene, plain, colour);
  fillDots(scene, ofGroup, palette.group);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, palette.stroke);
  context.beginPath();
  for (const { x, y, radius } of crosses) {
    context.moveTo(x - radius, y);
    context.lineTo(x + radius, y);
    context.moveTo(x, y - radius);
    context.lineTo(x, y + radius);
  }
  context.stroke();
}
