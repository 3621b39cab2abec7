// Parts of a run that are needed as soon as its first picture is out, in one chunk: the observers, the search for
// records, and what is kept of its warm start, which loads beside the core.

export { stepBack, stepForward } from './cursor-steps.ts';
export { Observers } from './observers.ts';
export { replayFromStart } from './replay-from-start.ts';
export { openWarmStart } from './warm-start-store.ts';
