// Where what a pointer names lies in the picture of a wake-up: for its arrow the CPUs it looked at, and the one it took.

import type { Pointer } from '../../../../scenario/pointer.ts';
import { cellRect } from '../../draw/marks.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import type { RingPlace } from '../../ring.ts';
import { placementNow } from './draw.ts';

export function placesOfWakeUp(scene: MechanismScene, pointed: Pointer): readonly RingPlace[] {
  if (pointed.kind !== 'arcs' || (pointed.of !== 'wake' && pointed.of !== 'fork')) return [];
  const placement = placementNow(scene);
  if (placement?.placed !== pointed.of) return [];
  const cpus = new Set([...placement.looks.map(({ cpu }) => cpu), placement.chosen]);
  return [...cpus].filter((cpu) => cpu >= 0).map((cpu) => cellRect(scene, cpu));
}
