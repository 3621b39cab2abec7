// Preferred LLCs: the colour of each process at the left edge of the LLC it prefers, as high as the
// share of its threads that are there, and a ring in that colour around its tasks that run elsewhere.
// Loaded late: only kernels with cache-aware balancing have any.

import type { Frame } from '../../../../engine/types.ts';
import { taskHue } from '../../../../ui/theme.ts';
import { inView, type LiveScene, type Machine, screenRect } from '../../draw/scene.ts';
import { type Home, homesOf, isAway } from './homes.ts';

/** The strip of a process, CSS pixels, and the room it may take of a block. */
const stripWidth = 4;
const widestShare = 0.2;

/** Strips beside the CPUs of an LLC, left of them; the frame of a strip is whole, its fill the threads there. */
function drawEdges(scene: LiveScene, homes: readonly Home[]): void {
  const { context, layout, palette } = scene;
  for (const block of layout.llcs) {
    const here = homes.filter(({ llc }) => llc === block.llc);
    const frame = screenRect(scene, block.grid);
    if (here.length === 0 || !inView(frame, scene.view)) continue;
    const width = Math.min(stripWidth, (frame.width * widestShare) / here.length);
    const left = frame.x - here.length * (width + 1);
    here.forEach(({ process, threads, there }, index) => {
      const x = left + index * (width + 1);
      const height = frame.height * (there / threads);
      context.fillStyle = taskHue(palette, process);
      context.globalAlpha = 0.3;
      context.fillRect(x, frame.y, width, frame.height);
      context.globalAlpha = 1;
      context.fillRect(x, frame.y + frame.height - height, width, height);
    });
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

export const noteHomes = ({ tasks }: Frame, { catalog }: Machine): readonly Home[] =>
  homesOf(tasks, catalog.topology);

/** Draws both for the moment of the scene; nothing where no task prefers an LLC. */
export function drawHomes(scene: LiveScene): void {
  const homes = homesOf(scene.snapshot.frame.tasks, scene.machine.catalog.topology);
  if (homes.length === 0) return;
  drawEdges(scene, homes);
  if (scene.level !== 'far' && scene.snapshot.tempo !== 'summary') drawAway(scene);
}
