// Where what a pointer names lies in cpupri: the row of a level.

import { levelName } from '../../../../engine/rt-searches.ts';
import type { Pointer } from '../../../../scenario/pointer.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import type { RingPlace } from '../../ring.ts';
import { rowsOnStage } from './draw.ts';

export function placesOfMasks(scene: MechanismScene, pointed: Pointer): readonly RingPlace[] {
  if (pointed.kind !== 'mask') return [];
  return rowsOnStage(scene)
    .filter(({ level }) => levelName(level) === pointed.level)
    .map(({ label, boxes }) => ({ ...label, width: label.width + boxes.width }));
}
