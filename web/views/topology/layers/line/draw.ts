// A cache line, enlarged below the machine: its fields as a bar, over each the number of CPUs that wait for it,
// under each its last writer and last reader; below the bar the line as a gate, with its owner and the waiting CPUs
// in order.

import type { Catalog } from '../../../../engine/types.ts';
import { drawGate, gateSize } from '../../draw/gate.ts';
import { fillTextWithin, legible, monoFont, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { fillQueue } from '../../queue.ts';
import { type Callout, MAX_CALLOUTS, placeCallouts } from './callouts.ts';
import {
  type FetchMemory,
  heldOf,
  type LineStretch,
  lineShown,
  stretchesOf,
  waitingFor,
} from './fields.ts';
import type { LineMemory } from './memory.ts';
import { words } from './words.ts';

/** Height of a row of names above the bar, by the size of text. */
const row = 1.35;

/** Height that a line wants, by the size of text. */
export const lineRoom = (text: number): number => Math.round(text * (14 + MAX_CALLOUTS * row));

const known = new WeakMap<Catalog, Map<number, readonly LineStretch[]>>();

/** The stretches of a line, worked out once. */
export function stretchesNow(catalog: Catalog, line: number): readonly LineStretch[] {
  const lines = known.get(catalog) ?? new Map<number, readonly LineStretch[]>();
  known.set(catalog, lines);
  const stretches = lines.get(line) ?? stretchesOf(catalog, line);
  lines.set(line, stretches);
  return stretches;
}

export const lineNow = ({ machine, snapshot, mechanism }: MechanismScene): number =>
  lineShown(machine.catalog, snapshot.frame, snapshot.selection.line, mechanism.choice.focus);

/** The bar of a line: where it stands. */
export const barOf = ({ below, palette }: MechanismScene): Rect => {
  const text = palette.textSmall;
  return {
    x: below.x + text,
    y: below.y + text * (3.2 + MAX_CALLOUTS * row),
    width: below.width - 2 * text,
    height: text * 2.6,
  };
};

/** Where a stretch stands in the bar: by its size, but wide enough to be seen. */
export function placeStretches(bar: Rect, stretches: readonly LineStretch[]): Rect[] {
  const weights = stretches.map(({ name, from, to }) =>
    name ? Math.max(4, to - from) : Math.min(3, to - from),
  );
  const sum = weights.reduce((total, each) => total + each, 0);
  let x = bar.x;
  return weights.map((weight) => {
    const width = (bar.width * weight) / sum;
    const place = { ...bar, x, width };
    x += width;
    return place;
  });
}

/** A stretch, its box, and where its name stands if that does not fit the box. */
interface Said {
  readonly place: Rect;
  readonly stretch: LineStretch;
  readonly callout: Callout | undefined;
}

interface Laid {
  readonly bar: Rect;
  readonly text: number;
  readonly said: readonly Said[];
}

/** Where the stretches of a line and their names stand: worked out once for a bar and a size of text, drawn in every picture. */
const laid = new WeakMap<readonly LineStretch[], Laid>();

const isSame = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Widths are those of the fonts that draw them. */
function sayStretches(
  { context, palette }: MechanismScene,
  bar: Rect,
  stretches: readonly LineStretch[],
) {
  const text = palette.textSmall;
  const known = laid.get(stretches);
  if (known && known.text === text && isSame(known.bar, bar)) return known.said;
  const places = placeStretches(bar, stretches);
  context.font = nameFont(palette);
  const named = stretches.map(({ name }, at) => {
    const { width } = context.measureText(name);
    const place = places[at]!;
    return { place, width: width + text * 0.4, fits: width <= place.width - 6 };
  });
  const callouts = placeCallouts(bar, named, text);
  const said = stretches.map((stretch, at): Said => {
    return { place: places[at]!, stretch, callout: callouts[at] };
  });
  laid.set(stretches, { bar, text, said });
  return said;
}

const nameFont = (palette: MechanismScene['palette']): string =>
  monoFont(palette, legible(palette, palette.textSmall * 0.95), 500);

function drawBox(
  { context, palette }: MechanismScene,
  { place, stretch }: Said,
  waiting: number,
): void {
  const inner = { ...place, x: place.x + 1, width: Math.max(1, place.width - 2) };
  roundedPath(context, inner, 3);
  context.fillStyle =
    waiting > 0 ? palette.line : stretch.name ? palette.surface : palette.background;
  context.fill();
  context.strokeStyle = stretch.name ? palette.outlineStrong : palette.outline;
  context.lineWidth = palette.stroke;
  if (!stretch.name) context.setLineDash([3, 3]);
  context.stroke();
  context.setLineDash([]);
}

/**
 * The name in its box with its waiters above it; or the name above with a line to its box, and its waiters in the
 * box.
 */
function drawSaid(scene: MechanismScene, { place, stretch, callout }: Said, waiting: number): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const middle = place.x + place.width / 2;
  const centre = place.y + place.height / 2;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  if (stretch.name) {
    context.font = nameFont(palette);
    context.fillStyle = callout || waiting === 0 ? palette.ink : palette.hatch;
    if (callout) {
      // The row next to the bar has how many CPUs wait for fields whose names fit.
      const y = place.y - text * (0.8 + (callout.row + 1) * row);
      context.strokeStyle = palette.outlineStrong;
      context.lineWidth = palette.stroke;
      context.beginPath();
      context.moveTo(middle, place.y);
      context.lineTo(middle, y + text * 0.6);
      context.stroke();
      context.fillText(stretch.name, callout.x, y);
    } else fillTextWithin(context, stretch.name, middle, centre, place.width - 6);
  }
  if (waiting === 0) return;
  context.font = textFont(palette, legible(palette, text * 0.95), 600);
  context.fillStyle = callout ? palette.hatch : palette.line;
  const said = callout ? String(waiting) : words.waiting(waiting);
  const room = callout ? place.width - 2 : place.width + text;
  fillTextWithin(context, said, middle, callout ? centre : place.y - text * 0.7, room);
}

