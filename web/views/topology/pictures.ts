// What the pictures of one stage have in common: which they are, so that one of them can be copied into a file and all
// of them look the same way, and the scales that they share. Holds no picture that is gone.

import type { Side } from '../../ui/theme.ts';
import type { Drawing, ToWorker } from './messages.ts';
import { StageScale } from './stage-scale.ts';

/** A picture (picture.ts), as far as those beside it ask. */
export interface ShownPicture {
  readonly post: (message: ToWorker) => void;
  readonly copy: () => Promise<ImageBitmap | undefined>;
  readonly write: () => Promise<Drawing | undefined>;
}

export class Pictures {
  readonly #shown = new Map<Side, ShownPicture>();
  /** Of ribbons, transfers per second. */
  readonly rate = new StageScale();
  /** What is shown as the hottest, in the unit of the measure shown. */
  readonly heat = new StageScale();
  /** How many processes and instances there are at most: what a legend of hues names. */
  readonly parts = { process: new StageScale(), instance: new StageScale() };

  /** Until the returned function is called. */
  showing(side: Side, picture: ShownPicture): () => void {
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
  async drawingOf(side: Side): Promise<Drawing | undefined> {
    return this.#shown.get(side)?.write();
  }

  /** What the machine of a side looks like now, in device pixels; undefined if it is not drawn. */
  async copyOf(side: Side): Promise<ImageBitmap | undefined> {
    return this.#shown.get(side)?.copy();
  }
}
