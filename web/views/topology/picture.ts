// The main thread's side of one picture: makes the canvas, hands it to a worker, passes messages on, and
// brings answers back. No React; the component holds one of these.

import { endOf } from '../../base/worker-life.ts';
import { fontAddresses } from './font-files.ts';
import type { FromWorker, PictureNotes, PictureRequest, SvgDrawing, ToWorker } from './messages.ts';
import type { Pictures } from './pictures.ts';
import type { CanvasSize, Hit } from './snapshot.ts';
import type { ScaleMembership } from './stage-scale.ts';
import type { CameraTarget } from './types.ts';

/** Device pixels beyond two a CSS pixel cannot be told apart and cost time. */
const largestRatio = 2;

export function canvasSizeOf(element: HTMLElement): CanvasSize {
  return {
    width: Math.max(1, element.clientWidth),
    height: Math.max(1, element.clientHeight),
    ratio: Math.min(largestRatio, window.devicePixelRatio || 1),
  };
}

/** True if pictures can be drawn in a worker here. */
export const canDraw = (): boolean =>
  typeof Worker === 'function' &&
  typeof HTMLCanvasElement.prototype.transferControlToOffscreen === 'function';

export class Picture {
  readonly #worker: Worker;
  readonly #canvas: HTMLCanvasElement;
  readonly #scale: ScaleMembership;
  readonly #heat: ScaleMembership;
  readonly #full: ScaleMembership;
  readonly #parts: Readonly<Record<'process' | 'instance', ScaleMembership>>;
  /** Callers that wait for an answer of the worker, by the number of the question. */
  readonly #asked = new Map<number, (answer: unknown) => void>();
  #nextId = 1;
  #isDisposed = false;

  /**
   * `worker` is to call drawPicture (render-worker.ts) and ends with this; `onFailure` is called if it cannot draw
   * after all. Puts a new canvas into `host`: a canvas can be handed to a worker only once, so a component that
   * mounts twice needs two.
   */
  constructor(
    worker: Worker,
    host: HTMLElement,
    together: Pictures,
    onNotes: (notes: PictureNotes) => void,
    onScale: (fullRate: number) => void,
    onFailure: () => void,
  ) {
    this.#worker = worker;
    this.#worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      this.#receive(event.data, onNotes);
    });
    endOf(worker, 'the picture could not be drawn').catch(() => this.#isDisposed || onFailure());
    this.#canvas = document.createElement('canvas');
    host.append(this.#canvas);
    const canvas = this.#canvas.transferControlToOffscreen();
    const start: ToWorker = {
      kind: 'start',
      canvas,
      size: canvasSizeOf(host),
      fonts: fontAddresses(),
    };
    this.#worker.postMessage(start, [canvas]);
    this.#scale = together.rate.join((fullRate) => {
      this.post({ kind: 'scale', fullRate });
      onScale(fullRate);
    });
    this.#full = together.full.join((full) => this.post({ kind: 'full-scale', full }));
    this.#heat = together.heat.join((full) => this.post({ kind: 'heat', full }));
    this.#parts = {
      process: together.parts.process.join(() => undefined),
      instance: together.parts.instance.join(() => undefined),
    };
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** A port for the buffers of frames, in place of the one before. */
  openFeed(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage({ kind: 'feed', port: port1 } satisfies ToWorker, [port1]);
    return port2;
  }

  /** What lies under a point, in CSS pixels of the canvas. */
  pick(x: number, y: number): Promise<Hit | undefined> {
    return this.#ask({ kind: 'pick', x, y });
  }

  /** Where a person moved the camera; undefined: it looks where it was sent. */
  place(): Promise<CameraTarget | undefined> {
    return this.#ask({ kind: 'place' });
  }

  /** What it shows now, `ratio` pixels a CSS pixel; undefined before anything was drawn. */
  copy(ratio: number): Promise<ImageBitmap | undefined> {
    return this.#ask({ kind: 'copy', ratio });
  }

  /** What it shows now, as elements of an SVG; undefined before anything was drawn. */
  write(): Promise<SvgDrawing | undefined> {
    return this.#ask({ kind: 'write' });
  }

  #ask<Answer>(question: PictureRequest): Promise<Answer | undefined> {
    const id = this.#nextId++;
    return new Promise<Answer | undefined>((resolve) => {
      // The worker answers a question in its kind (render-worker.ts).
      this.#asked.set(id, resolve as (answer: unknown) => void);
      this.post({ ...question, id });
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#scale.leave();
    this.#heat.leave();
    this.#full.leave();
    this.#parts.process.leave();
    this.#parts.instance.leave();
    this.#worker.terminate();
    this.#canvas.remove();
    for (const resolve of this.#asked.values()) resolve(undefined);
  }

  #receive(message: FromWorker, onNotes: (notes: PictureNotes) => void): void {
    if (message.kind === 'answer') {
      this.#asked.get(message.id)?.(message.answer);
      this.#asked.delete(message.id);
    } else if (message.kind === 'notes') {
      this.#scale.want(message.notes.wantedRate);
      this.#heat.want(message.notes.wantedHeat);
      this.#full.want(message.notes.wantedScale);
      this.#parts.process.want(message.notes.parts.process);
      this.#parts.instance.want(message.notes.parts.instance);
      onNotes(message.notes);
    }
  }
}