/** Under the box: the core that last wrote the line for this field, and the core that last read it. */
function drawFetchers(scene: MechanismScene, { place, stretch }: Said, fetches: FetchMemory): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  context.textAlign = 'center';
  context.font = textFont(palette, legible(palette, text * 0.9));
  context.fillStyle = palette.inkMuted;
  const [writer, reader] = [fetches.last('writer', stretch), fetches.last('reader', stretch)];
  const said = [
    ...(writer >= 0 ? [words.written(writer)] : []),
    ...(reader >= 0 ? [words.read(reader)] : []),
  ];
  said.forEach((each, at) => {
    const y = place.y + place.height + text * (0.75 + at * 1.15);
    fillTextWithin(context, each, place.x + place.width / 2, y, place.width);
  });
}

function drawHeading(scene: MechanismScene, line: number): void {
  const { context, palette, below, machine } = scene;
  const text = palette.textSmall;
  const { lineNumber } = machine.catalog.lines;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text * 1.05, 600);
  const heading = words.heading(machine.lines[line] ?? '', lineNumber[line]!);
  fillTextWithin(context, heading, below.x + text, below.y + text, below.width - 2 * text);
  const room = below.width - 4 * text - context.measureText(heading).width;
  const { structure, instance } = machine.catalog.lines;
  const other = line ^ 1;
  const isPair = structure[other] === structure[line] && instance[other] === instance[line];
  if (!isPair || room < text * 8) return;
  context.textAlign = 'right';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  const pair = words.pair(lineNumber[other]!);
  fillTextWithin(context, pair, below.x + below.width - text, below.y + text, room);
}

export function drawLine(scene: MechanismScene): void {
  const { context, palette, below, snapshot, machine, mechanism } = scene;
  const { queue, fetches } = mechanism.kept as LineMemory;
  const text = palette.textSmall;
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  const line = lineNow(scene);
  if (line < 0) {
    context.fillStyle = palette.inkMuted;
    context.font = textFont(palette, text);
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(words.none, below.x + text, below.y + text);
    return;
  }
  drawHeading(scene, line);
  const { focus } = mechanism.choice;
  const bar = barOf(scene);
  const structure = machine.catalog.structures[machine.catalog.lines.structure[line]!];
  const isField = focus?.startsWith('field:') === true;
  for (const said of sayStretches(scene, bar, stretchesNow(machine.catalog, line))) {
    const pointer = `field:${structure}.${said.stretch.name}`;
    context.globalAlpha = isField ? strengthOf(focus, pointer) : 1;
    const waiting = waitingFor(snapshot.frame, line, said.stretch);
    drawBox(scene, said, waiting);
    drawSaid(scene, said, waiting);
    drawFetchers(scene, said, fetches);
  }
  context.globalAlpha = 1;
  const held = heldOf(snapshot.frame, line);
  fillQueue(queue, snapshot.frame.cpus, 'line', line);
  const { width, height } = gateSize(scene);
  const gate = {
    x: below.x + below.width - text - width * 1.5,
    y: below.y + below.height - height - text * 0.5,
    width: width * 1.5,
    height,
  };
  drawGate(scene, gate, below.x + text, {
    name: held ? words.state(held.state) : words.unknown,
    state: held ? words.holder(held) : '',
    isHeld: queue.count > 0,
    queue: queue.cpus,
    count: queue.count,
    more: words.more,
    colour: palette.line,
  });
}
