// The fixed lane under the machine: the queue of one cache line. Its name and holder on the left, the
// waiting CPUs in their order, how many more there are on the right.

import { duration } from '../../../ui/format.ts';
import type { Palette } from '../../../ui/theme.ts';
import { type Lane, laneWaiters } from '../lane.ts';
import type { Rect } from '../layout.ts';
import { words } from '../words.ts';
import {
  fillTextWithin,
  type LiveScene,
  legible,
  monoFont,
  roundedPath,
  textFont,
  wrapText,
} from './scene.ts';

/** Height of the lane for a palette's text size, CSS pixels. */
export const laneHeight = (palette: Palette): number => Math.round(palette.textSmall * 4.2);

interface LanePlaces {
  readonly label: Rect;
  readonly chips: readonly Rect[];
  /** Where the number of the others stands. */
  readonly rest: Rect;
}

/** Where everything of the lane stands; the same for drawing and picking. */
export function placeLane(scene: Pick<LiveScene, 'size' | 'view' | 'palette'>): LanePlaces {
  const { size, view, palette } = scene;
  const text = palette.textSmall;
  const top = view.height;
  const height = size.height - top;
  const pad = Math.round(text * 0.8);
  const labelWidth = Math.min(
    size.width * 0.42,
    Math.max(text * 10.2, Math.min(size.width * 0.25, text * 15)),
  );
  const restWidth = text * 2.6;
  const gap = Math.max(3, text * 0.3);
  const room = size.width - labelWidth - restWidth - 3 * pad;
  // As wide as a waiting time in the size it is written in.
  const least = 3.8 * legible(palette, text * 0.82);
  const chipWidth = Math.min(text * 4.6, Math.max(least, (room + gap) / laneWaiters - gap));
  const count = Math.max(0, Math.min(laneWaiters, Math.floor((room + gap) / (chipWidth + gap))));
  const left = pad + gap + labelWidth;
  const inset = Math.round(text * 0.4);
  return {
    label: { x: pad, y: top, width: labelWidth, height },
    chips: Array.from({ length: count }, (_, i) => ({
      x: Math.round(left + i * (chipWidth + gap)),
      y: top + inset,
      width: Math.round(chipWidth),
      height: height - 2 * inset,
    })),
    rest: {
      x: left + count * (chipWidth + gap) + gap,
      y: top,
      width: restWidth,
      height,
    },
  };
}

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
