// Shared state of the pictures of one stage: the list of them, so that one can be copied into a file and all look
// the same way, and their common scales. Holds no picture that is gone.

import type { VariantId } from '../../ui/theme.ts';
import type { PictureNotes, SvgDrawing, ToWorker } from './messages.ts';
import { StageScale } from './stage-scale.ts';

/** A picture (picture.ts), as far as those beside it ask. */
export interface ShownPicture {
  readonly post: (message: ToWorker) => void;
  readonly copy: (ratio: number) => Promise<ImageBitmap | undefined>;
  readonly write: () => Promise<SvgDrawing | undefined>;
}

/** The last report of a picture: a paused run sends no further one, so later readers find it here. */
export interface PictureReport {
  /** Transfers per second drawn at full width; 0: none seen yet. */
  rate: number;
  notes: PictureNotes | undefined;
}

export class Pictures {
  readonly #shown = new Map<VariantId, ShownPicture>();
  /** Of ribbons, transfers per second. */
  readonly rate = new StageScale();
  /** What is shown as the hottest, in the unit of the measure shown. */
  readonly heat = new StageScale();
  /** What stands at full height in the mechanism shown, in its unit. */
  readonly full = new StageScale();
  /** How many processes and instances there are at most: what a legend of hues names. */
  readonly parts = { process: new StageScale(), instance: new StageScale() };

  readonly #told = new Map<VariantId, PictureReport>();
  readonly #hearers = new Set<() => void>();

  /** What the picture of a side tells now, for the key of them all; undefined: it is gone. */
  report(side: VariantId, told: PictureReport | undefined): void {
    if (told) this.#told.set(side, told);
    else this.#told.delete(side);
    for (const hear of this.#hearers) hear();
  }

  /** What each picture told last, in the order of their sides. */
  reports(): readonly PictureReport[] {
    return [...this.#told].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, told]) => told);
  }

  /** What the picture of a side told last; undefined: there is none. */
  reportOf(side: VariantId): PictureReport | undefined {
    return this.#told.get(side);
  }

  /** Called with whatever is told, until the returned function is called. */
  onTold(hear: () => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Until the returned function is called. */
  showing(side: VariantId, picture: ShownPicture): () => void {
    this.#shown.set(side, picture);
    return () => {
      if (this.#shown.get(side) === picture) this.#shown.delete(side);
    };
  }

  /** A person moves the camera of one machine: that of the others goes with it. */
  moveAll(
    own: ShownPicture | undefined,
    message: Extract<ToWorker, { kind: 'zoom' | 'pan' | 'target' }>,
  ): void {
    for (const picture of new Set([own, ...this.#shown.values()])) picture?.post(message);
  }

  /** What the machine of a side looks like now, as elements of an SVG; undefined if it is not drawn. */
  async drawingOf(side: VariantId): Promise<SvgDrawing | undefined> {
    return this.#shown.get(side)?.write();
  }

  /** What the machine of a side looks like now, `ratio` pixels a CSS pixel; undefined if it is not drawn. */
  async copyOf(side: VariantId, ratio: number): Promise<ImageBitmap | undefined> {
    return this.#shown.get(side)?.copy(ratio);
  }
}
