// What a layer of the picture keeps from frame to frame: it is told of every frame, in order, drawn or not.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { PictureSettings } from './settings.ts';

export interface Memory {
  /** The next frame, at `wall` ms of the viewer's clock. */
  add(frame: Frame, settings: Readonly<PictureSettings>, wall: number): void;
}

/** What layers that are loaded after the first picture keep, by their names. */
export type LazyMemories = Readonly<
  Record<string, { readonly draw: unknown; readonly remember?: (catalog: Catalog) => Memory }>
>;
