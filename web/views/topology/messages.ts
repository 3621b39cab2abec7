// What the machine view on the main thread and its render worker say to each other. Types only.

import type { Catalog } from '../../engine/types.ts';
import type { TrafficForm } from '../../scenario/colouring.ts';
import type { Palette, VariantId } from '../../ui/theme.ts';
import type { LlcCounts } from './activity.ts';
import type { Colouring, PartCounts } from './colouring.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { MechanismChoice, MechanismForm } from './mechanism.ts';
import type { Ring } from './ring.ts';
import type { CanvasSize, Hit } from './snapshot.ts';
import type { Tempo } from './tempo.ts';
import type { TrafficNote } from './traffic.ts';
import type { CameraTarget, Selection } from './types.ts';

/** A font the worker loads for its own canvas. */
export interface FontFile {
  readonly family: string;
  readonly url: string;
}

/**
 * What has led to a moment: the frame where a window begins, and that of the moment. A picture that wants it after a
 * jump sends the ns where the window begins through the port its frames come from; it may get no answer.
 */
export interface RunUpBuffers {
  readonly before: ArrayBuffer;
  readonly now: ArrayBuffer;
}

export type ToWorker =
  | {
      readonly kind: 'start';
      readonly canvas: OffscreenCanvas;
      readonly size: CanvasSize;
      readonly fonts: readonly FontFile[];
    }
  | {
      readonly kind: 'catalog';
      readonly side: VariantId;
      readonly catalog: Catalog;
    }
  /** Transferred: where the buffers of frames come from now. */
  | { readonly kind: 'feed'; readonly port: MessagePort }
  | { readonly kind: 'resize'; readonly size: CanvasSize }
  /** Fly there; `smooth` false: be there. */
  | { readonly kind: 'target'; readonly target: CameraTarget; readonly smooth: boolean }
  | { readonly kind: 'traffic'; readonly traffic: TrafficForm | undefined }
  | { readonly kind: 'zoom'; readonly x: number; readonly y: number; readonly factor: number }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'selection'; readonly selection: Selection }
  | { readonly kind: 'colouring'; readonly colouring: Colouring }
  /** Domains to draw; undefined: none. */
  | { readonly kind: 'domains'; readonly domains: CpuDomains | undefined }
  /** The mechanism to show; undefined: none. */
  | { readonly kind: 'mechanism'; readonly mechanism: MechanismChoice | undefined }
  /** What all machines on stage show at full height in it. */
  | { readonly kind: 'full-scale'; readonly full: number }
  | { readonly kind: 'hover'; readonly cpu: number }
  /** Marks to ring; undefined: none. */
  | { readonly kind: 'ring'; readonly ring: Ring | undefined }
  | { readonly kind: 'theme'; readonly palette: Palette }
  | { readonly kind: 'tempo'; readonly tempo: Tempo }
  | { readonly kind: 'motion'; readonly reduced: boolean }
  /** The rate both machines on stage draw at full width. */
  | { readonly kind: 'scale'; readonly fullRate: number }
  /** What both machines on stage show as the hottest. */
  | { readonly kind: 'heat'; readonly full: number }
  | (PictureRequest & { readonly id: number });

/** What is answered, by its number. */
export type PictureRequest =
  | { readonly kind: 'pick'; readonly x: number; readonly y: number }
  /** Where a person moved the camera. */
  | { readonly kind: 'place' }
  /** What is drawn now, as a bitmap of so many pixels a CSS pixel, or as SVG. */
  | { readonly kind: 'copy'; readonly ratio: number }
  | { readonly kind: 'write' };

/** A picture as elements of an SVG of that size, CSS pixels. */
export interface SvgDrawing {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

/** What the picture shows besides the picture; at most twice a second. */
export interface PictureNotes {
  /** Rate that this machine alone would draw at full width, transfers per second; 0: none. */
  readonly wantedRate: number;
  /** What this machine alone would show as the hottest; 0: it shows no heat. */
  readonly wantedHeat: number;
  /** What this machine alone would show at full height in its mechanism; 0: nothing. */
  readonly wantedScale: number;
  /** In which form a mechanism is shown; undefined: none is. */
  readonly mechanism?: MechanismForm | undefined;
  /** How many there are of what hues can be of. */
  readonly parts: PartCounts;
  readonly counts: LlcCounts;
  /** Transfers between caches, as they are drawn. */
  readonly traffic?: TrafficNote | undefined;
  /** The core that holds the line in the queue is marked: one holds it, and it is no lock's. */
  readonly isHeld?: boolean;
  /** Of which line, or of which lock, the queue under the picture is; -1: of none. Left out: of none yet. */
  readonly accessQueue?: { readonly line: number; readonly lock: number };
  /** What each layer says, by its name: see layers/legend.ts. */
  readonly layers: Readonly<Record<string, unknown>>;
}

export type FromWorker =
  /** A bitmap is transferred; undefined: nothing was drawn yet, or the code for it did not come. */
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly answer: Hit | CameraTarget | ImageBitmap | SvgDrawing | undefined;
    }
  | { readonly kind: 'notes'; readonly notes: PictureNotes };
