// Draws who fetched a line lately: one lane a node, one column a fetch. The lane tells the node, so
// the colour only helps the eye.

import { cividis } from '../../ui/cividis.ts';
import { type Fetches, HISTORY } from './history.ts';

const laneHeight = 3;

/** How the fetches spread over the nodes, largest share first; nodes without any are left out. */
export function sharesByNode(
  fetches: Fetches,
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

/** `canvas` is HISTORY wide and three pixels a node high. */
export function drawStrip(
  canvas: HTMLCanvasElement,
  fetches: Fetches,
  nodeOfCpu: Uint16Array,
  nodes: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const from = Number(style.getPropertyValue('--heat-from'));
  const to = Number(style.getPropertyValue('--heat-to'));
  context.clearRect(0, 0, HISTORY, nodes * laneHeight);
  const start = HISTORY - fetches.cpu.length;
  fetches.cpu.forEach((cpu, at) => {
    const node = nodeOfCpu[cpu]!;
    context.fillStyle = cividis(from + ((to - from) * node) / Math.max(1, nodes - 1));
    const height = fetches.write[at] ? laneHeight : 1;
    context.fillRect(start + at, node * laneHeight + laneHeight - height, 1, height);
  });
}
