// Whether transfers between caches are drawn as ribbons or as a matrix.

import type { ColourBy, TrafficForm } from '../../scenario/colouring.ts';

/** From so many LLCs on a matrix says more than ribbons, where transfers are what the colours speak of … */
const manyLlcs = 8;
/** … and where it leaves a machine its room, CSS pixels. */
const roomForMatrix = 700;

/** Whether transfers are a matrix beside the machine: `chosen`, or what suits the picture of `width`. */
export function showsMatrix(
  chosen: TrafficForm | undefined,
  by: ColourBy,
  llcs: number,
  width: number,
): boolean {
  if (llcs < 2) return false;
  if (chosen) return chosen === 'matrix';
  return by === 'state' && llcs >= manyLlcs && width >= roomForMatrix;
}
