// Draws the latest fetches of a line: one lane per node, one column per fetch. The lane tells the node, so the
// colour only helps the eye.

import { cividis } from '../../ui/cividis.ts';
import { type FetchColumns, HISTORY } from './history.ts';

/** Pixels of a lane, and of a strip at least: of one node a lane is as high as it. */
const leastLane = 3;
const leastHeight = 12;
export const stripRowHeight = (nodes: number): number =>
  Math.max(leastLane, Math.floor(leastHeight / nodes));

/** Pixels of a fetch: few of them are as wide as can be told apart, and still as many as went by. */
const widest = 10;
export const fetchWidth = (fetches: number): number =>
  Math.max(1, Math.min(widest, Math.floor(HISTORY / Math.max(1, fetches))));

/** How the fetches spread over the nodes, largest share first; nodes without any are left out. */
export function sharesByNode(
  fetches: FetchColumns,
  nodeOfCpu: Uint16Array,
  nodes: number,
): { readonly node: number; readonly share: number }[] {
  const counts = new Array<number>(nodes).fill(0);
  for (const cpu of fetches.cpu) counts[nodeOfCpu[cpu]!]! += 1;
  return counts
    .map((count, node) => ({ node, share: count / fetches.cpu.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.node - b.node);
}

/** `canvas` is HISTORY wide and as high as its lanes. */
export function drawStrip(
  canvas: HTMLCanvasElement,
  fetches: FetchColumns,
  nodeOfCpu: Uint16Array,
  nodes: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const from = Number(style.getPropertyValue('--heat-from'));
  const to = Number(style.getPropertyValue('--heat-to'));
  const lane = stripRowHeight(nodes);
  const width = fetchWidth(fetches.cpu.length);
  context.clearRect(0, 0, HISTORY, nodes * lane);
  const start = HISTORY - width * fetches.cpu.length;
  fetches.cpu.forEach((cpu, at) => {
    const node = nodeOfCpu[cpu]!;
    context.fillStyle = cividis(from + ((to - from) * node) / Math.max(1, nodes - 1));
    const height = fetches.write[at] ? lane : Math.max(1, Math.floor(lane / 3));
    // A gap between two as soon as they are wide enough for one.
    const drawn = width > 3 ? width - 1 : width;
    context.fillRect(start + at * width, node * lane + lane - height, drawn, height);
  });
}
