// A wake-up: which CPUs the last search looked at and in which order, what it found, which CPU it took, and which had
// nothing to do and were never asked. The same of a new task.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { MechanismDrawing, MechanismMoment } from '../../mechanism-drawing.ts';
import { drawWakeUp } from './draw.ts';
import { panelRoom } from './panel.ts';
import { isNeverAsked, type Placement, placementOf } from './placement.ts';
import { placesOfWakeUp } from './places.ts';

export interface WakeUpNote {
  readonly placement: Placement;
  readonly task: string;
  /** CPUs that had nothing to do and were never asked. */
  readonly never: readonly number[];
}

/** Undefined before the first search. */
function note({ frame, machine, choice }: MechanismMoment): WakeUpNote | undefined {
  const placement = placementOf(machine.catalog, choice.decision, frame.time);
  if (!placement) return undefined;
  const cpus = Array.from({ length: frame.cpus.count }, (_, cpu) => cpu);
  const never = cpus.filter((cpu) => isNeverAsked(frame, placement, cpu, ACTIVITY.IDLE));
  return { placement, task: machine.taskName(placement.task), never };
}

export default {
  room: ({ palette }) => ({ above: 0, below: panelRoom(palette.textSmall) }),
  keeps: ['domains', 'selection'],
  draw: drawWakeUp,
  places: placesOfWakeUp,
  note,
} satisfies MechanismDrawing;
