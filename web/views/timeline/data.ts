// Keeps the data of the picture up to date: asks for more than is shown, so that small moves need no answer, one
// question at a time, the newest winning; and asks for every wait in detail once the picture has come to rest.
// Knows neither React nor a canvas.

import {
  type TimelineDetail,
  type TimelineQuery,
  type TimelineWindow,
  windowPixelLimit,
} from '../../engine/slices.ts';
import type { Span, TimelineSource } from './types.ts';
import { clampSpan, lengthOf } from './viewport.ts';

/** What a picture wants to show. */
export interface WantedWindow {
  readonly span: Span;
  /** Rows, as the engine counts them. */
  readonly rows: Int32Array;
  /** CPUs among them. */
  readonly cpus: Uint16Array;
  /** Device pixels. */
  readonly pixels: number;
}

/** Share of the shown length that is fetched at each side of it. */
const margin = 0.5;
/** An answer is fine enough while its pixels are no larger than so many of the picture's. */
const coarsest = 1.3;
const finest = 0.3;
/** ms of rest before waits are replayed. */
const rest = 160;
/** ms between two looks at what the head has added. */
const growth = 250;

const isSame = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.prototype.every.call(a, (value, at) => value === b[at]);

const covers = (outer: Span, inner: Span): boolean =>
  outer.from <= inner.from && outer.to >= inner.to;

export class TimelineData {
  readonly #source: TimelineSource;
  readonly #duration: number;
  readonly #onChange: () => void;
  readonly #onFailure: (error: unknown) => void;
  #wanted: WantedWindow | undefined;
  #asked: (TimelineQuery & { readonly arrowsOf: Uint16Array }) | undefined;
  #isAsking = false;
  #isAskingDetail = false;
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #growthTimer: ReturnType<typeof setTimeout> | undefined;
  /** ns: as far as the head was said to have got. */
  #head = 0;
  #isClosed = false;
  window: TimelineWindow | undefined;
  detail: TimelineDetail | undefined;

  constructor(
    source: TimelineSource,
    duration: number,
    onChange: () => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#duration = duration;
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  /** Says what is shown now; onChange tells when there is more to show it with. */
  want(wanted: WantedWindow): void {
    this.#wanted = wanted;
    if (this.#needsWindow(wanted)) void this.#askWindow();
    this.#restDetail();
  }

  /**
   * Reports that the head has got to `head` ns: time before it may be known now. One report is enough: one that
   * comes too soon after an answer, or while one is awaited, is handled later.
   */
  grow(head: number, now: number): void {
    this.#head = head;
    clearTimeout(this.#growthTimer);
    const { window } = this;
    const wanted = this.#wanted;
    if (this.#isClosed || this.#isAsking || !window || !wanted) return;
    if (window.known >= Math.min(head, wanted.span.to)) return;
    const early = this.#lastAnswer + growth - now;
    if (early <= 0) void this.#askWindow();
    else this.#growthTimer = setTimeout(() => this.grow(this.#head, performance.now()), early);
  }

  /** True while waits of what is shown are being looked for. */
  get isLoadingDetail(): boolean {
    return this.#isAskingDetail;
  }

  /** May be opened again after it was closed. */
  open(): void {
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#growthTimer);
  }

  #needsWindow({ span, rows, pixels }: WantedWindow): boolean {
    const asked = this.#asked;
    if (!asked || !isSame(asked.rows, rows)) return true;
    const inPixel = lengthOf(asked) / asked.pixels;
    const shown = lengthOf(span) / pixels;
    if (inPixel > shown * coarsest || inPixel < shown * finest) return true;
    return !covers(asked, clampSpan(span, this.#duration));
  }

  /** With a margin at both sides, in whole ns. */
  #queryOf({ span, rows, cpus, pixels }: WantedWindow) {
    const room = lengthOf(span) * margin;
    const wide = { from: span.from - room, to: span.to + room };
    const from = Math.max(0, Math.floor(wide.from));
    const to = Math.min(this.#duration, Math.ceil(wide.to));
    const share = (to - from) / lengthOf(span);
    const wanted = Math.max(1, Math.round(pixels * share));
    return { from, to, rows, pixels: Math.min(windowPixelLimit, wanted), arrowsOf: cpus };
  }

  async #askWindow(): Promise<void> {
    if (this.#isAsking || this.#isClosed || !this.#wanted) return;
    this.#isAsking = true;
    this.#asked = this.#queryOf(this.#wanted);
    try {
      const window = await this.#source.window(this.#asked);
      if (this.#isClosed) return;
      if (window) this.window = window;
      this.#lastAnswer = performance.now();
      this.#onChange();
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#isAsking = false;
    }
    if (this.#wanted && this.#needsWindow(this.#wanted)) void this.#askWindow();
    else this.grow(this.#head, performance.now());
    this.#restDetail();
  }

  #restDetail(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || !this.#needsDetail()) return;
    this.#timer = setTimeout(() => void this.#askDetail(), rest);
  }

  /** What of the shown span is known and short enough to be replayed. */
  #detailSpan(): Span | undefined {
    const { window } = this;
    const wanted = this.#wanted;
    if (!window || !wanted || wanted.cpus.length === 0) return undefined;
    const { from, to } = clampSpan(wanted.span, this.#duration);
    const known = Math.min(to, window.known);
    return known > from && to - from <= window.detailSpan ? { from, to: known } : undefined;
  }

  #needsDetail(): boolean {
    const span = this.#detailSpan();
    const { detail } = this;
    if (!span || this.#isAskingDetail) return false;
    if (!detail || !covers(detail, span)) return true;
    const has = new Set(detail.cpus);
    return this.#wanted!.cpus.some((cpu) => !has.has(cpu));
  }

  async #askDetail(): Promise<void> {
    const span = this.#detailSpan();
    if (!span || this.#isAskingDetail || !this.window) return;
    this.#isAskingDetail = true;
    this.#onChange();
    const room = Math.max(
      0,
      Math.min(lengthOf(span) / 4, (this.window.detailSpan - lengthOf(span)) / 2),
    );
    const from = Math.max(0, Math.floor(span.from - room));
    const to = Math.min(this.#duration, Math.ceil(span.to + room));
    try {
      const detail = await this.#source.detail({ from, to, cpus: this.#wanted!.cpus });
      if (this.#isClosed) return;
      if (detail) this.detail = detail;
    } catch (error) {
      this.#onFailure(error);
      return;
    } finally {
      this.#isAskingDetail = false;
    }
    this.#onChange();
    this.#restDetail();
  }
}
