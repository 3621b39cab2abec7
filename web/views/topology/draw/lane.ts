// The fixed lane under the machine: the queue of one cache line. Its name and holder on the left, the
// waiting CPUs in their order, how many more there are on the right.

import { duration } from '../../../ui/format.ts';
import type { Lane } from '../lane.ts';
import type { Rect } from '../layout.ts';
import { words } from '../words.ts';
import { placeLane } from './lane-places.ts';
import {
  fillTextWithin,
  type LiveScene,
  legible,
  monoFont,
  roundedPath,
  textFont,
  wrapText,
} from './scene.ts';

/** Where the middles of the rows are, as shares of the lane's height: a long name takes two. */
const rows = {
  short: { name: 0.32, rest: 0, waits: 0.7 },
  long: { name: 0.2, rest: 0.47, waits: 0.79 },
};

function drawLabel(scene: LiveScene, box: Rect, lane: Lane): void {
  const { context, palette, machine } = scene;
  const text = palette.textSmall;
  const name = lane.line < 0 ? words.noLine : (machine.lines[lane.line] ?? `line ${lane.line}`);
  context.font = textFont(palette, text * 1.05, 600);
  context.fillStyle = palette.ink;
  // The number of a line stays with its word.
  const [first = ''] = wrapText(context, name.replace(/ (?=\d+$)/, '\u00a0'), box.width);
  const rest = name.slice(first.length).trim();
  const at = rest ? rows.long : rows.short;
  fillTextWithin(context, first, box.x, box.y + box.height * at.name, box.width);
  if (rest) fillTextWithin(context, rest, box.x, box.y + box.height * at.rest, box.width);
  if (lane.line < 0) return;
  const waits = words.waitingCpus(lane.waiting.length);
  context.font = textFont(palette, text, 400);
  context.fillStyle = palette.inkMuted;
  const whole = `${waits}, ${words.held(lane.holder)}`;
  const line = context.measureText(whole).width <= box.width ? whole : waits;
  fillTextWithin(context, line, box.x, box.y + box.height * at.waits, box.width);
}

/** The hatch on top of a chip says that its CPU waits. */
const stripeHeight = (text: number): number => Math.max(4, Math.round(text * 0.4));

function drawChip(scene: LiveScene, box: Rect, lane: Lane, place: number): void {
  const { context, palette, snapshot, hatches } = scene;
  const text = palette.textSmall;
  const { cpus, tasks } = snapshot.frame;
  const cpu = lane.waiting[place]!;
  const next = place === 0;
  const task = cpus.task[cpu]!;
  const mine = task >= 0 && tasks.group[task] === snapshot.selection.group;
  context.fillStyle = palette.surface;
  roundedPath(context, box, 3);
  context.fill();
  context.save();
  context.clip();
  context.fillStyle = hatches.stalled;
  context.fillRect(box.x, box.y, box.width, stripeHeight(text));
  context.restore();
  const width = (next ? 2 : 1) * palette.stroke;
  context.strokeStyle = mine ? palette.group : next ? palette.ink : palette.outlineStrong;
  context.lineWidth = width;
  roundedPath(
    context,
    {
      x: box.x + width / 2,
      y: box.y + width / 2,
      width: box.width - width,
      height: box.height - width,
    },
    3,
  );
  context.stroke();
  const x = box.x + box.width / 2;
  const below = box.height - stripeHeight(text);
  context.textAlign = 'center';
  context.font = monoFont(palette, text, 600);
  context.fillStyle = palette.ink;
  context.fillText(String(cpu), x, box.y + stripeHeight(text) + below * 0.3);
  context.font = textFont(palette, legible(palette, text * 0.82), 400);
  context.fillStyle = palette.inkMuted;
  context.fillText(duration(lane.since[place]!), x, box.y + stripeHeight(text) + below * 0.74);
}

export function drawLane(scene: LiveScene, lane: Lane): void {
  const { context, palette, size, view } = scene;
  const places = placeLane(scene);
  context.fillStyle = palette.background;
  context.fillRect(0, view.height, size.width, size.height - view.height);
  context.fillStyle = palette.outline;
  context.fillRect(0, view.height, size.width, palette.stroke);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  drawLabel(scene, places.label, lane);
  places.chips.forEach((box, place) => {
    if (place < lane.waiting.length) drawChip(scene, box, lane, place);
  });
  const rest = lane.waiting.length - places.chips.length;
  if (rest <= 0) return;
  context.textAlign = 'left';
  context.font = textFont(palette, palette.textSmall * 1.15, 600);
  context.fillStyle = palette.ink;
  context.fillText(words.more(rest), places.rest.x, places.rest.y + places.rest.height / 2);
}
