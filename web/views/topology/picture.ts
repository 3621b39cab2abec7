// The main thread's side of one picture: makes the canvas, hands it to a worker, passes messages on, and
// brings answers back. No React; the component holds one of these.

import { endOf } from '../../base/worker-life.ts';
import { fontAddresses } from './font-files.ts';
import type { Drawing, FromWorker, Notes, ToWorker } from './messages.ts';
import type { Pictures } from './pictures.ts';
import type { CanvasSize, Hit } from './renderer.ts';
import type { ScaleMembership } from './stage-scale.ts';

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
  readonly #parts: Readonly<Record<'process' | 'instance', ScaleMembership>>;
  readonly #picks = new Map<number, (hit: Hit | undefined) => void>();
  readonly #copies = new Map<number, (bitmap: ImageBitmap | undefined) => void>();
  readonly #written = new Map<number, (drawing: Drawing | undefined) => void>();
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
    onNotes: (notes: Notes) => void,
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
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#picks.set(id, resolve);
      this.post({ kind: 'pick', id, x, y });
    });
  }

  /** What it shows now, in device pixels; undefined before anything was drawn. */
  copy(): Promise<ImageBitmap | undefined> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#copies.set(id, resolve);
      this.post({ kind: 'copy', id });
    });
  }

  /** What it shows now, as elements of an SVG; undefined before anything was drawn. */
  write(): Promise<Drawing | undefined> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#written.set(id, resolve);
      this.post({ kind: 'write', id });
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#scale.leave();
    this.#heat.leave();
    this.#parts.process.leave();
    this.#parts.instance.leave();
    this.#worker.terminate();
    this.#canvas.remove();
    const open = [...this.#picks.values(), ...this.#copies.values(), ...this.#written.values()];
    for (const resolve of open) resolve(undefined);
  }

  #receive(message: FromWorker, onNotes: (notes: Notes) => void): void {
    if (message.kind === 'picked') {
      this.#picks.get(message.id)?.(message.hit);
      this.#picks.delete(message.id);
    } else if (message.kind === 'copied') {
      this.#copies.get(message.id)?.(message.bitmap);
      this.#copies.delete(message.id);
    } else if (message.kind === 'written') {
      this.#written.get(message.id)?.(message.drawing);
      this.#written.delete(message.id);
    } else if (message.kind === 'notes') {
      this.#scale.want(message.notes.wantedRate);
      this.#heat.want(message.notes.wantedHeat);
      this.#parts.process.want(message.notes.parts.process);
      this.#parts.instance.want(message.notes.parts.instance);
      onNotes(message.notes);
    }
  }
}
