// One cache line: the fields that share it, the waiters, last writer and last reader of each, the owner of the line
// and its state, and the queue for it.

import type { Pointer } from '../../../../scenario/pointer.ts';
import type { MechanismDrawing, MechanismMoment, MechanismScene } from '../../mechanism-drawing.ts';
import type { Memory } from '../../memory.ts';
import { fillQueue, queueFor } from '../../queue.ts';
import type { RingPlace } from '../../ring.ts';
import { barOf, drawLine, lineNow, lineRoom, placeStretches, stretchesNow } from './draw.ts';
import { coresWith, FetchMemory, type Held, heldOf, lineShown, waitingFor } from './fields.ts';
import type { LineMemory } from './memory.ts';

export interface LineNote {
  readonly name: string;
  readonly held: Held | undefined;
  readonly queue: readonly number[];
  readonly cores: readonly number[];
  readonly fields: readonly {
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly waiting: number;
    readonly writer: number;
    readonly reader: number;
  }[];
}

/** Undefined before the first miss. */
function note({ frame, machine, choice, kept, selection }: MechanismMoment): LineNote | undefined {
  const { catalog } = machine;
  const line = lineShown(catalog, frame, selection.line, choice.focus);
  if (line < 0) return undefined;
  const { fetches } = kept as LineMemory;
  const queue = queueFor(frame.cpus.count);
  fillQueue(queue, frame.cpus, 'line', line);
  return {
    name: machine.lines[line] ?? '',
    held: heldOf(frame, line),
    queue: [...queue.cpus.subarray(0, queue.count)],
    cores: coresWith(frame, line),
    fields: stretchesNow(catalog, line).map((stretch) => ({
      ...stretch,
      waiting: waitingFor(frame, line, stretch),
      writer: fetches.last('writer', stretch),
      reader: fetches.last('reader', stretch),
    })),
  };
}

/** A field of the line that is shown, or all of it. */
function places(scene: MechanismScene, pointed: Pointer): readonly RingPlace[] {
  const { catalog } = scene.machine;
  const line = lineNow(scene);
  if (line < 0) return [];
  const structure = catalog.structures[catalog.lines.structure[line]!];
  if (pointed.kind === 'line') {
    const isIt = structure === pointed.structure && catalog.lines.lineNumber[line] === pointed.line;
    return isIt ? [barOf(scene)] : [];
  }
  if (pointed.kind !== 'field' || structure !== pointed.structure) return [];
  const stretches = stretchesNow(catalog, line);
  return placeStretches(barOf(scene), stretches).filter((_, at) => {
    const { name } = stretches[at]!;
    return name === pointed.field || name.startsWith(`${pointed.field}[`);
  });
}

export default {
  isStrip: true,
  room: ({ palette }) => ({ above: 0, below: lineRoom(palette.textSmall) }),
  remember: (catalog): LineMemory => {
    const fetches = new FetchMemory(catalog);
    const add: Memory['add'] = (frame, settings) => fetches.add(frame, settings);
    return { queue: queueFor(catalog.topology.cpus), fetches, add };
  },
  draw: drawLine,
  places,
  note,
} satisfies MechanismDrawing;
