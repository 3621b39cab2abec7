// What replays a recording in the place of a simulation, in one chunk.

export { openRecorded } from './recorded/core.ts';
export { unpackedRun } from './recorded/packed.ts';
