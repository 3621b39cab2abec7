// A whole run of a story, measured as the page does, for tests of sentences about it: the report of its window, and
// how often each decision was taken for which reason. The run does not depend on the sentence that is tested.

import { runBatch } from '../../web/engine/batch.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import type { MeasuredRun } from '../../web/engine/metrics.ts';
import type { RanProgram } from '../../web/engine/ran-program.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { measured } from './measured.ts';

export interface StoryRun {
  readonly report: MeasuredRun;
  /** Decisions of the measured window by the code of their reason; empty if they were not counted. */
  readonly decisions: ReadonlyMap<string, number>;
}

interface ToRun {
  /** Whose run it is: some stories are measured in WebAssembly (measured.ts). */
  readonly story: string;
  readonly definition: DefinitionInput;
  /** ns. */
  readonly duration: number;
  /** ns: where the measured window begins. */
  readonly windowStart: number;
  readonly program: RanProgram | undefined;
  readonly counts: boolean;
}

/** Counts the records of decisions as they come; `from`: ns. */
function counting(world: World, from: number) {
  const { reasonCodes } = catalogOf(world);
  const decisions = new Map(reasonCodes.map((code) => [code, 0]));
  let seen = 0;
  const onRecords = () => {
    for (const end = world.clock().explains; seen < end; seen++) {
      const row = explainRow(world, seen);
      if (!row) throw new Error(`the record of decision ${seen} was forgotten before it was read`);
      const code = reasonCodes[row.reason] ?? '';
      if (row.time >= from) decisions.set(code, (decisions.get(code) ?? 0) + 1);
    }
  };
  return { decisions, onRecords };
}

function runOf(world: World, { duration, windowStart, program, counts }: ToRun): StoryRun {
  const options = { duration, windowStart, program };
  const counted = counts ? counting(world, windowStart) : undefined;
  const result = runBatch(world, { ...options, ...(counted && { onRecords: counted.onRecords }) });
  // Loops are nothing that a metric reads, and more than figures.
  return { report: { ...result, loops: undefined }, decisions: counted?.decisions ?? new Map() };
}

export function storyRun(run: ToRun): Promise<StoryRun> {
  const { story, definition, ...asked } = run;
  return measured({ story, definition, asked }, (backend) =>
    runOf(World.create(backend, definition), run),
  );
}
