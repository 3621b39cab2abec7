// What replays a recording in the place of a simulation, in one chunk.

import type { Backend } from './backend.ts';
import { openRecorded } from './recorded/core.ts';
import { type PackedRun, unpackedRun } from './recorded/packed.ts';

/** What opens a recording, each time with a world of its own; all share its columns. */
export async function openerOf(packed: PackedRun): Promise<() => Promise<Backend>> {
  const run = await unpackedRun(packed);
  return async () => openRecorded(run);
}
