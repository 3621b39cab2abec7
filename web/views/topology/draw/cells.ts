// What CPUs do as shares: of time in Summary, each cell a small stacked bar, and of CPUs for an LLC that is far
// away. What a CPU does at a moment is drawn by fills.ts.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { activities } from '../activity.ts';
import type { Rect } from '../layout.ts';
import { faint } from './fills.ts';
import { inView, type LiveScene, runsGroup, screenRect } from './scene.ts';

type Fill = string | CanvasPattern;

/** Fill of an activity in a stack of shares. */
function fillOf({ palette, hatches }: LiveScene, activity: number): Fill {
  if (activity === ACTIVITY.USER) return palette.user;
  if (activity === ACTIVITY.KERNEL) return palette.kernel;
  return activity === ACTIVITY.STALLED ? hatches.stalled : hatches.spinning;
}

/** From the bottom up: work first, waiting above it, idle left empty at the top. */
const stackOrder = [ACTIVITY.USER, ACTIVITY.KERNEL, ACTIVITY.STALLED, ACTIVITY.SPINNING] as const;

/** The entry of the legend that is kept alone, as an activity; -1: none, all are shown. */
const keptAlone = ({ snapshot: { colouring } }: LiveScene): number =>
  ['idle', 'user', 'kernel', 'line', 'lock'].indexOf(colouring.only ?? '');

/** What was stacked on each CPU so far, from above: made once, grown when a machine is larger. */
let tops = new Float64Array(512);

/** Fills that are shares of time, for Summary: each cell a small stacked bar. */
export function drawShares(scene: LiveScene): void {
  const { context, cells, snapshot } = scene;
  const { shares, selection } = snapshot;
  if (tops.length < cells.x.length) tops = new Float64Array(cells.x.length);
  tops.fill(cells.height);
  const alone = keptAlone(scene);
  for (const activity of stackOrder) {
    context.fillStyle = fillOf(scene, activity);
    for (const recedes of [false, true]) {
      context.beginPath();
      for (const cpu of cells.visible) {
        const isBehind =
          (alone >= 0 && alone !== activity) ||
          (selection.group !== undefined && !runsGroup(scene, cpu));
        if (isBehind !== recedes) continue;
        const height = shares[cpu * activities.length + activity]! * cells.height;
        if (height < 0.05) continue;
        tops[cpu]! -= height;
        context.rect(cells.x[cpu]!, cells.y[cpu]! + tops[cpu]!, cells.width, height);
      }
      context.globalAlpha = recedes ? faint : 1;
      context.fill();
    }
  }
  context.globalAlpha = 1;
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
  context.fillStyle = palette.idle;
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  for (const activity of stackOrder) {
    const width = shares[activity]! * rect.width;
    if (width >= 0.05) {
      context.fillStyle = fillOf(scene, activity);
      context.fillRect(x, rect.y, width, rect.height);
    }
    x += width;
  }
}

/** Far away an LLC block is one bar. */
export function drawUtilisation(scene: LiveScene): void {
  for (const block of scene.layout.llcs) {
    if (!inView(screenRect(scene, block.rect), scene.view)) continue;
    drawBar(scene, screenRect(scene, block.grid), llcShares(scene, block.cpus));
  }
}
