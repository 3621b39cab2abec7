// The render worker: owns the canvas, draws on its own animation frame, and only when something has
// changed. Frames arrive as transferred buffers, past the main thread; nothing of the simulation runs here.

import { decodeFrame } from '../../engine/frame.ts';
import { taskName } from '../../engine/task-names.ts';
import type { Palette } from '../../ui/theme.ts';
import { countByLlc } from './activity.ts';
import {
  type Camera,
  cameraOn,
  clampCamera,
  fitAll,
  matchCpu,
  panBy,
  placeOfCamera,
  zoomAt,
} from './camera.ts';
import { CanvasRenderer } from './canvas-renderer.ts';
import type { DrawnTopology } from './draw/scene.ts';
import type { CameraFlight, fly } from './flight.ts';
import { type Framing, framingOf, sameFraming } from './framing.ts';
import { History } from './history.ts';
import { loadDrawing } from './layers/mechanism-drawings.ts';
import type { FontFile, FromWorker, RunUpBuffers, ToWorker } from './messages.ts';
import type { Renderer } from './renderer.ts';
import { defaultSettings, type PictureSettings } from './settings.ts';
import type { CanvasSize } from './snapshot.ts';
import { countParts } from './styles.ts';
import { showsMatrix } from './traffic-form.ts';
import type { CameraTarget } from './types.ts';
import { lineNames } from './words.ts';

/** ms between notes: readers and screen readers need no more. */
const notesInterval = 500;

type Message<Kind extends ToWorker['kind']> = Extract<ToWorker, { readonly kind: Kind }>;

async function loadFont({ family, url }: FontFile): Promise<void> {
  const font = new FontFace(family, `url(${JSON.stringify(url)})`, { weight: '100 900' });
  fonts.add(await font.load());
}

