// The layers of the machine's picture in the order in which they are drawn: what comes later covers what
// came before. What does not move lies under all of them (draw/frames.ts), the queue below the machine is no
// layer (draw/queue.ts).

import type { Catalog, Frame } from '../../../engine/types.ts';
import type { Colouring } from '../colouring.ts';
import type { DrawnTopology } from '../draw/scene.ts';
import type { LazyMemories, Memory } from '../memory.ts';
import { cards, momentLayer, numbers, shares, utilisation } from './cpus/layers.ts';
import { domains } from './domains/layer.ts';
import { epoch } from './epoch/layer.ts';
import { homes } from './homes/layer.ts';
import type { Drawing, Layer, LazyLayer } from './layer.ts';
import type { LazyLayerName, LazyLayers } from './lazy-layers.ts';
import { line } from './line.ts';
import { moves } from './moves/layer.ts';
import { occupancy } from './occupancy/layer.ts';
import { passes } from './passes/layer.ts';
import { ribbons } from './ribbons/layer.ts';
import { ring } from './ring/layer.ts';
import { queueMarks, selection } from './selection.ts';
import { sharing } from './sharing/layer.ts';
import { taskNames, tasks } from './tasks/layer.ts';
import { transfers } from './transfers/layer.ts';

export const layers: readonly (Layer | LazyLayer)[] = [
  utilisation,
  shares,
  momentLayer,
  sharing,
  cards,
  numbers,
  tasks,
  homes,
  ribbons,
  queueMarks,
  line,
  transfers,
  passes,
  moves,
  domains,
  taskNames,
  selection,
  occupancy,
  epoch,
  ring,
];

/** A layer that can be drawn now. */
export interface DrawableLayer extends Pick<Layer, 'name' | 'when' | 'draw'> {
  readonly note: Drawing['note'] | undefined;
  readonly places: Drawing['places'] | undefined;
  readonly drawsGround: boolean | undefined;
  /** Its place in `layers`: that of its memory in a snapshot. */
  readonly at: number;
}

/** What each layer keeps of a new machine; of late ones as soon as they are there. */
export function memoriesOf(catalog: Catalog, loaded?: LazyMemories): (Memory | undefined)[] {
  return layers.map((layer) =>
    (loaded?.[layer.name] ?? ('draw' in layer ? layer : undefined))?.remember?.(catalog),
  );
}

/** A drawing gets what the layer of its own name has kept; one that is loaded takes the place of that of the first picture. */
const drawingOf = (layer: Layer | LazyLayer, loaded: LazyLayers | undefined): Drawing | undefined =>
  (loaded?.[layer.name as LazyLayerName] as Drawing | undefined) ??
  ('draw' in layer ? layer : undefined);

/** What can be drawn of the layers, in order; `loaded` as soon as it is. */
export function drawnWith(loaded: LazyLayers | undefined): readonly DrawableLayer[] {
  return layers.flatMap((layer, at) => {
    const drawing = drawingOf(layer, loaded);
    const { name, when } = layer;
    if (!drawing) return [];
    const { draw, note, drawsGround, places } = drawing;
    return [{ at, name, when, draw, note, drawsGround, places }];
  });
}

/** What each of them says of a frame, by its name. */
export function notesOf(
  drawn: readonly DrawableLayer[],
  frame: Frame,
  machine: DrawnTopology,
  memories: readonly (Memory | undefined)[],
  colouring: Colouring,
): Readonly<Record<string, unknown>> {
  const said = drawn.flatMap(({ name, note, at }) =>
    note ? [[name, note(frame, machine, memories[at], colouring)] as const] : [],
  );
  return Object.fromEntries(said);
}
