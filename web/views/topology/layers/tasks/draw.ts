// The marks of tasks: filled while they run or wait, hollow and dashed while they sleep where they last ran; a
// circle for a task, a square for a thread of the kernel, a diamond for a task that wakes others or sends to them.
// Marks of one colour are one path.

import { ACTIVITY, FORM } from '../../../../engine/abi.gen.ts';
import { taskForm } from '../../../../engine/task-names.ts';
import { type CanvasContext, hasNumbers, isShares, type LiveScene } from '../../draw/scene.ts';
import { hueOfTask, recedes } from '../../draw/task-hue.ts';
import { bandOf } from '../../styles.ts';
import { doing } from '../../task-places.ts';
import type { TaskBrushes } from './brushes.ts';

/** A colour and the ground it needs where it lies over stripes or over other marks. */
interface Brush {
  readonly colour: string;
  readonly ground: string | undefined;
}

export const brush = { ringed: 0, plain: 1, empty: 2, group: 3, hues: 4 } as const;

export function brushesOf({ palette }: Pick<LiveScene, 'palette'>): readonly Brush[] {
  return [
    { colour: palette.ink, ground: palette.background },
    { colour: palette.task, ground: undefined },
    { colour: palette.inkMuted, ground: undefined },
    { colour: palette.group, ground: palette.background },
    ...palette.tasks.map((colour) => ({ colour, ground: palette.background })),
  ];
}

/** Over stripes a mark needs a ring, and the stripes room to be seen beside it. */
const smallestForHatchedMarks = 15;
/** Smaller marks are hollow without dashes: they could not be seen. */
const smallestDashed = 3.2;

/** The part of the picture's brushes that a mark takes; -1: it is left out. */
export function brushFor(scene: LiveScene, task: number): number {
  const { frame, selection, places, colouring, heat } = scene.snapshot;
  if (selection.group !== undefined && frame.tasks.group[task] === selection.group) {
    return brush.group;
  }
  if (recedes(scene, task)) return brush.empty;
  const hue = hueOfTask(scene, task);
  if (hue !== undefined) return brush.hues + hue;
  // Near by a mark may lie over a card: it brings its own ground.
  if (places.few || scene.level === 'near') return brush.ringed;
  const cpu = frame.tasks.cpu[task]!;
  if (colouring.by === 'heat') {
    return bandOf(heat.values?.[cpu] ?? 0, heat.full) < 0 ? brush.empty : brush.plain;
  }
  const activity = frame.cpus.activity[cpu];
  if (activity === ACTIVITY.IDLE || activity === ACTIVITY.UNKNOWN) return brush.empty;
  if (activity === ACTIVITY.USER || activity === ACTIVITY.KERNEL) return brush.plain;
  return scene.cells.width >= smallestForHatchedMarks ? brush.ringed : -1;
}

function addShape(
  context: CanvasContext,
  form: number,
  x: number,
  y: number,
  radius: number,
): void {
  if (form === FORM.KERNEL) {
    const half = radius * 0.9;
    context.rect(x - half, y - half, 2 * half, 2 * half);
  } else if (form === FORM.SENDER) {
    const reach = radius * 1.3;
    context.moveTo(x, y - reach);
    context.lineTo(x + reach, y);
    context.lineTo(x, y + reach);
    context.lineTo(x - reach, y);
    context.closePath();
  } else {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, Math.PI * 2);
  }
}

/** The marks of one brush that sleep, or that do not, as the current path; true if there is one. */
function pathOf(
  scene: LiveScene,
  { style }: TaskBrushes,
  index: number,
  asleep: boolean,
  grow: number,
): boolean {
  const { context, marks, machine, snapshot } = scene;
  const kinds = snapshot.places.doing;
  let some = false;
  context.beginPath();
  for (let at = 0; at < marks.count; at++) {
    const task = marks.task[at]!;
    if (style[at] !== index || (kinds[task] === doing.sleeps) !== asleep) continue;
    some = true;
    const form = taskForm(machine.catalog, task);
    addShape(context, form, marks.x[at]!, marks.y[at]!, marks.radius[at]! + grow);
  }
  return some;
}

