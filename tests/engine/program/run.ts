// Runs a workload of one's own on the real core, for the tests beside this file.

import { readFileSync } from 'node:fs';
import { TASK } from '../../../web/engine/abi.gen.ts';
import { runBatch } from '../../../web/engine/batch.ts';
import type { Loop } from '../../../web/engine/loops.ts';
import { taskName } from '../../../web/engine/task-names.ts';
import type { Catalog } from '../../../web/engine/types.ts';
import { openWasm } from '../../../web/engine/wasm.ts';
import { World } from '../../../web/engine/world.ts';
import { readWorkload } from '../../../web/exchange/own/workload/read.ts';
import { buildDefinition, openScenario } from '../../../web/scenario/index.ts';
import { nodeReader } from '../../../web/scenario/node.ts';
import { parseWorkload } from '../../../web/scenario/program/compile.ts';
import { blankScenario } from '../../../web/scenario/program/other-workload.ts';
import type { WorkloadForm } from '../../../web/scenario/program/schema.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const reader = nodeReader('scenarios');

export interface Ran {
  readonly result: ReturnType<typeof runBatch>;
  /** Names of the tasks that sleep at the end. */
  readonly asleep: readonly string[];
  /** Of the tasks of a kind, in order of time. */
  readonly loops: (kind: string, number?: number) => readonly Loop[];
}

export async function runForm(form: WorkloadForm, seed = 1): Promise<Ran> {
  const overrides = [{ path: 'seed', value: seed }];
  const opened = await openScenario(blankScenario, reader, overrides, { workload: form });
  const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
  const { duration, program } = opened;
  const { kinds } = program!;
  const result = runBatch(world, { duration, windowStart: 0, program });
  const loops = (kind: string, number?: number) =>
    result.loops!.loops.filter(
      (loop) => kinds[loop.kind]!.name === kind && (number === undefined || loop.number === number),
    );
  return { result, loops, asleep: asleepIn(world, result.catalog) };
}

function asleepIn(world: World, catalog: Catalog): string[] {
  world.refresh();
  const tasks = world.tasks();
  return Array.from({ length: tasks.count }, (_, task) => task)
    .filter((task) => tasks.at(task).state === TASK.SLEEPING)
    .map((task) => taskName(catalog, task));
}

/** From the text of a file, in whatever form. */
export const runText = (text: string, seed = 1): Promise<Ran> => runForm(formOf(text), seed);

export const formOf = (text: string): WorkloadForm => parseWorkload(readWorkload(text).form);
