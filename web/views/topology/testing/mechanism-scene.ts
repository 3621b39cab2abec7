// Draws a mechanism for tests on a context that writes: what was drawn can be read as elements of an SVG, with a palette whose
// colours are their names.

import type { Catalog, Frame } from '../../../engine/types.ts';
import { SvgContext } from '../../../ui/svg-context.ts';
import type { Palette } from '../../../ui/theme.ts';
import { fitAll } from '../camera.ts';
import { type Colouring, defaultColouring } from '../colouring.ts';
import { type CanvasContext, noMarks, placeCells, screenRect } from '../draw/scene.ts';
import { emptyAccessQueue } from '../empty-access-queue.ts';
import { layoutMachine } from '../layout.ts';
import { type MechanismChoice, type MechanismForm, mostCards } from '../mechanism.ts';
import type { MechanismDrawing, MechanismScene } from '../mechanism-drawing.ts';
import type { Snapshot } from '../snapshot.ts';
import { TaskPlaces } from '../task-places.ts';
import type { Selection } from '../types.ts';
import { lineNames } from '../words.ts';

export const namedPalette = new Proxy(
  {
    textSmall: 11,
    leastText: 9,
    stroke: 1,
    fontText: 'sans-serif',
    fontMono: 'monospace',
    tasks: Array.from({ length: 8 }, (_, hue) => `hue ${hue}`),
    heat: { from: 0, to: 1 },
  } as Partial<Palette>,
  { get: (target, name: string) => target[name as keyof Palette] ?? name },
) as Palette;

export interface Shown {
  readonly size?: { readonly width: number; readonly height: number };
  readonly choice: MechanismChoice;
  /** Without it, as the number of CPUs has it. */
  readonly form?: MechanismForm;
  readonly selection?: Selection;
  readonly colouring?: Colouring;
  readonly fullScale?: number;
}

/** What was drawn, and what is said of it. */
export function drawMechanism(
  drawing: MechanismDrawing,
  catalog: Catalog,
  frame: Frame,
  {
    size: given,
    choice,
    form: asked,
    selection = {},
    colouring = defaultColouring,
    fullScale,
  }: Shown,
) {
  const size = { width: 560, height: 520, ...given, ratio: 1 };
  const isFew = catalog.topology.cpus <= mostCards && !drawing.isStrip;
  const form = asked ?? (isFew ? 'cards' : 'strip');
  const palette = namedPalette;
  const bands = drawing.room({ catalog, palette, size, form });
  const options = { ...size, textSize: palette.textSmall, bands, cards: form === 'cards' };
  const layout = layoutMachine(catalog.topology, options);
  const view = { width: size.width, height: size.height };
  const camera = fitAll(layout, view);
  const kept = drawing.remember?.(catalog);
  const places = new TaskPlaces(catalog);
  places.add(frame);
  const mechanism = { choice, kept, fullScale: fullScale ?? drawing.fullScale?.(frame) ?? 0 };
  const snapshot: Snapshot = {
    frame,
    tempo: 'follow',
    selection,
    domains: undefined,
    hover: -1,
    ring: undefined,
    traffic: { rates: new Float64Array(), shown: [], rest: { directions: 0, rate: 0 }, inside: 0 },
    fullRate: 0,
    colouring,
    heat: { values: undefined, full: 0 },
    shares: new Float32Array(),
    memories: [],
    accessQueue: emptyAccessQueue,
    reducedMotion: false,
    places,
    mechanism,
  };
  const context = new SvgContext(
    { font: '', measureText: (text: string) => ({ width: text.length * 6 }) as TextMetrics },
    'test-',
  );
  const machine = {
    side: 'A' as const,
    catalog,
    lines: lineNames(catalog),
    taskName: (task: number) => `task ${task}`,
  };
  const base = { camera, view, size };
  const scene: MechanismScene = {
    ...base,
    snapshot,
    marks: noMarks,
    placesOf: () => [],
    context: context as unknown as CanvasContext,
    ground: undefined,
    machine,
    layout,
    framing: undefined,
    palette,
    hatches: { stalled: 'stalled', spinning: 'spinning' } as never,
    level: 'near',
    matrix: undefined,
    cells: placeCells(layout, camera, view, 1),
    mechanism,
    form,
    above: screenRect(base, layout.bands.above),
    below: screenRect(base, layout.bands.below),
  };
  drawing.draw(scene);
  const note = drawing.note({ frame, machine, choice, kept, form, selection });
  return { scene, note, body: context.body, texts: textsOf(context.body) };
}

/** All texts of a drawing, in the order in which they were drawn. */
export const textsOf = (body: string): string[] =>
  [...body.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
    text!.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );

/** Rectangles of the paths filled with a colour: their corners and sizes. */
export const rectsOf = (body: string, colour: string) =>
  [...body.matchAll(new RegExp(`<path d="([^"]*)" fill="${colour}"[^>]*>`, 'g'))].flatMap(
    ([, path]) =>
      [...path!.matchAll(/M([\d.-]+) ([\d.-]+)h([\d.-]+)v([\d.-]+)h/g)].map((each) => {
        const [x, y, width, height] = each.slice(1).map(Number) as [number, number, number, number];
        return { x, y, width, height };
      }),
  );
