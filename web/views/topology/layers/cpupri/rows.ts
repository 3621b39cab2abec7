// The vector of cpupri above the machine: a row of boxes for each level in use, one for each CPU; beside a large machine a
// row of cells for each node.

import { levelName } from '../../../../engine/rt-searches.ts';
import type { CpupriColumns } from '../../../../engine/types.ts';
import { fillTextWithin, legible, monoFont, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { bitOf, MAX_MASK_ROWS, type Search } from './masks.ts';
import { words } from './words.ts';

/** Heights by the size of text: of the heading, of a row, between rows. */
const heading = 1.9;
const row = { cards: 3.3, strip: 4.4 } as const;
const gap = 0.55;

/** Height that rows want, CSS pixels. */
export const rowsRoom = (text: number, form: 'cards' | 'strip'): number =>
  Math.round(text * (heading + MAX_MASK_ROWS * (row[form] + gap) + 1.6));

export interface PlacedRow {
  readonly level: number;
  readonly label: Rect;
  readonly boxes: Rect;
}

/** Where rows stand in the band: below its heading, close to the machine. */
export function placeRows(
  { palette, form }: Pick<MechanismScene, 'palette' | 'form'>,
  band: Rect,
  levels: readonly number[],
): PlacedRow[] {
  const text = palette.textSmall;
  const label = Math.round(text * 5.6);
  const bottom = band.y + band.height - Math.round(text * 1.6);
  // Few rows are higher, as far as they have room.
  const free = (bottom - band.y - text * heading) / Math.max(1, levels.length) - text * gap;
  const height = Math.round(Math.min(text * row[form] * 1.25, free));
  const pitch = height + Math.round(text * gap);
  const top = bottom - levels.length * pitch;
  return levels.map((level, at) => ({
    level,
    label: { x: band.x, y: top + at * pitch, width: label, height },
    boxes: { x: band.x + label, y: top + at * pitch, width: band.width - label, height },
  }));
}

/** The box of a CPU among `count` in a row. */
export function boxOf(
  { palette, form }: Pick<MechanismScene, 'palette' | 'form'>,
  { boxes }: PlacedRow,
  at: number,
  count: number,
): Rect {
  const text = palette.textSmall;
  const between = form === 'cards' ? Math.max(3, text * 0.5) : 1;
  const most = form === 'cards' ? text * 5 : boxes.width;
  const width = Math.min(most, (boxes.width - between * (count - 1)) / count);
  return { x: boxes.x + at * (width + between), y: boxes.y, width, height: boxes.height };
}

/** A box narrower than this, by the size of text, has no room for the number of its CPU. */
const narrowest = 1.4;

/** Whether a row is drawn as boxes with numbers: a camera may show a few large CPUs of a machine with hundreds. */
export function isBoxed(scene: MechanismScene, placed: PlacedRow): boolean {
  const { cpus } = scene.machine.catalog.topology;
  return (
    scene.form === 'cards' &&
    boxOf(scene, placed, 0, cpus).width >= narrowest * scene.palette.textSmall
  );
}

function drawLabel(scene: MechanismScene, { label, level }: PlacedRow, counts: Int32Array): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.mask;
  context.font = textFont(palette, text * 1.15, 700);
  fillTextWithin(context, levelName(level), label.x, label.y + label.height * 0.32, label.width);
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, legible(palette, text * 0.95));
  const count = words.count(counts[level]!);
  fillTextWithin(context, count, label.x, label.y + label.height * 0.74, label.width);
}

function drawBox(scene: MechanismScene, box: Rect, bit: 'clear' | 'set' | 'ghost', cpu: number) {
  const { context, palette } = scene;
  const own = context.globalAlpha;
  const text = palette.textSmall;
  const inset = palette.stroke;
  roundedPath(
    context,
    {
      x: box.x + inset,
      y: box.y + inset,
      width: box.width - 2 * inset,
      height: box.height - 2 * inset,
    },
    5,
  );
  context.lineWidth = 1.75 * palette.stroke;
  context.strokeStyle = palette.mask;
  if (bit === 'set') {
    context.fillStyle = palette.mask;
    context.fill();
  }
  if (bit === 'ghost') context.setLineDash([4 * palette.stroke, 3 * palette.stroke]);
  context.globalAlpha = bit === 'clear' ? own * 0.4 : own;
  context.stroke();
  context.globalAlpha = own;
  context.setLineDash([]);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle =
    bit === 'set' ? palette.background : bit === 'clear' ? palette.inkMuted : palette.mask;
  context.font = monoFont(palette, text * 1.1, 600);
  const x = box.x + box.width / 2;
  const isGhost = bit === 'ghost' && box.width >= text * 3;
  fillTextWithin(
    context,
    String(cpu),
    x,
    box.y + box.height * (isGhost ? 0.34 : 0.52),
    box.width - 4,
  );
  if (!isGhost) return;
  context.font = textFont(palette, legible(palette, text * 0.9));
  fillTextWithin(context, words.ghost, x, box.y + box.height * 0.72, box.width - 6);
}