function drawBrush(scene: LiveScene, kept: TaskBrushes, index: number, of: Brush): void {
  const { context, palette, snapshot } = scene;
  const { colour, ground } = of;
  if (ground && pathOf(scene, kept, index, false, 1.5)) {
    context.fillStyle = ground;
    context.fill();
  }
  if (pathOf(scene, kept, index, false, 0)) {
    context.fillStyle = colour;
    context.fill();
  }
  const inset = snapshot.places.few ? -0.75 : -0.25;
  if (!pathOf(scene, kept, index, true, inset)) return;
  if (ground) {
    context.fillStyle = ground;
    context.fill();
  }
  context.strokeStyle = colour;
  context.lineWidth = (snapshot.places.few ? 1.75 : 1) * palette.stroke;
  const radius = scene.marks.mainRadius;
  if (radius >= smallestDashed) context.setLineDash([radius * 0.62, radius * 0.42]);
  context.stroke();
  context.setLineDash([]);
}

function drawCrosses(scene: LiveScene, which?: Uint8Array): void {
  const { context, palette, marks } = scene;
  if (marks.moreCount === 0) return;
  const radius = marks.moreRadius;
  context.strokeStyle = palette.ink;
  context.lineWidth = Math.max(1, palette.stroke);
  context.beginPath();
  for (let at = 0; at < marks.moreCount; at++) {
    if (which?.[marks.moreOf[at]!] === 0) continue;
    const x = marks.moreX[at]!;
    const y = marks.moreY[at]!;
    context.moveTo(x - radius, y);
    context.lineTo(x + radius, y);
    context.moveTo(x, y - radius);
    context.lineTo(x, y + radius);
  }
  context.stroke();
}

/** Narrower cells have marks that reach over their edges. */
const smallestKept = 8;

/** Rings around marks reach over the edges of cells. */
const hasRings = ({ cells, snapshot }: LiveScene): boolean =>
  cells.width >= smallestForHatchedMarks ||
  snapshot.selection.group !== undefined ||
  snapshot.colouring.by === 'task' ||
  snapshot.colouring.by === 'home';

/**
 * Whether marks of tasks are kept with the cells they are in, which they have to stay inside of: those of few tasks lie anywhere, and
 * numbers and cards lie under them.
 */
export const keepsMarks = (scene: LiveScene): boolean =>
  scene.ground !== undefined &&
  scene.level === 'mid' &&
  scene.cells.width >= smallestKept &&
  !scene.snapshot.places.few &&
  !hasNumbers(scene) &&
  !hasRings(scene);

/** What a mark looks like: its brush, whether it sleeps, its form and where it is, to an eighth of a pixel. */
function signOf({ marks, machine, snapshot }: LiveScene, { style }: TaskBrushes, at: number) {
  const task = marks.task[at]!;
  const asleep = snapshot.places.doing[task] === doing.sleeps ? 1 : 0;
  const look = (style[at]! << 3) | (taskForm(machine.catalog, task) << 1) | asleep;
  const place = Math.imul(Math.round(marks.x[at]! * 8), 0x9e3779b1) ^ Math.round(marks.y[at]! * 8);
  return Math.imul(place, 31) + look;
}

/** Adds to what is to be seen in each cell what its marks look like. */
export function signMarks(scene: LiveScene, kept: TaskBrushes, signs: Int32Array): void {
  const { marks, cells } = scene;
  for (let cell = 0; cell < cells.visible.length; cell++) {
    let sign = signs[cell]!;
    for (let at = marks.begin[cell]!; at < marks.begin[cell + 1]!; at++) {
      sign = (Math.imul(sign, 0x01000193) ^ signOf(scene, kept, at)) | 0;
    }
    signs[cell] = sign;
  }
  for (let at = 0; at < marks.moreCount; at++) signs[marks.moreOf[at]!]! ^= 1 << 30;
}

/** No brush. */
const none = 255;

export function chooseBrushes(scene: LiveScene, { style }: TaskBrushes): void {
  const { marks } = scene;
  for (let at = 0; at < marks.count; at++) style[at] = brushFor(scene, marks.task[at]!) & none;
}

function drawBrushes(scene: LiveScene, kept: TaskBrushes): void {
  for (const [index, of] of brushesOf(scene).entries()) drawBrush(scene, kept, index, of);
}

/** Draws the marks of the cells that `which` marks; the brushes of the others are laid down. */
export function paintMarks(scene: LiveScene, kept: TaskBrushes, which: Uint8Array): void {
  const { marks } = scene;
  for (let cell = 0; cell < which.length; cell++) {
    if (which[cell] === 0) kept.style.fill(none, marks.begin[cell], marks.begin[cell + 1]);
  }
  drawBrushes(scene, kept);
  drawCrosses(scene, which);
}

export function drawTasks(scene: LiveScene, kept: TaskBrushes): void {
  // They are in their cells already.
  if (keepsMarks(scene) && !isShares(scene)) return;
  chooseBrushes(scene, kept);
  drawBrushes(scene, kept);
  drawCrosses(scene);
}
