// The picture of a timeline and what moves it: owns the span on screen, asks for the data it needs,
// and draws bars, names, marks and arrows onto two canvases whenever something has changed. React
// tells it what was chosen and never draws.

import { rowOfLlc, type TimelineWindow } from '../../engine/slices.ts';
import type { Palette } from '../../ui/theme.ts';
import { coloursOf, lightnessOf } from './colours.ts';
import { TimelineData } from './data.ts';
import {
  drawArrows,
  drawGrid,
  drawMarks,
  drawRowNames,
  drawRuler,
  drawSliceNames,
  type Pen,
  type PenPlace,
  readableInk,
  timeOf,
  xOfTime,
} from './pen.ts';
import { type Bar, type Colours, paintBars } from './raster.ts';
import { rowsBetween, type TimelineCpuRow, type TimelineRow } from './rows.ts';
import type { Span, TimelineNames, TimelineSelection, TimelineSource } from './types.ts';
import { clampSpan, lengthOf, turnPage } from './viewport.ts';

/** What React decides. */
export interface SceneInput {
  readonly rows: readonly TimelineRow[];
  readonly active: TimelineRow | undefined;
  readonly selection: TimelineSelection;
  /** Instance of each task; undefined until a frame was seen. */
  readonly groups: Int32Array | undefined;
  readonly palette: Palette;
  readonly names: TimelineNames;
  /** CSS pixels: where the plot begins. */
  readonly left: number;
}

/** What the scene draws on and moves. */
export interface SceneElements {
  readonly rows: HTMLCanvasElement;
  readonly ruler: HTMLCanvasElement;
  /** The line at the playhead. */
  readonly playhead: HTMLElement;
}

/** Rows asked for beyond those on screen, and the step in which that grows. */
const rowsInBlock = 16;
/** More arrows than this in sight: only those of the selection are drawn. */
const legibleArrows = 160;

/** Bars leave this much of a row free at top and bottom, CSS pixels. */
const barRoom = ({ kind, height }: TimelineRow): number =>
  kind === 'llc' ? 3 : Math.round(height / 7);

export class TimelineScene {
  readonly duration: number;
  readonly data: TimelineData;
  readonly #listeners = new Set<() => void>();
  #elements: SceneElements | undefined;
  #input: SceneInput | undefined;
  #span: Span;
  #chosen: Span | undefined;
  #size = { width: 0, height: 0, ratio: 1 };
  #scrolled = 0;
  /** ns; -1 before the first picture, so that no page turns for it. */
  #time = -1;
  #pixels = new ImageData(1, 1);
  #colours: { readonly palette: Palette; readonly colours: Colours } | undefined;
  #frame = 0;
  /** Grows with every change of the data or the span: what subscribers compare. */
  version = 0;

