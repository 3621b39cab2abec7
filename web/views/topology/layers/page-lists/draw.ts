// Page lists on the machine: on each card its CPU's list, below them the zones. Beside a large machine one list, enlarged.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import {
  cardOf,
  drawCardGrounds,
  fillCards,
  headHeight,
  nameCards,
  recedeCard,
} from '../../draw/cards.ts';
import { fillTextWithin, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { cpuOfFocus } from './focus.ts';
import { drawList, type ListScale } from './list.ts';
import { fillParcel, hasTypes, noParcel, pagesPerTick } from './lists.ts';
import type { PageListsMemory } from './memory.ts';
import { words } from './words.ts';
import { drawZone } from './zone.ts';

/** A list on its card, under the head. */
function listBox(scene: MechanismScene, card: Rect, head: number): Rect {
  const { palette } = scene;
  const pad = Math.max(3, palette.textSmall * 0.7);
  const width = Math.max(10, card.width * 0.44);
  return {
    x: card.x + (card.width - width) / 2,
    y: card.y + head + pad,
    width,
    height: Math.max(0, card.height - head - 2 * pad),
  };
}

function scaleOf({ mechanism, palette, snapshot }: MechanismScene, height: number): ListScale {
  const pages = snapshot.frame.mechanisms!.pages!;
  const full = Math.max(1, mechanism.fullScale);
  const perTick = pagesPerTick(full, height, palette.stroke);
  return { full, perTick, byType: hasTypes(pages) };
}

/** Lower boxes say nothing that could be read. */
const leastList = 12;

/** Where the gate is the focus, so are the CPUs that stand at it. */
function isAtGate({ mechanism, snapshot }: MechanismScene, cpu: number): boolean {
  if (mechanism.choice.focus !== pointers.gate) return false;
  const { cpus, mechanisms } = snapshot.frame;
  const pages = mechanisms?.pages;
  const zone = pages?.zone[cpu] ?? -1;
  if (!pages || zone < 0) return false;
  return pages.zoneHolder[zone] === cpu || cpus.lock[cpu] === pages.zoneLock[zone];
}

/** True if a CPU has the lock of its zone: it may still wait for a line, and is at the gate's head all the same. */
function hasLock({ snapshot }: MechanismScene, cpu: number): boolean {
  const pages = snapshot.frame.mechanisms?.pages;
  const zone = pages?.zone[cpu] ?? -1;
  return zone >= 0 && pages?.zoneHolder[zone] === cpu;
}

/** A CPU that has just been handed the lock still fetches its line: it is not among those that wait for the lock. */
function fillHolders(scene: MechanismScene, head: number): void {
  const { context, cells, palette, snapshot } = scene;
  for (const cpu of cells.visible) {
    const isSpinning = snapshot.frame.cpus.activity[cpu] === ACTIVITY.SPINNING;
    if (!isSpinning || snapshot.colouring.only || !hasLock(scene, cpu)) continue;
    context.fillStyle = palette.kernel;
    context.fillRect(cells.x[cpu]!, cells.y[cpu]!, cells.width, head);
  }
}

function drawCards(scene: MechanismScene, kept: PageListsMemory): void {
  const { cells, snapshot, mechanism } = scene;
  const pages = snapshot.frame.mechanisms?.pages;
  const head = headHeight(scene);
  drawCardGrounds(scene);
  fillCards(scene, head, (cpu) => !hasLock(scene, cpu));
  fillHolders(scene, head);
  nameCards(scene, head, (cpu) => (hasLock(scene, cpu) ? words.atGate : undefined));
  const first = cells.visible[0];
  if (pages && first !== undefined) {
    const { height } = listBox(scene, cardOf(scene, first), head);
    const scale = scaleOf(scene, height);
    kept.perTick = scale.perTick;
    for (const cpu of cells.visible) {
      if (pages.zone[cpu]! < 0 || height < leastList) continue;
      const card = cardOf(scene, cpu);
      const box = listBox(scene, card, head);
      const parcel = kept.parcels[pages.zone[cpu]!]!;
      drawList(scene, box, scale, pages, cpu, parcel, card.x + card.width - box.x - box.width);
    }
  }
  const { focus } = mechanism.choice;
  if (focus === undefined) return;
  for (const cpu of cells.visible) {
    if (isAtGate(scene, cpu)) continue;
    if (strengthOf(focus, pointers.list(cpu), pointers.cpu(cpu)) < 1) recedeCard(scene, cpu);
  }
}

/** The CPU whose list is enlarged: the focus, the one that is selected, else the first. */
function enlarged({ mechanism, snapshot, cells }: MechanismScene): number {
  return Number(
    cpuOfFocus(mechanism.choice.focus) ?? snapshot.selection.cpu ?? cells.visible[0] ?? 0,
  );
}

/** Where the enlarged list stands with its name: left in the band. */
function enlargedBox({ below, palette }: MechanismScene): Rect {
  const margin = palette.textSmall;
  const width = listWidth(palette.textSmall, { ...below, width: below.width - 2 * margin });
  return { ...below, x: below.x + margin, width };
}

function enlargedList({ palette }: MechanismScene, box: Rect): Rect {
  const text = palette.textSmall;
  const height = Math.max(1, box.height - text * 3.8);
  return { x: box.x, y: box.y + text * 3.2, width: box.width * 0.5, height };
}

/** Where the list of a CPU is drawn; undefined: it is not. */
export function listOnStage(scene: MechanismScene, cpu: number): Rect | undefined {
  if (scene.form === 'strip') {
    return enlarged(scene) === cpu ? enlargedList(scene, enlargedBox(scene)) : undefined;
  }
  if (!scene.cells.visible.includes(cpu)) return undefined;
  return listBox(scene, cardOf(scene, cpu), headHeight(scene));
}

function drawEnlarged(scene: MechanismScene, box: Rect, kept: PageListsMemory): void {
  const { context, palette, snapshot, mechanism } = scene;
  const pages = snapshot.frame.mechanisms!.pages!;
  const cpu = enlarged(scene);
  const text = palette.textSmall;
  context.globalAlpha = strengthOf(mechanism.choice.focus, pointers.list(cpu), pointers.cpu(cpu));
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text, 600);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  fillTextWithin(context, words.listOf(cpu), box.x, box.y + text * 0.8, box.width);
  context.font = textFont(palette, text);
  context.fillStyle = palette.inkMuted;
  const held = words.held(pages.held[cpu]!, pages.high[cpu]!);
  fillTextWithin(context, held, box.x, box.y + text * 2.2, box.width);
  const list = enlargedList(scene, box);
  const scale = scaleOf(scene, list.height);
  kept.perTick = scale.perTick;
  const parcel = kept.parcels[Math.max(0, pages.zone[cpu]!)]!;
  drawList(scene, list, scale, pages, cpu, parcel, box.width * 0.5);
  context.globalAlpha = 1;
}

