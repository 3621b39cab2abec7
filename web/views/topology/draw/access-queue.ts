// The fixed queue under the machine: the queue of one cache line, or of one lock. Its name stands on the left, then
// the holder, filled with the colour of such waits, the waiting CPUs in their order, the one served next framed,
// and on the right the number of further ones.

import { duration } from '../../../ui/format.ts';
import type { AccessQueue } from '../access-queue.ts';
import type { Rect } from '../layout.ts';
import { words } from '../words.ts';
import { placeAccessQueue } from './access-queue-places.ts';
import {
  fillTextWithin,
  type LiveScene,
  legible,
  monoFont,
  roundedPath,
  textFont,
  wrapText,
} from './scene.ts';

/** Where the middles of the rows are, as shares of the queue's height: a long name takes two. */
const rows = {
  short: { name: 0.32, rest: 0, waits: 0.7 },
  long: { name: 0.2, rest: 0.47, waits: 0.79 },
};

/** What waits for a line, or for a lock, is drawn in; where the colours speak of something else it recedes. */
const hueOf = ({ palette, snapshot }: LiveScene, { lock }: AccessQueue): string => {
  if (snapshot.colouring.by !== 'state') return palette.inkMuted;
  return lock >= 0 ? palette.lock : palette.line;
};

function nameOf({ machine }: LiveScene, { line, lock }: AccessQueue): string {
  if (lock >= 0) return machine.catalog.locks[lock] || words.lock(lock);
  return line < 0 ? words.noLine : (machine.lines[line] ?? `line ${line}`);
}

function drawLabel(scene: LiveScene, box: Rect, accessQueue: AccessQueue): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const name = nameOf(scene, accessQueue);
  context.font = textFont(palette, text * 1.05, 600);
  context.fillStyle = palette.ink;
  // The number of a line stays with its word.
  const [first = ''] = wrapText(context, name.replace(/ (?=\d+$)/, '\u00a0'), box.width);
  const rest = name.slice(first.length).trim();
  const at = rest ? rows.long : rows.short;
  fillTextWithin(context, first, box.x, box.y + box.height * at.name, box.width);
  if (rest) fillTextWithin(context, rest, box.x, box.y + box.height * at.rest, box.width);
  if (accessQueue.line < 0 && accessQueue.lock < 0) return;
  const waits = words.waitingCpus(accessQueue.waiting.length, accessQueue.elsewhere);
  context.font = textFont(palette, text, 400);
  context.fillStyle = palette.inkMuted;
  const kind = accessQueue.lock >= 0 ? words.aLock : accessQueue.holder < 0 ? words.shared : '';
  const whole = kind ? `${waits}, ${kind}` : waits;
  const line = context.measureText(whole).width <= box.width ? whole : waits;
  fillTextWithin(context, line, box.x, box.y + box.height * at.waits, box.width);
}

interface Chip {
  readonly above: string;
  readonly below: string;
  readonly form: 'holder' | 'next' | 'waits';
  /** Of the selected group. */
  readonly isMine: boolean;
}

/** Between the words of a chip and its frame, CSS pixels. */
const chipInset = 3;

/** Background of waiting CPUs: a trace of the colour of their wait. */
const breath = 0.16;

function drawChip(scene: LiveScene, box: Rect, chip: Chip, colour: string): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const isHolder = chip.form === 'holder';
  context.fillStyle = colour;
  context.globalAlpha = isHolder ? 1 : breath;
  roundedPath(context, box, 3);
  context.fill();
  context.globalAlpha = 1;
  const width = (chip.form === 'waits' ? 1 : 2) * palette.stroke;
  context.strokeStyle = chip.isMine ? palette.group : colour;
  context.lineWidth = width;
  const half = width / 2;
  const frame = { x: box.x + half, y: box.y + half };
  roundedPath(context, { ...frame, width: box.width - width, height: box.height - width }, 3);
  context.stroke();
  const x = box.x + box.width / 2;
  context.textAlign = 'center';
  context.font = monoFont(palette, text, 600);
  const onHolder = colour === palette.inkMuted ? palette.background : palette.hatch;
  context.fillStyle = isHolder ? onHolder : palette.ink;
  context.fillText(chip.above, x, box.y + box.height * 0.34);
  context.font = textFont(palette, legible(palette, text * 0.82), 400);
  context.fillStyle = isHolder ? onHolder : palette.inkMuted;
  fillTextWithin(context, chip.below, x, box.y + box.height * 0.74, box.width - 2 * chipInset);
}

function chipOf({ snapshot }: LiveScene, accessQueue: AccessQueue, place: number): Chip {
  const { cpus, tasks } = snapshot.frame;
  const cpu = accessQueue.waiting[place]!;
  const task = cpus.task[cpu]!;
  return {
    above: String(cpu),
    below: duration(accessQueue.since[place]!),
    form: place === 0 ? 'next' : 'waits',
    isMine: task >= 0 && tasks.group[task] === snapshot.selection.group,
  };
}

const holderChip = ({ holder }: AccessQueue): Chip => ({
  above: String(holder),
  below: words.holder,
  form: 'holder',
  isMine: false,
});

export function drawAccessQueue(scene: LiveScene, accessQueue: AccessQueue): void {
  const { context, palette, size, view } = scene;
  if (view.height >= size.height) return;
  const places = placeAccessQueue(scene, accessQueue);
  context.fillStyle = palette.background;
  context.fillRect(0, view.height, size.width, size.height - view.height);
  context.fillStyle = palette.outline;
  context.fillRect(0, view.height, size.width, palette.stroke);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  drawLabel(scene, places.label, accessQueue);
  const colour = hueOf(scene, accessQueue);
  if (places.holder) drawChip(scene, places.holder, holderChip(accessQueue), colour);
  places.chips.forEach((box, place) => {
    if (place < accessQueue.waiting.length)
      drawChip(scene, box, chipOf(scene, accessQueue, place), colour);
  });
  const rest = accessQueue.waiting.length - places.chips.length;
  if (rest <= 0) return;
  context.textAlign = 'left';
  context.font = textFont(palette, palette.textSmall * 1.15, 600);
  context.fillStyle = colour;
  context.fillText(words.more(rest), places.rest.x, places.rest.y + places.rest.height / 2);
}
