// What a run needs as soon as its first picture is out, in one chunk: who reads along, and how to find a record.

export { stepBack, stepForward } from './cursor-steps.ts';
export { Observers } from './observers.ts';
