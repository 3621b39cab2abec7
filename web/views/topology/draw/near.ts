// Words in cells, for when they are large enough: which CPU, what it runs, in which kernel function,
// for which line it waits and since when, its cpupri level.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { activities } from '../activity.ts';
import type { Rect } from '../layout.ts';
import { priorityName, shortDuration, words } from '../words.ts';
import { runsGroup } from './cells.ts';
import {
  fillTextWithin,
  hasNumbers,
  type LiveScene,
  monoFont,
  roundedPath,
  textFont,
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

/** Symbols are long: the last words of a kernel function tell it apart. */
function stateLines(scene: LiveScene, cpu: number): TextLine[] {
  const { snapshot, palette, machine } = scene;
  const { cpus } = snapshot.frame;
  const activity = cpus.activity[cpu]!;
  const lines: TextLine[] = [
    { text: words.activity[activities[activity] ?? 'idle'], colour: palette.inkMuted, weight: 400 },
  ];
  const symbol = machine.catalog.symbols[cpus.symbol[cpu]!];
  if (activity !== ACTIVITY.USER && activity !== ACTIVITY.IDLE && symbol) {
    lines.push({ text: symbol, colour: palette.inkMuted, weight: 400, mono: true });
  }
  const line = cpus.line[cpu]!;
  if (line >= 0) {
    lines.push({ text: machine.lines[line] ?? `line ${line}`, colour: palette.ink, weight: 600 });
    lines.push({
      text: `since ${shortDuration(cpus.since[cpu]!)}`,
      colour: palette.inkMuted,
      weight: 400,
    });
  } else if (cpus.lock[cpu]! >= 0) {
    const lock = machine.catalog.locks[cpus.lock[cpu]!] || `lock ${cpus.lock[cpu]}`;
    lines.push({ text: lock, colour: palette.ink, weight: 600 });
  }
  return lines;
}

function taskLines(scene: LiveScene, cpu: number): TextLine[] {
  const { snapshot, palette, machine } = scene;
  const { cpus, tasks } = snapshot.frame;
  const task = cpus.task[cpu]!;
  if (task < 0) return [];
  const colour = runsGroup(scene, cpu) ? palette.group : palette.ink;
  const priority = priorityName(tasks.policy[task]!, tasks.priority[task]!);
  return [
    { text: machine.taskName(task), colour, weight: 500 },
    { text: priority, colour: palette.inkMuted, weight: 400 },
  ];
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
    if (y + size * 0.6 > plate.y + plate.height - 14) return;
    const font = line.mono ? monoFont : textFont;
    context.font = font(palette, line.mono ? size * 0.92 : size, line.weight);
    context.fillStyle = line.colour;
    fillTextWithin(context, line.text, plate.x + 5, y, plate.width - 10);
    y += pitch;
  }
}

function drawCard(scene: LiveScene, cpu: number): void {
  const { cells, palette, snapshot, context } = scene;
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
  const level = snapshot.frame.cpus.level[cpu]!;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const name: TextLine = { text: words.cpu(cpu), colour: palette.ink, weight: 700 };
  const levelLine: TextLine = { text: words.level(level), colour: palette.inkFaint, weight: 400 };
  drawLines(scene, plate, size, [
    name,
    ...taskLines(scene, cpu),
    ...stateLines(scene, cpu),
    levelLine,
  ]);
}

export function drawCards(scene: LiveScene): void {
  for (const cpu of scene.cells.visible) drawCard(scene, cpu);
}

/** CPU numbers in cells that have room for a number but not for words. */
export function drawNumbers(scene: LiveScene): void {
  const { cells, context, palette, snapshot } = scene;
  const size = palette.textSmall * 0.86;
  if (!hasNumbers(scene)) return;
  context.font = monoFont(palette, size, 500);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  for (const cpu of cells.visible) {
    const activity = snapshot.frame.cpus.activity[cpu]!;
    const text = String(cpu);
    const x = cells.x[cpu]! + 3;
    const y = cells.y[cpu]! + 3;
    if (activity === ACTIVITY.STALLED || activity === ACTIVITY.SPINNING) {
      context.fillStyle = palette.wait;
      context.fillRect(x - 1.5, y - 1.5, context.measureText(text).width + 3, size + 2);
    }
    context.fillStyle = activity === ACTIVITY.KERNEL ? palette.task : palette.ink;
    context.fillText(text, x, y);
  }
}
