// Tasks on their way to another CPU.

import type { Memory } from '../../memory.ts';
import type { LateLayer } from '../layer.ts';
import { Flights } from './flights.ts';

interface Kept extends Memory {
  readonly flights: Flights;
}

function remember(): Kept {
  const flights = new Flights();
  return { flights, add: (frame, { selection }) => flights.add(frame, selection.group ?? -1) };
}

export const flights: LateLayer<Kept> = {
  name: 'flights',
  when: ({ level, snapshot }) => level !== 'far' && snapshot.tempo !== 'summary',
  remember,
};
