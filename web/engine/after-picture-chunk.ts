// What a run needs as soon as its first picture is out, in one chunk: who reads along, how to find a record, and what is
// kept of its warm start, which comes beside the core.

export { stepBack, stepForward } from './cursor-steps.ts';
export { Observers } from './observers.ts';
export { replayFromStart } from './replay-from-start.ts';
export { openWarmStart } from './warm-start-store.ts';
