// Where what a pointer names lies among page lists: the list of a CPU, the zone of a node, the gate of its lock.

import type { Pointer } from '../../../../scenario/pointer.ts';
import type { Rect } from '../../layout.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import type { RingPlace } from '../../ring.ts';
import { listOnStage, zoneBoxes } from './draw.ts';
import { countsLru } from './lists.ts';
import { zonePlaces } from './zone.ts';

/** Zones with their parts, where the frame has any. */
function zones(scene: MechanismScene) {
  const { frame } = scene.snapshot;
  const pages = frame.mechanisms?.pages;
  if (!pages) return [];
  return zoneBoxes(scene).map((box, zone) => {
    const hasLru = countsLru(frame, pages, zone);
    return { node: pages.node[zone]!, hasLru, ...zonePlaces(scene, box, hasLru) };
  });
}

export function placesOfLists(scene: MechanismScene, pointed: Pointer): readonly RingPlace[] {
  const isGate = pointed.kind === 'gate';
  const isLock = pointed.kind === 'lock';
  if (isGate || (isLock && pointed.name.startsWith('zone.lock'))) {
    return zones(scene).map(({ gate }) => gate);
  }
  if (isLock && pointed.name.startsWith('lru')) {
    return zones(scene).flatMap(({ lru, hasLru }): Rect[] => (hasLru ? [lru] : []));
  }
  if (pointed.kind === 'node') {
    return zones(scene).flatMap(({ node, block }): Rect[] =>
      node === pointed.number ? [block] : [],
    );
  }
  if (pointed.kind !== 'list') return [];
  const box = listOnStage(scene, pointed.number);
  return box ? [box] : [];
}