/** A triangle over the box at which a search ended. */
export function drawCursor({ context, palette }: MechanismScene, box: Rect): void {
  const half = palette.textSmall * 0.55;
  const x = box.x + box.width / 2;
  context.fillStyle = palette.focus;
  context.beginPath();
  context.moveTo(x - half, box.y - half * 1.3);
  context.lineTo(x + half, box.y - half * 1.3);
  context.lineTo(x, box.y + half * 0.5);
  context.closePath();
  context.fill();
}

/** All boxes of a row, the CPUs in their order. */
function drawBoxes(scene: MechanismScene, placed: PlacedRow, columns: CpupriColumns): void {
  const { cpus } = scene.machine.catalog.topology;
  for (let cpu = 0; cpu < cpus; cpu++) {
    const box = boxOf(scene, placed, cpu, cpus);
    drawBox(scene, box, bitOf(columns, placed.level, cpu), cpu);
  }
}

/** CPUs of each node, in order: made once for a machine. */
const nodesOf = new WeakMap<object, readonly (readonly number[])[]>();

function cpusByNode({ machine }: MechanismScene): readonly (readonly number[])[] {
  const { topology } = machine.catalog;
  let known = nodesOf.get(topology);
  if (!known) {
    const rows = Array.from({ length: topology.nodes }, () => [] as number[]);
    for (let cpu = 0; cpu < topology.cpus; cpu++) rows[topology.node[cpu]!]!.push(cpu);
    known = rows.filter(({ length }) => length > 0);
    nodesOf.set(topology, known);
  }
  return known;
}

/** Cells of a row of boxes, a line of them for each node; bits of one kind are one path. */
function drawCells(scene: MechanismScene, placed: PlacedRow, columns: CpupriColumns): void {
  const { context, palette } = scene;
  const nodes = cpusByNode(scene);
  const { x, y, width, height } = placed.boxes;
  const pitch = height / nodes.length;
  for (const bit of ['clear', 'set', 'ghost'] as const) {
    context.beginPath();
    nodes.forEach((cpus, node) => {
      const step = Math.min(width / cpus.length, palette.textSmall * 1.6);
      cpus.forEach((cpu, at) => {
        if (bitOf(columns, placed.level, cpu) !== bit) return;
        context.rect(
          x + at * step,
          y + node * pitch,
          Math.max(1, step - 1),
          Math.max(1, pitch - 1),
        );
      });
    });
    context.fillStyle = bit === 'set' ? palette.mask : palette.idle;
    context.strokeStyle = palette.mask;
    context.lineWidth = palette.stroke;
    context.fill();
    if (bit === 'ghost') context.stroke();
  }
}

/** Where a CPU's cell stands in a row of them. */
export function cellAt(scene: MechanismScene, placed: PlacedRow, cpu: number): Rect {
  const nodes = cpusByNode(scene);
  const node = nodes.findIndex((cpus) => cpus.includes(cpu));
  const cpus = nodes[node]!;
  const { x, y, width, height } = placed.boxes;
  const step = Math.min(width / cpus.length, scene.palette.textSmall * 1.6);
  const pitch = height / nodes.length;
  return { x: x + cpus.indexOf(cpu) * step, y: y + node * pitch, width: step, height: pitch };
}

/** The heading of the band and, behind it, what the last search came to. */
export function drawHeading(
  scene: MechanismScene,
  band: Rect,
  top: number,
  search: Search | undefined,
) {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const y = top - text * 1.3;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.font = textFont(palette, text);
  context.fillStyle = palette.inkMuted;
  const told = search
    ? `${words.search(search.time, search.cpu)}: ${
        search.level < 0
          ? words.none
          : words.found(levelName(search.level), search.candidates, search.ghosts)
      }`
    : '';
  const isLong =
    context.measureText(words.heading).width + context.measureText(told).width < band.width - text;
  const head = isLong ? words.heading : words.shortHeading;
  fillTextWithin(context, head, band.x, y, band.width);
  const room = band.width - context.measureText(head).width - 1.5 * text;
  if (!told || room < 6 * text) return;
  context.textAlign = 'right';
  context.fillStyle = palette.ink;
  fillTextWithin(context, told, band.x + band.width, y, room);
}

export function drawRow(scene: MechanismScene, placed: PlacedRow, columns: CpupriColumns): void {
  const { context, mechanism } = scene;
  context.globalAlpha = strengthOf(mechanism.choice.focus, `mask:${levelName(placed.level)}`);
  drawLabel(scene, placed, columns.counts);
  if (isBoxed(scene, placed)) drawBoxes(scene, placed, columns);
  else drawCells(scene, placed, columns);
  context.globalAlpha = 1;
}
