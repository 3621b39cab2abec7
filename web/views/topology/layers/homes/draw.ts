// Preferred LLCs: the colour of each process at the left edge of the LLC it prefers, as high as the
// share of its threads that are there, and a ring in that colour around its tasks that run elsewhere.
// Loaded late: only kernels with cache-aware balancing have any.

import type { Frame } from '../../../../engine/types.ts';
import { taskHue } from '../../../../ui/theme.ts';
import { type DrawnTopology, inView, type LiveScene, screenRect } from '../../draw/scene.ts';
import { type Home, HomeTally, homesOf, isAway } from './homes.ts';

/** The strip of a process, CSS pixels, and the room it may take of a block. */
const stripWidth = 4;
const widestShare = 0.2;

/** Kept between pictures. */
const homes = new HomeTally();

/** Processes whose threads prefer an LLC. */
function countAt(llc: number): number {
  let count = 0;
  for (let process = 0; process < homes.processes; process++)
    if (homes.llc[process] === llc) count++;
  return count;
}

/** Strips beside the CPUs of an LLC, left of them; the frame of a strip is whole, its fill the threads there. */
function drawEdges(scene: LiveScene): void {
  const { context, layout, palette } = scene;
  for (const block of layout.llcs) {
    const strips = countAt(block.llc);
    if (strips === 0) continue;
    const frame = screenRect(scene, block.grid);
    if (!inView(frame, scene.view)) continue;
    const width = Math.min(stripWidth, (frame.width * widestShare) / strips);
    let x = frame.x - strips * (width + 1);
    for (let process = 0; process < homes.processes; process++) {
      if (homes.llc[process] !== block.llc) continue;
      const height = frame.height * (homes.there[process]! / homes.threads[process]!);
      context.fillStyle = taskHue(palette, process);
      context.globalAlpha = 0.3;
      context.fillRect(x, frame.y, width, frame.height);
      context.globalAlpha = 1;
      context.fillRect(x, frame.y + frame.height - height, width, height);
      x += width + 1;
    }
  }
}

function drawAway(scene: LiveScene): void {
  const { context, cells, marks, palette, snapshot, machine } = scene;
  const { cpus, tasks } = snapshot.frame;
  if (cells.width < 6) return;
  for (const cpu of cells.visible) {
    const task = cpus.task[cpu]!;
    if (task < 0 || !isAway(tasks, machine.catalog.topology, task)) continue;
    const mark = marks.of(task);
    if (!mark) continue;
    const { x, y, radius } = mark;
    context.strokeStyle = taskHue(palette, tasks.process[task]!);
    context.lineWidth = Math.max(1.5, palette.stroke * 1.5);
    context.beginPath();
    context.arc(x, y, radius + context.lineWidth + 0.5, 0, Math.PI * 2);
    context.stroke();
  }
}

export const noteHomes = ({ tasks }: Frame, { catalog }: DrawnTopology): readonly Home[] =>
  homesOf(tasks, catalog.topology);

/** Draws both for the moment of the scene; nothing where no task prefers an LLC. */
export function drawHomes(scene: LiveScene): void {
  if (!homes.count(scene.snapshot.frame.tasks, scene.machine.catalog.topology)) return;
  drawEdges(scene);
  if (scene.level !== 'far' && scene.snapshot.tempo !== 'summary') drawAway(scene);
}
