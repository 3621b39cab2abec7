// What a film is: which machines, which moments, which file. Types and limits; no canvas, no worker.

import type { Catalog } from '../../../engine/types.ts';
import type { VariantId } from '../../../stage/playback/playback.ts';
import type { Palette } from '../../../ui/theme.ts';
import type { StillChoice } from '../../../views/topology/still-picture.ts';

export const filmFormats = ['webm', 'mp4', 'frames'] as const;
export type FilmFormat = (typeof filmFormats)[number];

export const framesPerSecond = 30;
/** CSS pixels of a page of the film: texts are as large on it as on a screen of that size. */
export const filmPage = { width: 1280, height: 720 } as const;
/** Device pixels a CSS pixel: 1920 by 1080. */
export const filmRatio = 1.5;
/** Seconds one can choose. The longest is 1,800 pictures. */
export const filmLengths = [3, 10, 30, 60] as const;

export interface FilmSide {
  readonly side: VariantId;
  readonly catalog: Catalog;
  /** What stands over its machine. */
  readonly label: string;
  readonly choice: StillChoice;
}

export interface FilmPlan {
  readonly format: FilmFormat;
  readonly sides: readonly FilmSide[];
  readonly palette: Palette;
  readonly fonts: readonly { readonly family: string; readonly url: string }[];
  readonly title: string;
  /** Which run these are, in the picture, and line by line inside the file. */
  readonly foot: string;
  readonly said: readonly string[];
  /** By picture: what it says of its moment. */
  readonly moments: readonly string[];
}

/** The buffer of a frame by side. */
export type FilmFrames = Partial<Record<VariantId, ArrayBuffer>>;
/** What led to the first picture, where its colours speak of a window: see RunUpBuffers. */
export type FilmRunUps = Partial<
  Record<VariantId, { readonly before: ArrayBuffer; readonly now: ArrayBuffer }>
>;
/** ns from which the run is wanted before the picture is true, by side. */
export type Unseen = Partial<Record<VariantId, number>>;
