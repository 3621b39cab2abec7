// Words in large enough cells: the CPU, what it runs, in which kernel function, for which line it waits and since
// when, its cpupri level.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { duration } from '../../../ui/format.ts';
import { activities } from '../activity.ts';
import type { Rect } from '../layout.ts';
import { type Doing, doing } from '../task-places.ts';
import { priorityText, words } from '../words.ts';
import {
  fillTextWithin,
  hasNumbers,
  type LiveScene,
  legible,
  monoFont,
  roundedPath,
  runsGroup,
  textFont,
  wrapText,
} from './scene.ts';

/** Share of a cell's height that stays free for its fill and the running task. */
const fillShare = 0.3;

/** A line of text in a cell. */
interface TextLine {
  readonly text: string;
  readonly colour: string;
  readonly weight: number;
  readonly mono?: boolean;
}

/** CPUs that have waited longer for the same line. */
function waitBefore(scene: LiveScene, cpu: number): number {
  const { cpus } = scene.snapshot.frame;
  let before = 0;
  for (let other = 0; other < cpus.count; other++) {
    if (cpus.line[other] === cpus.line[cpu] && cpus.since[other]! > cpus.since[cpu]!) before++;
  }
  return before;
}

/** For what a CPU waits, and how long it has. */
function waitLines(scene: LiveScene, cpu: number): TextLine[] {
  const { snapshot, palette, machine } = scene;
  const { cpus } = snapshot.frame;
  const line = cpus.line[cpu]!;
  const lock = cpus.lock[cpu]!;
  if (line >= 0) {
    const since = words.waitsSince(duration(cpus.since[cpu]!), waitBefore(scene, cpu));
    return [
      { text: machine.lines[line] ?? `line ${line}`, colour: palette.ink, weight: 600 },
      { text: since, colour: palette.inkMuted, weight: 400 },
    ];
  }
  if (lock < 0) return [];
  const name = machine.catalog.locks[lock] || `lock ${lock}`;
  return [{ text: name, colour: palette.ink, weight: 600 }];
}

/** Of more tasks than these a card says how many there are. */
const mostNamed = 3;

/**
 * The tasks that wait for a CPU, or sleep there, by name: their marks are too close together to be named where they
 * stand.
 */
function othersOf({ snapshot, machine }: LiveScene, cpu: number, what: Doing): string[] {
  const { places } = snapshot;
  const tasks = places.task.subarray(places.begin[cpu], places.begin[cpu + 1]);
  const names = [...tasks].filter((task) => places.doing[task] === what).map(machine.taskName);
  const does = what === doing.waits ? words.waitsHere : words.sleepsHere;
  return names.length > mostNamed ? [does(words.tasksHere(names.length))] : names.map(does);
}

/** What a CPU does, most telling first: what no longer fits is left out. */
function cardLines(scene: LiveScene, cpu: number): TextLine[] {
  const { snapshot, palette, machine } = scene;
  const { cpus, tasks } = snapshot.frame;
  const muted = { colour: palette.inkMuted, weight: 400 };
  const task = cpus.task[cpu]!;
  const activity = cpus.activity[cpu]!;
  const inKernel = activity !== ACTIVITY.USER && activity !== ACTIVITY.IDLE;
  const symbol = inKernel ? machine.catalog.symbols[cpus.symbol[cpu]!] : undefined;
  const lines: TextLine[] = [{ text: words.cpu(cpu), colour: palette.ink, weight: 700 }];
  if (task >= 0) {
    const colour = runsGroup(scene, cpu) ? palette.group : palette.ink;
    lines.push({ text: machine.taskName(task), colour, weight: 500 });
  }
  lines.push({ text: words.activity[activities[activity] ?? 'idle'], ...muted });
  lines.push(...waitLines(scene, cpu));
  for (const text of othersOf(scene, cpu, doing.waits)) lines.push({ text, ...muted });
  if (symbol) lines.push({ text: symbol, ...muted, mono: true });
  if (task >= 0) {
    lines.push({ text: priorityText(tasks.policy[task]!, tasks.priority[task]!), ...muted });
  }
  for (const text of othersOf(scene, cpu, doing.sleeps)) lines.push({ text, ...muted });
  lines.push({ text: words.level(cpus.level[cpu]!), colour: palette.inkFaint, weight: 400 });
  return lines;
}

