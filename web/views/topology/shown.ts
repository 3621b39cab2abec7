// Which pictures are on stage now, so that one of them can be copied into a file, and all of them look the same
// way. Holds no picture that is gone.

import type { Side } from '../../ui/theme.ts';
import type { ToWorker } from './messages.ts';
import type { Picture } from './picture.ts';

const shown = new Map<Side, Picture>();

/** Until the returned function is called. */
export function showing(side: Side, picture: Picture): () => void {
  shown.set(side, picture);
  return () => {
    if (shown.get(side) === picture) shown.delete(side);
  };
}

/** A person moves the camera of one machine: that of the others goes with it. */
export function moveAll(
  own: Picture | undefined,
  message: Extract<ToWorker, { kind: 'zoom' | 'pan' | 'target' }>,
): void {
  for (const picture of new Set([own, ...shown.values()])) picture?.post(message);
}

/** What the machine of a side looks like now, in device pixels; undefined if it is not drawn. */
export async function copyOf(side: Side): Promise<ImageBitmap | undefined> {
  return shown.get(side)?.copy();
}
