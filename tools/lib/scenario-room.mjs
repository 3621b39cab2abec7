// web/scenario for the build of the page. The compiler of custom workloads, which a browser fetches later, is
// passed in: a module that was imported for a build can no longer fetch.

import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

/** What web/scenario/index.ts exports. */
export async function scenarioRoom() {
  const { module: room } = await runnerImport(inRoot('web/scenario/index.ts'));
  const { module: compiler } = await runnerImport(inRoot('web/scenario/program/compile.ts'));
  room.handInCompiler(compiler);
  return room;
}
