// A zone under its CPUs: the block of its free pages with their orders, the gate of its lock above it, the CPUs
// that wait there, and the parcel of the last refill or flush.

import type { PagesColumns } from '../../../../engine/types.ts';
import { drawGate, gateSize } from '../../draw/gate.ts';
import {
  fillTextWithin,
  type LiveScene,
  legible,
  roundedPath,
  textFont,
} from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { fillQueue } from '../../queue.ts';
import { cpuOfFocus } from './focus.ts';
import { countsLru } from './lists.ts';
import type { PageListsMemory } from './memory.ts';
import { drawParcel } from './parcel.ts';
import { words } from './words.ts';

/** Orders of a free block, 0 to 10. */
const orders = 11;

/** Height that zones want, by the size of text. */
export const zoneRoom = (text: number): number => Math.round(text * 10.4);

/** Free blocks by order as columns: each a step higher where there are twice as many. */
function drawOrders(scene: LiveScene, box: Rect, pages: PagesColumns, zone: number): void {
  const { context, palette } = scene;
  const column = box.width / orders;
  context.beginPath();
  for (let order = 0; order < orders; order++) {
    const blocks = pages.freeBlocks[zone * orders + order] ?? 0;
    if (blocks === 0) continue;
    const height = Math.max(1.5, (box.height * Math.log2(blocks + 1)) / 18);
    const top = Math.max(box.y, box.y + box.height - height);
    context.rect(box.x + order * column, top, Math.max(1, column - 1.5), box.y + box.height - top);
  }
  context.fillStyle = palette.inkMuted;
  context.fill();
}

function drawBlock(
  scene: MechanismScene,
  box: Rect,
  right: number,
  pages: PagesColumns,
  zone: number,
): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  context.fillStyle = palette.idle;
  context.strokeStyle = palette.outline;
  context.lineWidth = palette.stroke;
  roundedPath(context, box, 5);
  context.fill();
  context.stroke();
  const pad = Math.round(text * 0.9);
  const columns = Math.min(text * 8, box.width * 0.3);
  const [node, free] = [pages.node[zone]!, pages.freePages[zone]!];
  context.fillStyle = palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.font = textFont(palette, text * 1.1, 600);
  const name = words.zone(node, free);
  const room = right - box.x - 3 * pad - columns;
  const isLong = context.measureText(name).width <= room;
  const y = box.y + box.height / 2 + 0.5;
  fillTextWithin(context, isLong ? name : words.shortZone(node, free), box.x + pad, y, room);
  const place = { x: right - pad - columns, width: columns };
  drawOrders(scene, { ...place, y: box.y + 5, height: box.height - 10 }, pages, zone);
}

/** The number of waiters, and how much each wants: over the waiters, on the left. */
function drawHeadline(scene: MechanismScene, box: Rect, kept: PageListsMemory, zone: number): void {
  const { context, palette, snapshot } = scene;
  const pages = snapshot.frame.mechanisms!.pages!;
  const { queue } = kept;
  if (queue.count === 0) return;
  const trip = pages.refillPages[zone]!;
  const waiting = words.waiting(queue.count);
  context.font = textFont(palette, legible(palette, palette.textSmall), 600);
  context.fillStyle = palette.lock;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const text = trip > 0 ? `${waiting}, ${words.perTrip(trip)}` : waiting;
  fillTextWithin(context, text, box.x + 2, box.y + palette.textSmall * 0.8, box.width - 4);
}

/** Where the parts of a zone stand in its share of the band. */
export function zonePlaces(scene: LiveScene, box: Rect, hasLru: boolean) {
  const text = scene.palette.textSmall;
  const gate = gateSize(scene);
  const block = Math.round(text * 3);
  const bottom = box.y + box.height - Math.round(text * 0.6);
  const top = bottom - block - gate.height + Math.round(text * 0.9);
  const width = Math.min(gate.width, box.width * 0.4);
  // A parcel gets the room right of its gate, the waiters get the rest.
  const right = box.x + box.width - (hasLru ? width + text : 0) - text * 8;
  const middle = Math.max(
    box.x + box.width * 0.3,
    Math.min(box.x + box.width * 0.6, right - width),
  );
  return {
    block: { x: box.x, y: bottom - block, width: box.width, height: block },
    gate: { x: Math.round(middle), y: top, width, height: gate.height },
    lru: {
      x: Math.round(box.x + box.width - width - text),
      y: top,
      width,
      height: gate.height,
    },
  };
}

/** Pages reach a list through the gate of its zone: both stand out where the list is the focus. */
function gateStrength({ mechanism, snapshot }: MechanismScene, zone: number): number {
  const { focus } = mechanism.choice;
  const cpu = cpuOfFocus(focus);
  const isOfList = cpu !== undefined && snapshot.frame.mechanisms?.pages?.zone[cpu] === zone;
  return isOfList ? 1 : strengthOf(focus, pointers.gate, 'lock:zone.lock');
}

/** One zone in its share of the band below the machine. */
export function drawZone(
  scene: MechanismScene,
  box: Rect,
  kept: PageListsMemory,
  zone: number,
): void {
  const { context, palette, snapshot, mechanism } = scene;
  const { frame } = snapshot;
  const pages = frame.mechanisms?.pages;
  if (!pages) return;
  const { focus } = mechanism.choice;
  const hasLru = countsLru(frame, pages, zone);
  const { block, gate, lru } = zonePlaces(scene, box, hasLru);
  context.globalAlpha = strengthOf(focus, pointers.node(pages.node[zone]!));
  drawBlock(scene, block, hasLru ? lru.x : block.x + block.width, pages, zone);
  context.globalAlpha = gateStrength(scene, zone);
  const holder = pages.zoneHolder[zone]!;
  fillQueue(kept.queue, frame.cpus, 'lock', pages.zoneLock[zone]!, holder);
  drawHeadline(scene, box, kept, zone);
  drawGate(scene, gate, box.x, gateOf(kept, words.zoneLock, holder));
  const right = hasLru ? gate.x + gate.width + palette.textSmall : box.x + box.width;
  if (hasLru) {
    const lruHolder = pages.lruHolder[zone]!;
    fillQueue(kept.queue, frame.cpus, 'lock', pages.lruLock[zone]!, lruHolder);
    drawGate(scene, lru, right, gateOf(kept, words.lruLock, lruHolder));
  }
  drawParcel(scene, kept.parcels[zone]!, gate, block);
  context.globalAlpha = 1;
}

const gateOf = ({ queue }: PageListsMemory, name: string, holder: number) => ({
  name,
  state: holder >= 0 ? words.holder(holder) : words.free,
  isHeld: holder >= 0,
  queue: queue.cpus,
  count: queue.count,
  more: words.more,
});
