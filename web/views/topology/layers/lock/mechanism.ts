// Locks as gates: the holder of each, the waiting CPUs before it, in order and with their wait times, and what the
// lock protects.

import type { Catalog } from '../../../../engine/types.ts';
import type { Pointer } from '../../../../scenario/pointer.ts';
import { drawGate, gateSize } from '../../draw/gate.ts';
import { fillTextWithin, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import type { MechanismDrawing, MechanismMoment, MechanismScene } from '../../mechanism-drawing.ts';
import type { Memory } from '../../memory.ts';
import { fillQueue, type Queue, queueFor } from '../../queue.ts';
import type { RingPlace } from '../../ring.ts';
import { countWaits, locksShown, structureOf } from './locks.ts';
import { words } from './words.ts';

interface Kept extends Memory {
  readonly queue: Queue;
  readonly counts: Uint16Array;
}

export interface LockNote {
  readonly name: string;
  readonly holder: number;
  readonly held: number;
  readonly queue: readonly { readonly cpu: number; readonly since: number }[];
}

/** Heights by the size of text: of the name over a gate, and of all. */
const [head, pitch] = [1.6, 6.6];

function shown({ machine, snapshot, mechanism }: MechanismScene): number[] {
  const { counts } = mechanism.kept as Kept;
  countWaits(snapshot.frame, counts);
  const { lock } = snapshot.selection;
  return locksShown(machine.catalog, snapshot.frame, counts, lock, mechanism.choice.focus);
}

/** The place of a lock's gate: each in a row of its own, at the right end of the waiting CPUs. */
function gateBox({ below, palette }: MechanismScene, at: number): Rect {
  const text = palette.textSmall;
  const { width, height } = gateSize({ palette });
  const wide = Math.min(width * 1.7, below.width * 0.4);
  const x = below.x + below.width - text - wide;
  return { x, y: below.y + text * (head + at * pitch), width: wide, height };
}

function drawLock(scene: MechanismScene, lock: number, at: number): void {
  const { context, palette, snapshot, machine, mechanism, below } = scene;
  const { queue } = mechanism.kept as Kept;
  const { cpus, mechanisms } = snapshot.frame;
  const text = palette.textSmall;
  const holder = mechanisms?.locks?.holder[lock] ?? -1;
  const held = mechanisms?.locks?.held[lock] ?? 0;
  const name = words.lock(machine.catalog.locks[lock] ?? '', lock);
  const box = gateBox(scene, at);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text * 1.05, 600);
  const y = box.y - text * 0.9;
  fillTextWithin(context, name, below.x + text, y, below.width - 2 * text);
  const after = context.measureText(name).width + 2 * text;
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  const protects = words.protects(structureOf(name));
  if (protects) fillTextWithin(context, protects, below.x + after, y, below.width - after - text);
  fillQueue(queue, cpus, 'lock', lock, holder);
  drawGate(scene, box, below.x + text, {
    name,
    state: holder >= 0 ? words.holder(holder, held) : words.free,
    isHeld: holder >= 0,
    queue: queue.cpus,
    count: queue.count,
    more: words.more,
    since: (cpu) => words.since(cpus.since[cpu]!),
  });
}

function draw(scene: MechanismScene): void {
  const { context, palette, below } = scene;
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  const locks = shown(scene);
  const rows = Math.floor((below.height / palette.textSmall + 0.5) / pitch);
  for (const [at, lock] of locks.slice(0, Math.max(1, rows)).entries()) drawLock(scene, lock, at);
  if (locks.length > 0) return;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, palette.textSmall);
  context.fillText(words.none, below.x + palette.textSmall, below.y + palette.textSmall * 2);
}

function note({ frame, machine, choice, selection, kept }: MechanismMoment): LockNote[] {
  const { counts, queue } = kept as Kept;
  countWaits(frame, counts);
  const locks = locksShown(machine.catalog, frame, counts, selection.lock, choice.focus);
  return locks.map((lock) => {
    const holder = frame.mechanisms?.locks?.holder[lock] ?? -1;
    fillQueue(queue, frame.cpus, 'lock', lock, holder);
    const cpus = [...queue.cpus.subarray(0, queue.count)];
    return {
      name: words.lock(machine.catalog.locks[lock] ?? '', lock),
      holder,
      held: frame.mechanisms?.locks?.held[lock] ?? 0,
      queue: cpus.map((cpu) => ({ cpu, since: frame.cpus.since[cpu]! })),
    };
  });
}

/** The gates of the locks that a pointer names; of `gate` that of the first. */
function places(scene: MechanismScene, pointed: Pointer): readonly RingPlace[] {
  const locks = shown(scene);
  if (pointed.kind === 'gate') return locks.length > 0 ? [gateBox(scene, 0)] : [];
  if (pointed.kind !== 'lock') return [];
  const { locks: names } = scene.machine.catalog;
  return locks.flatMap((lock, at) =>
    names[lock]!.startsWith(pointed.name) ? [gateBox(scene, at)] : [],
  );
}

export default {
  isStrip: true,
  room: ({ palette, size }) => {
    // A second and a third lock where the machine keeps most of the picture.
    const most = Math.max(1, Math.floor((size.height * 0.4) / (palette.textSmall * pitch)));
    return { above: 0, below: Math.round(palette.textSmall * pitch * Math.min(3, most)) };
  },
  remember: ({ topology, locks }: Catalog): Kept => ({
    queue: queueFor(topology.cpus),
    counts: new Uint16Array(locks.length),
    add: () => {},
  }),
  draw,
  places,
  note,
} satisfies MechanismDrawing;