  constructor(
    source: TimelineSource,
    duration: number,
    span: Span,
    onFailure: (error: unknown) => void,
  ) {
    this.duration = duration;
    this.#span = clampSpan(span, duration);
    this.data = new TimelineData(source, duration, () => this.#changed(), onFailure);
  }

  get span(): Span {
    return this.#span;
  }

  /** The span as a person left it, or where playing led from there when it came to rest; undefined: as at first. */
  get chosen(): Span | undefined {
    return this.#chosen;
  }

  get time(): number {
    return this.#time;
  }

  /** Where the plot is: for pointers and for what lies over it. */
  get place(): PenPlace {
    const left = this.#input?.left ?? 0;
    const { width, height } = this.#size;
    const plot = Math.max(1, width - left);
    return { span: this.#span, left, width: plot, height, scrolled: this.#scrolled };
  }

  /** Called after every change of span, data or size. Returns the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Draws on these from now on. Returns the way to stop. */
  attach(elements: SceneElements): () => void {
    this.#elements = elements;
    this.data.open();
    this.#changed();
    return () => {
      this.#elements = undefined;
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.data.close();
    };
  }

  set(input: SceneInput): void {
    this.#input = input;
    this.#changed();
  }

  /** CSS pixels of the rows' canvas, and device pixels in one. */
  resize(width: number, height: number, ratio: number): void {
    this.#size = { width, height, ratio };
    this.#changed();
  }

  scroll(top: number): void {
    if (top === this.#scrolled) return;
    this.#scrolled = top;
    this.#changed();
  }

  setSpan(span: Span): void {
    this.#span = clampSpan(span, this.duration);
    this.#chosen = this.#span;
    this.#changed();
  }

  /** The run stands still: what is on screen now stands for what was chosen. */
  rest(): void {
    if (!this.#chosen || this.#chosen === this.#span) return;
    this.#chosen = this.#span;
    this.#changed();
  }

  /** The playhead moved; the page turns when it runs out of it. */
  setTime(time: number, head: number): void {
    const wasIn = this.#time >= this.#span.from && this.#time <= this.#span.to;
    this.#time = time;
    this.data.grow(head, performance.now());
    const next = wasIn ? turnPage(this.#span, time, this.duration) : this.#span;
    if (next === this.#span) this.#movePlayhead();
    else {
      this.#span = next;
      this.#changed();
    }
  }

  // ---- drawing ----------------------------------------------------------------------------------

  #changed(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
    if (this.#frame === 0 && this.#elements) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#draw();
      });
    }
  }

  #movePlayhead(): void {
    const x = xOfTime(this.place, this.#time);
    const { left, width } = this.place;
    const line = this.#elements?.playhead;
    if (!line) return;
    line.hidden = x < left || x > left + width;
    line.style.transform = `translateX(${x}px)`;
  }

  #draw(): void {
    const { width, height } = this.#size;
    const input = this.#input;
    const elements = this.#elements;
    if (!input || !elements || width < 1 || height < 1) return;
    const shown = rowsBetween(input.rows, this.#scrolled, height);
    this.#want(input.rows);
    this.#movePlayhead();
    const pen = this.#prepare(elements.rows, height);
    const { window } = this.data;
    if (window) this.#drawData(pen, shown, window, input);
    pen.globalCompositeOperation = 'destination-over';
    drawGrid(pen, this.place, shown, input.palette);
    pen.globalCompositeOperation = 'source-over';
    const { palette, active } = input;
    drawRowNames(pen, this.place, shown, { palette, active, ...this.#fonts() });
    this.#drawRuler(elements.ruler, input);
  }

  #fonts() {
    const { fontMono, textSmall } = this.#input!.palette;
    return { font: `${textSmall}px ${fontMono}`, strong: `600 ${textSmall}px ${fontMono}` };
  }

  /** Clears a canvas and scales its pen to CSS pixels. */
  #prepare(canvas: HTMLCanvasElement, height: number): Pen {
    const { width, ratio } = this.#size;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    const pen = canvas.getContext('2d')!;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, wide, high);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return pen;
  }

  #want(rows: readonly TimelineRow[]): void {
    const { height, ratio } = this.#size;
    const first = rows.findIndex((row) => row.y + row.height > this.#scrolled);
    const after = rows.findIndex((row) => row.y >= this.#scrolled + height);
    const from = Math.floor(Math.max(0, first - 2) / rowsInBlock) * rowsInBlock;
    const to = Math.ceil(((after < 0 ? rows.length : after) + 2) / rowsInBlock) * rowsInBlock;
    const wanted = rows.slice(from, to);
    const cpus = wanted.filter((row): row is TimelineCpuRow => row.kind === 'cpu');
    this.data.want({
      span: this.#span,
      rows: Int32Array.from(wanted, (row) => (row.kind === 'cpu' ? row.cpu : rowOfLlc(row.llc))),
      cpus: Uint16Array.from(cpus, ({ cpu }) => cpu),
      pixels: Math.round(this.place.width * ratio),
    });
  }

  #drawData(
    pen: Pen,
    shown: readonly TimelineRow[],
    window: TimelineWindow,
    input: SceneInput,
  ): void {
    const { place } = this;
    const indices = new Map(Array.from(window.rows, (row, index) => [row, index]));
    const known = shown.flatMap((row) => {
      const index = indices.get(row.kind === 'cpu' ? row.cpu : rowOfLlc(row.llc));
      return index === undefined ? [] : [{ row, index }];
    });
    this.#paint(pen, known, window, input);
    pen.save();
    pen.beginPath();
    pen.rect(place.left, 0, place.width, place.height);
    pen.clip();
    const cpus = known.flatMap(({ row, index }) => (row.kind === 'cpu' ? [{ row, index }] : []));
    const { names, palette } = input;
    const ink = this.#inks(input);
    drawSliceNames(pen, place, cpus, window, { names, font: this.#fonts().font, ink });
    this.#drawArrows(pen, shown, window, input);
    drawMarks(pen, place, cpus, window, palette);
    pen.restore();
  }

  /** The ink for the name of a task. */
  #inks({ palette, selection, groups }: SceneInput): (task: number) => string {
    const plain = readableInk(palette.user, palette, lightnessOf);
    const ofGroup = readableInk(palette.groupUser, palette, lightnessOf);
    const { group } = selection;
    return (task) => (group !== undefined && groups?.[task] === group ? ofGroup : plain);
  }

  #paint(
    pen: Pen,
    rows: readonly { readonly row: TimelineRow; readonly index: number }[],
    window: TimelineWindow,
    { palette, selection, groups }: SceneInput,
  ): void {
    const { place } = this;
    const { ratio } = this.#size;
    const [width, height] = [Math.round(place.width * ratio), Math.round(place.height * ratio)];
    if (this.#pixels.width !== width || this.#pixels.height !== height) {
      this.#pixels = new ImageData(width, height);
    }
    const pixels = new Uint32Array(this.#pixels.data.buffer);
    pixels.fill(0);
    if (this.#colours?.palette !== palette) {
      this.#colours = { palette, colours: coloursOf(palette) };
    }
    const { detail } = this.data;
    const bars: Bar[] = rows.map(({ row, index }) => {
      const room = barRoom(row);
      const [top, tall] = [row.y - place.scrolled + room, row.height - 2 * room];
      const which = row.kind === 'cpu' && detail ? detail.cpus.indexOf(row.cpu) : -1;
      return { top, height: tall, index, detail: which };
    });
    const { group, task = -1 } = selection;
    const isOfGroup = (one: number) => group !== undefined && groups?.[one] === group;
    paintBars({
      target: { pixels, width, height, ratio },
      span: this.#span,
      window,
      detail,
      bars,
      look: { colours: this.#colours.colours, isOfGroup, task },
    });
    pen.putImageData(this.#pixels, Math.round(place.left * ratio), 0);
  }

  #drawArrows(
    pen: Pen,
    shown: readonly TimelineRow[],
    window: TimelineWindow,
    input: SceneInput,
  ): void {
    const { palette, selection } = input;
    const { arrows } = window;
    const byCpu = new Map(shown.flatMap((row) => (row.kind === 'cpu' ? [[row.cpu, row]] : [])));
    const isSelected = (at: number) =>
      arrows.task[at] === selection.task ||
      arrows.fromCpu[at] === selection.cpu ||
      arrows.toCpu[at] === selection.cpu;
    const scale = (window.to - window.from) / lengthOf(this.#span);
    const isCrowded = arrows.total / scale > legibleArrows;
    const rowOf = (cpu: number) => byCpu.get(cpu);
    const wanted = isCrowded ? isSelected : () => true;
    drawArrows(pen, this.place, window, { palette, rowOf, isSelected, isWanted: wanted });
  }

  #drawRuler(canvas: HTMLCanvasElement, { palette }: SceneInput): void {
    const height = canvas.clientHeight;
    const pen = this.#prepare(canvas, height);
    drawRuler(pen, { ...this.place, height }, { palette, font: this.#fonts().font, unit: 'ms' });
  }

  // ---- pointers ---------------------------------------------------------------------------------

  /** The moment at `x` CSS pixels from the left of the canvas. */
  timeAt(x: number): number {
    return timeOf(this.place, x);
  }

  /** ns in so many CSS pixels. */
  nsOf(pixels: number): number {
    return (pixels / this.place.width) * lengthOf(this.#span);
  }
}
