// Which hue a task has in the picture, where tasks carry any: marks, names and moves ask here.

import type { LiveScene } from './scene.ts';

/** Index of a hue of the palette; undefined: the picture tells other things by colour. */
export function hueOfTask(_scene: LiveScene, _task: number): number | undefined {
  return undefined;
}