/** The band that zones stand in: all of it under cards, else right of the list. */
function zonesBand({ below, palette, form }: MechanismScene): Rect {
  const margin = palette.textSmall;
  const band = { ...below, x: below.x + margin, width: below.width - 2 * margin };
  if (form === 'cards') return band;
  const list = listWidth(palette.textSmall, band);
  return { ...band, x: band.x + list, width: band.width - list };
}

const listWidth = (text: number, { width }: Rect): number => Math.min(text * 12, width * 0.3);

/** Shares of the band below the machine, one a zone. */
export function zoneBoxes(scene: MechanismScene): Rect[] {
  const zones = scene.snapshot.frame.mechanisms?.pages?.zones ?? 0;
  const band = zonesBand(scene);
  const gap = scene.palette.textSmall;
  const width = (band.width - gap * (zones - 1)) / Math.max(1, zones);
  return Array.from({ length: zones }, (_, zone) => ({
    ...band,
    x: band.x + zone * (width + gap),
    width,
  }));
}

/** What is on its way at each zone. */
function findParcels({ parcels }: PageListsMemory, { frame }: MechanismScene['snapshot']): void {
  const pages = frame.mechanisms?.pages;
  for (let zone = 0; pages && zone < pages.zones; zone++) {
    const parcel = parcels[zone] ?? noParcel();
    parcels[zone] = parcel;
    fillParcel(parcel, pages, zone, frame.time);
  }
}

export function drawLists(scene: MechanismScene): void {
  const { below, palette, snapshot, form, context } = scene;
  const kept = scene.mechanism.kept as PageListsMemory;
  findParcels(kept, snapshot);
  if (form === 'cards') drawCards(scene, kept);
  else {
    context.fillStyle = palette.background;
    context.fillRect(below.x, below.y, below.width, below.height);
    if (snapshot.frame.mechanisms?.pages) drawEnlarged(scene, enlargedBox(scene), kept);
  }
  for (const [zone, box] of zoneBoxes(scene).entries()) drawZone(scene, box, kept, zone);
}
