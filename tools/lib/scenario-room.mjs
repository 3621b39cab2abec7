// The room of scenarios for who builds the page. What it fetches later in a browser, the compiler of workloads of one's
// own, is handed in: a module that was imported for a build cannot fetch any more.

import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

/** What web/scenario/index.ts exports. */
export async function scenarioRoom() {
  const { module: room } = await runnerImport(inRoot('web/scenario/index.ts'));
  const { module: compiler } = await runnerImport(inRoot('web/scenario/program/compile.ts'));
  room.handInCompiler(compiler);
  return room;
}