class RenderLoop {
  #canvas: OffscreenCanvas | undefined;
  #size: CanvasSize = { width: 1, height: 1, ratio: 1 };
  #palette: Palette | undefined;
  #machine: DrawnTopology | undefined;
  readonly #settings: PictureSettings = { ...defaultSettings };
  #history: History | undefined;
  #feed: MessagePort | undefined;
  #renderer: Renderer | undefined;
  #target: CameraTarget = { kind: 'all' };
  /** What the target wants to be seen of the machine. */
  #wanted: Framing | undefined;
  /** True while the camera stands where its target says, also after a change of size. */
  #onTarget = true;
  #camera: Camera | undefined;
  /** Comes after the first picture; until then the camera is where it is sent. */
  #fly: typeof fly | undefined;
  #flight: (CameraFlight & { readonly start: number }) | undefined;
  #scheduled = false;
  #fontsSettled = false;
  #lastNotes = -Infinity;
  #notesTimer: ReturnType<typeof setTimeout> | undefined;

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'start':
        this.#start(message);
        break;
      case 'catalog':
        this.#setCatalog(message);
        break;
      case 'feed':
        this.#openFeed(message.port);
        return;
      case 'resize':
        this.#size = message.size;
        this.#renderer?.resize(message.size);
        break;
      case 'theme':
        this.#palette = message.palette;
        this.#renderer?.theme(this.#fontedPalette(message.palette));
        break;
      case 'target':
        this.#setTarget(message.target, message.smooth);
        break;
      case 'mechanism':
        this.#showMechanism(message);
        break;
      case 'traffic':
        this.#settings.traffic = message.traffic;
        break;
      case 'zoom':
      case 'pan':
        this.#move(message);
        break;
      case 'pick':
        this.#pick(message);
        return;
      case 'place':
        this.#send({ kind: 'answer', id: message.id, answer: this.#place() });
        return;
      case 'copy':
        this.#copy(message);
        return;
      case 'write':
        void this.#write(message);
        return;
      default:
        this.#set(message);
    }
    this.#schedule();
  }

  #set(
    message: Message<
      | 'selection'
      | 'ring'
      | 'domains'
      | 'hover'
      | 'tempo'
      | 'motion'
      | 'scale'
      | 'full-scale'
      | 'colouring'
      | 'heat'
    >,
  ): void {
    const settings = this.#settings;
    if (message.kind === 'selection') {
      settings.selection = message.selection;
      this.#history?.reselect();
    }
    if (message.kind === 'colouring') {
      settings.colouring = message.colouring;
      this.#history?.recolour();
      this.#askRunUp();
      this.#lastNotes = -Infinity;
    }
    if (message.kind === 'heat') settings.sharedHeat = message.full;
    if (message.kind === 'full-scale') settings.sharedScale = message.full;
    if (message.kind === 'domains') settings.domains = message.domains;
    if (message.kind === 'ring') settings.ring = message.ring;
    if (message.kind === 'hover') settings.hover = message.cpu;
    if (message.kind === 'tempo') settings.tempo = message.tempo;
    if (message.kind === 'motion') settings.reducedMotion = message.reduced;
    if (message.kind === 'scale') settings.sharedRate = message.fullRate;
  }

  /** Draws it as soon as its code has come; until then the machine alone. */
  #showMechanism({ mechanism }: Message<'mechanism'>): void {
    const isSame = mechanism?.name === this.#settings.mechanism?.name;
    this.#settings.mechanism = mechanism;
    this.#lastNotes = -Infinity;
    if (!isSame) this.#explain();
  }

  #explain(): void {
    const history = this.#history;
    const name = this.#settings.mechanism?.name;
    history?.explain(undefined);
    if (!history || !name) return;
    loadDrawing(name).then(
      (drawing) => {
        if (history !== this.#history || name !== this.#settings.mechanism?.name) return;
        history.explain(drawing);
        this.#lastNotes = -Infinity;
        this.#schedule();
      },
      () => {}, // without a network the machine is shown without it
    );
  }

  #start(message: Message<'start'>): void {
    this.#canvas = message.canvas;
    this.#size = message.size;
    void Promise.allSettled(message.fonts.map(loadFont)).then(() => {
      this.#fontsSettled = true;
      if (this.#palette) this.#renderer?.theme(this.#fontedPalette(this.#palette));
      this.#schedule();
    });
  }

  /**
   * Until the fonts have arrived the system's own stand in, under other names: a canvas does not look
   * a name up again that it once did not find.
   */
  #fontedPalette(palette: Palette): Palette {
    if (this.#fontsSettled) return palette;
    return { ...palette, fontText: 'sans-serif', fontMono: 'monospace' };
  }

  #setCatalog({ side, catalog }: Message<'catalog'>): void {
    this.#machine = {
      side,
      catalog,
      lines: lineNames(catalog),
      taskName: (task) => taskName(catalog, task),
    };
    const history = new History(catalog, this.#settings);
    this.#history = history;
    this.#explain();
    import('./layers/lazy-layers.ts').then(
      (late) => {
        history.installLazy(late);
        this.#fly = late.fly;
        this.#schedule();
      },
      () => {}, // without a network there is no heat, no ribbon, no queue
    );
    this.#aim();
    this.#renderer = undefined;
    this.#camera = undefined;
    this.#onTarget = true;
  }

  #openFeed(port: MessagePort): void {
    this.#feed?.close();
    this.#feed = port;
    port.onmessage = ({ data }: MessageEvent<ArrayBuffer | RunUpBuffers>) => {
      if (data instanceof ArrayBuffer) this.#history?.add(decodeFrame(data), performance.now());
      else this.#history?.runUp(decodeFrame(data.before), decodeFrame(data.now));
      this.#askRunUp();
      this.#schedule();
    };
  }

  /** Heat is of a window: after a jump the records before the new moment are missing, so they are asked for. */
  #askRunUp(): void {
    const from = this.#history?.unseenFrom();
    if (from !== undefined) this.#feed?.postMessage(from);
  }

  #ready(): Renderer | undefined {
    if (!this.#renderer && this.#canvas && this.#machine && this.#palette) {
      const palette = this.#fontedPalette(this.#palette);
      this.#renderer = new CanvasRenderer(this.#canvas, this.#machine, this.#size, palette);
      const history = this.#history;
      this.#renderer.complete.then(
        (later) => {
          history?.keep(later);
          this.#schedule();
        },
        () => {}, // without a network the picture goes on with the layers it has
      );
    }
    return this.#renderer;
  }

  #setTarget(target: CameraTarget, smooth: boolean): void {
    this.#target = target;
    this.#onTarget = true;
    this.#flight = undefined;
    const framing = this.#aim();
    const renderer = this.#ready();
    if (!renderer) return;
    const fly = smooth && this.#camera && !this.#settings.reducedMotion && this.#fly;
    if (fly && !sameFraming(framing, renderer.framing)) this.#flyTo(renderer, framing, fly);
    else this.#arrive(renderer);
  }

  #aim(): Framing | undefined {
    const topology = this.#machine?.catalog.topology;
    this.#wanted = topology && framingOf(this.#target, topology);
    return this.#wanted;
  }

  /** Over the whole machine, to where what is wanted stands in it; there the picture changes to that alone. */
  #flyTo(renderer: Renderer, framing: Framing | undefined, way: typeof fly): void {
    this.#showAll(renderer);
    const { layout, view } = renderer;
    const wanted = framing && renderer.layoutOf(framing);
    const camera = wanted && fitAll(wanted, view);
    const goal = camera
      ? matchCpu(framing.cpus[0]!, { layout: wanted, camera }, layout)
      : cameraOn(this.#target, layout, view);
    this.#flight = { ...way(this.#camera!, goal, view), start: performance.now() };
  }

  /** The camera is where its target is. */
  #arrive(renderer: Renderer): void {
    this.#show(renderer, this.#wanted);
    this.#camera = cameraOn(this.#target, renderer.layout, renderer.view);
  }

  /** Leaves a part for the whole machine: the first CPU of it stays where it is. */
  #showAll(renderer: Renderer): void {
    const { layout, framing } = renderer;
    this.#show(renderer, undefined);
    if (!framing || !this.#camera) return;
    this.#camera = matchCpu(framing.cpus[0]!, { layout, camera: this.#camera }, renderer.layout);
  }

  #show(renderer: Renderer, framing: Framing | undefined): void {
    if (!renderer.frame(framing)) return;
    this.#settings.excerpt = framing && new Set(framing.cpus);
    this.#history?.reframe();
  }

  #move(message: Message<'zoom' | 'pan'>): void {
    const renderer = this.#renderer;
    if (!renderer || !this.#camera) return;
    this.#showAll(renderer);
    const { layout, view } = renderer;
    this.#flight = undefined;
    this.#onTarget = false;
    this.#camera =
      message.kind === 'zoom'
        ? zoomAt(this.#camera, layout, view, message, message.factor)
        : panBy(this.#camera, layout, view, message.dx, message.dy);
  }

  #pick({ id, x, y }: Message<'pick'>): void {
    const snapshot = this.#history?.snapshot();
    const hit =
      snapshot && this.#camera ? this.#renderer?.pick(x, y, snapshot, this.#camera) : undefined;
    this.#send({ kind: 'answer', id, answer: hit });
  }

  /** Where a person moved the camera; undefined: it looks where it was sent. */
  #place(): CameraTarget | undefined {
    const renderer = this.#renderer;
    if (!renderer || !this.#camera || this.#onTarget) return undefined;
    return placeOfCamera(this.#camera, renderer.layout, renderer.view);
  }

  #copy({ id, ratio }: Message<'copy'>): void {
    const bitmap = this.#drawnAt(ratio);
    const copied: FromWorker = { kind: 'answer', id, answer: bitmap };
    self.postMessage(copied, { transfer: bitmap ? [bitmap] : [] });
  }

  /** The present picture, drawn anew for a file; at once, so that the canvas never appears in that size. */
  #drawnAt(ratio: number): ImageBitmap | undefined {
    const [canvas, renderer, own] = [this.#canvas, this.#renderer, this.#size];
    if (!canvas || !renderer) return undefined;
    const now = performance.now();
    renderer.resize({ ...own, ratio });
    this.#draw(now);
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    renderer.resize(own);
    this.#draw(now);
    return copy.transferToImageBitmap();
  }

  async #write({ id }: Message<'write'>): Promise<void> {
    this.#draw(performance.now());
    const snapshot = this.#history?.snapshot();
    const side = this.#machine?.side;
    const written =
      snapshot && this.#camera && this.#renderer?.svg(snapshot, this.#camera, `${side}-`);
    // Without a network there is no code for it.
    const body = await written?.catch(() => undefined);
    const answer = body === undefined ? undefined : { ...this.#size, body };
    this.#send({ kind: 'answer', id, answer });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame((now) => {
      this.#scheduled = false;
      this.#draw(now);
      if (this.#flight) this.#schedule();
    });
  }

  #advanceCamera(renderer: Renderer, now: number): Camera {
    const flight = this.#flight;
    if (flight) {
      const share = flight.duration > 0 ? Math.max(0, now - flight.start) / flight.duration : 1;
      this.#camera = flight.at(share);
      if (share >= 1) {
        this.#flight = undefined;
        this.#arrive(renderer);
      }
    } else if (this.#onTarget || !this.#camera) {
      this.#arrive(renderer);
    } else {
      this.#camera = clampCamera(this.#camera, renderer.layout, renderer.view);
    }
    return this.#camera!;
  }

  /** For the matrix of transfers, where it is shown. */
  #makeRoom(renderer: Renderer): void {
    const { traffic, colouring, tempo } = this.#settings;
    const { llcs } = this.#machine!.catalog.topology;
    const drawing = this.#history?.drawing;
    const isShown =
      !drawing && tempo !== 'follow' && showsMatrix(traffic, colouring.by, llcs, this.#size.width);
    if (this.#settings.matrix !== isShown) {
      this.#settings.matrix = isShown;
      this.#history?.rescale();
    }
    const isOther = [renderer.beside(isShown), renderer.show(drawing)].includes(true);
    if (isOther && !this.#onTarget) this.#camera = undefined;
  }

  #draw(now: number): void {
    const renderer = this.#ready();
    const snapshot = this.#history?.snapshot();
    if (!renderer || !snapshot) return;
    this.#makeRoom(renderer);
    renderer.draw(snapshot, this.#advanceCamera(renderer, now));
    this.#sendNotes(now);
  }

  #sendNotes(now: number): void {
    const { frame, wantedRate, wantedHeat, wantedScale, memories, mechanism } = this.#history!;
    const { trafficNote, isHeld, accessQueue } = this.#history!;
    if (!frame) return;
    const wait = this.#lastNotes + notesInterval - now;
    // The last frame before the run stands still is told of, too.
    if (wait > 0) {
      this.#notesTimer ??= setTimeout(() => {
        this.#notesTimer = undefined;
        this.#sendNotes(performance.now());
      }, wait);
      return;
    }
    this.#lastNotes = now;
    const counts = countByLlc(frame, this.#machine!.catalog.topology);
    const layers =
      this.#renderer?.notes({
        frame,
        memories,
        mechanism,
        colouring: this.#settings.colouring,
        selection: this.#settings.selection,
      }) ?? {};
    const parts = countParts(frame);
    this.#send({
      kind: 'notes',
      notes: {
        wantedRate,
        wantedHeat,
        wantedScale,
        mechanism: this.#renderer?.form,
        parts,
        counts,
        traffic: trafficNote,
        isHeld,
        accessQueue,
        layers,
      },
    });
  }

  #send(message: FromWorker): void {
    self.postMessage(message);
  }
}

// The worker's own names, which the DOM's types lack.
declare const fonts: FontFaceSet;

/** Makes this thread the worker of one picture. */
export function drawPicture(): void {
  const loop = new RenderLoop();
  self.addEventListener('message', (event: MessageEvent<ToWorker>) => loop.receive(event.data));
}