function drawPlate(scene: LiveScene, plate: Rect): void {
  const { context, palette } = scene;
  context.fillStyle = palette.surface;
  roundedPath(context, plate, 3);
  context.fill();
}

function drawLines(scene: LiveScene, plate: Rect, size: number, lines: readonly TextLine[]): void {
  const { context, palette } = scene;
  const pitch = size * 1.4;
  let y = plate.y + size * 0.95;
  for (const line of lines) {
    const font = line.mono ? monoFont : textFont;
    context.font = font(palette, legible(palette, line.mono ? size * 0.92 : size), line.weight);
    context.fillStyle = line.colour;
    for (const text of wrapText(context, line.text, plate.width - 10)) {
      if (y + size * 0.6 > plate.y + plate.height - 14) return;
      fillTextWithin(context, text, plate.x + 5, y, plate.width - 10);
      y += size * 1.25;
    }
    y += pitch - size * 1.25;
  }
}

function drawCard(scene: LiveScene, cpu: number): void {
  const { cells, palette, context } = scene;
  const inset = Math.max(4, Math.min(8, cells.width * 0.05));
  const top = Math.max(cells.height * fillShare, 22);
  const plate = {
    x: cells.x[cpu]! + inset,
    y: cells.y[cpu]! + top,
    width: cells.width - 2 * inset,
    height: cells.height - top - inset,
  };
  drawPlate(scene, plate);
  const size = Math.max(palette.textSmall, Math.min(14, cells.width * 0.105));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  drawLines(scene, plate, size, cardLines(scene, cpu));
}

/** Where the number of a CPU stands in its cell; undefined: it has none. */
export function numberBox(scene: LiveScene, cpu: number): Rect | undefined {
  if (!hasNumbers(scene)) return undefined;
  const { cells, context, palette } = scene;
  const size = legible(palette, palette.textSmall * 0.86);
  const font = context.font;
  context.font = monoFont(palette, size, 500);
  const width = context.measureText(String(cpu)).width;
  context.font = font;
  return { x: cells.x[cpu]! + 3, y: cells.y[cpu]! + 3, width, height: size };
}

export function drawCards(scene: LiveScene): void {
  for (const cpu of scene.cells.visible) drawCard(scene, cpu);
}

/** CPU numbers in cells that have room for a number but not for words. */
export function drawNumbers(scene: LiveScene): void {
  const { cells, context, palette, snapshot } = scene;
  const size = legible(palette, palette.textSmall * 0.86);
  if (!hasNumbers(scene)) return;
  context.font = monoFont(palette, size, 500);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  const { by } = snapshot.colouring;
  for (const cpu of cells.visible) {
    const activity = snapshot.frame.cpus.activity[cpu]!;
    const text = String(cpu);
    const x = cells.x[cpu]! + 3;
    const y = cells.y[cpu]! + 3;
    const isPlain = by === 'task' || activity === ACTIVITY.IDLE;
    const isWork = by === 'state' && (activity === ACTIVITY.USER || activity === ACTIVITY.KERNEL);
    if (!isPlain && !isWork) {
      context.fillStyle = palette.background;
      context.fillRect(x - 1.5, y - 1.5, context.measureText(text).width + 3, size + 2);
    }
    context.fillStyle = !isWork
      ? palette.inkMuted
      : activity === ACTIVITY.KERNEL
        ? palette.onKernel
        : palette.onUser;
    context.fillText(text, x, y);
  }
}
