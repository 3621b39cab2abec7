// Which hue a task has in the picture, where tasks carry any: marks, names and moves ask here.

import { hueOf } from '../colouring.ts';
import { huePartOf, taskRecedes } from '../styles.ts';
import type { LiveScene } from './scene.ts';

/** Index of a hue of the palette; undefined: the picture tells other things by colour. */
export function hueOfTask({ snapshot, machine }: LiveScene, task: number): number | undefined {
  const { frame, colouring } = snapshot;
  if (colouring.by === 'task') return hueOf(huePartOf(frame, machine.catalog, colouring.hue, task));
  if (colouring.by !== 'home') return undefined;
  const preferred = frame.tasks.preferredLlc[task]!;
  return preferred < 0 ? undefined : hueOf(preferred);
}

/** True if the legend keeps other tasks alone. */
export const recedes = ({ snapshot, machine }: LiveScene, task: number): boolean =>
  taskRecedes(snapshot.frame, machine.catalog, snapshot.colouring, task);
