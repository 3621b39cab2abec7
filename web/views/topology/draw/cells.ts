// What every CPU does, as the fill of its cell: idle is empty, user and kernel differ in lightness,
// the two kinds of waiting are hatched. Cells of one style are one path.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { activities } from '../activity.ts';
import type { Rect } from '../layout.ts';
import { blockTitles, titleBox, titleWidth } from './frames.ts';
import { inView, type LiveScene, screenRect } from './scene.ts';

type Fill = string | CanvasPattern;

/** Fill of an activity; undefined: none (idle). */
function fillOf(scene: LiveScene, activity: number, inGroup: boolean): Fill | undefined {
  const { palette, hatches } = scene;
  switch (activity) {
    case ACTIVITY.USER:
      return inGroup ? palette.groupUser : palette.user;
    case ACTIVITY.KERNEL:
      return inGroup ? palette.groupKernel : palette.kernel;
    case ACTIVITY.STALLED:
      return hatches.stalled;
    case ACTIVITY.SPINNING:
      return hatches.spinning;
    default:
      return undefined;
  }
}

/** True if the CPU runs a task of the selected group. */
export function runsGroup(scene: LiveScene, cpu: number): boolean {
  const { frame, selection } = scene.snapshot;
  const task = frame.cpus.task[cpu]!;
  return selection.group !== undefined && task >= 0 && frame.tasks.group[task] === selection.group;
}

/** CPUs in view by the style of their fill: [activity * 2 + (in the selected group)]. */
function groupByStyle(scene: LiveScene): number[][] {
  const groups = Array.from({ length: activities.length * 2 }, (): number[] => []);
  const { activity } = scene.snapshot.frame.cpus;
  for (const cpu of scene.cells.visible) {
    groups[activity[cpu]! * 2 + (runsGroup(scene, cpu) ? 1 : 0)]?.push(cpu);
  }
  return groups;
}

/** Fills of this moment, for Follow and Flow. */
export function drawMoment(scene: LiveScene): void {
  const { context, cells, palette } = scene;
  groupByStyle(scene).forEach((cpus, style) => {
    const fill = fillOf(scene, style >> 1, style % 2 === 1);
    if (!fill || cpus.length === 0) return;
    context.fillStyle = fill;
    context.beginPath();
    for (const cpu of cpus) context.rect(cells.x[cpu]!, cells.y[cpu]!, cells.width, cells.height);
    context.fill();
    if (typeof fill === 'string') return;
    context.strokeStyle = style % 2 === 1 ? palette.group : palette.hatch;
    context.lineWidth = palette.stroke;
    context.beginPath();
    const half = palette.stroke / 2;
    for (const cpu of cpus) {
      context.rect(
        cells.x[cpu]! + half,
        cells.y[cpu]! + half,
        cells.width - 2 * half,
        cells.height - 2 * half,
      );
    }
    context.stroke();
  });
}

/** From the bottom up: work first, waiting above it, idle left empty at the top. */
const stackOrder = [ACTIVITY.USER, ACTIVITY.KERNEL, ACTIVITY.STALLED, ACTIVITY.SPINNING] as const;

/** Fills that are shares of time, for Summary: each cell a small stacked bar. */
export function drawShares(scene: LiveScene): void {
  const { context, cells, snapshot } = scene;
  const { shares } = snapshot;
  const top = new Float64Array(cells.x.length).fill(cells.height);
  for (const activity of stackOrder) {
    for (const inGroup of [false, true]) {
      context.fillStyle = fillOf(scene, activity, inGroup)!;
      context.beginPath();
      for (const cpu of cells.visible) {
        if (runsGroup(scene, cpu) !== inGroup) continue;
        const height = shares[cpu * activities.length + activity]! * cells.height;
        if (height < 0.05) continue;
        top[cpu]! -= height;
        context.rect(cells.x[cpu]!, cells.y[cpu]! + top[cpu]!, cells.width, height);
      }
      context.fill();
    }
  }
}

/** Shares of an LLC's CPUs by activity: of time in Summary, else of CPUs at this moment. */
export function llcShares(scene: LiveScene, cpus: readonly number[]): Float64Array {
  const { snapshot } = scene;
  const sums = new Float64Array(activities.length);
  for (const cpu of cpus) {
    if (snapshot.tempo === 'summary') {
      for (let a = 0; a < activities.length; a++) {
        sums[a]! += snapshot.shares[cpu * activities.length + a]! / cpus.length;
      }
    } else {
      sums[snapshot.frame.cpus.activity[cpu]!]! += 1 / cpus.length;
    }
  }
  return sums;
}

/** A bar of shares from left to right, idle left empty at the right end. */
export function drawBar(scene: LiveScene, rect: Rect, shares: Float64Array): void {
  const { context, palette } = scene;
  let x = rect.x;
  for (const activity of stackOrder) {
    const width = shares[activity]! * rect.width;
    if (width >= 0.05) {
      context.fillStyle = fillOf(scene, activity, false)!;
      context.fillRect(x, rect.y, width, rect.height);
    }
    x += width;
  }
  context.strokeStyle = palette.idle;
  context.lineWidth = palette.stroke;
  const half = palette.stroke / 2;
  context.strokeRect(rect.x + half, rect.y + half, rect.width - 2 * half, rect.height - 2 * half);
}

/** Far away an LLC block is one bar; nearer its title carries a small one. */
export function drawUtilisation(scene: LiveScene): void {
  // All titles carry a bar or none does.
  const widestTitle = scene.layout.llcs.reduce(
    (widest, block) => Math.max(widest, titleWidth(scene, blockTitles(scene, block)[0]!)),
    0,
  );
  for (const block of scene.layout.llcs) {
    const frame = screenRect(scene, block.rect);
    if (!inView(frame, scene.view)) continue;
    const shares = llcShares(scene, block.cpus);
    if (scene.level === 'far') {
      drawBar(scene, screenRect(scene, block.grid), shares);
      continue;
    }
    const title = titleBox(scene, block.rect);
    const width = Math.min(88, title.width * 0.3);
    const free = title.width - widestTitle - 8;
    if (width < 24 || width > free || title.height < 10) continue;
    const height = Math.max(5, Math.round(scene.palette.textSmall * 0.5));
    const y = Math.round(title.y + (title.height - height) / 2);
    drawBar(scene, { x: Math.round(title.x + title.width - width), y, width, height }, shares);
  }
}
