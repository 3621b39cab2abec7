// Threads on the fields of a structure of one's own: what a writer does to readers of the field beside its own, and what a line
// for each field ends.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchResult, runBatch } from '../../web/engine/batch.ts';
import { fieldAt } from '../../web/engine/fields.ts';
import { runJob } from '../../web/engine/sweep/measure.ts';
import { lineBytes } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { readWorkload } from '../../web/exchange/own/workload/read.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { traceRun } from '../../web/exchange/trace/trace.ts';
import {
  buildDefinition,
  openRecipe,
  parseRecipe,
  ScenarioError,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { blankScenario } from '../../web/scenario/program/other-workload.ts';
import { planSweep } from '../../web/scenario/sweep.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));

const text = `duration 2ms
struct queue {
  unsigned long head;
  unsigned long tail;
};
writer : store head; run 100ns
reader x4 : load tail; run 100ns
`;

async function opened(moved: boolean, workload = text) {
  const recipe = parseRecipe({
    format: 'schedscape-recipe/3',
    scenario: blankScenario,
    machine: 'toy-8cpu-2node',
    workload: readWorkload(workload).form,
    ...(moved && { set: { 'variant.A.workload.fields': 'moved' } }),
  });
  return openRecipe(recipe, nodeReader('scenarios'));
}

async function ran(moved: boolean, workload = text): Promise<BatchResult> {
  const recipe = await opened(moved, workload);
  const world = World.create(await openWasm(core), buildDefinition(recipe, 'A'));
  const { duration, program } = recipe;
  return runBatch(world, { duration, windowStart: 0, program });
}

/** HITM of each field of the structure. */
function hitmOf({ catalog, rows }: BatchResult): Record<string, number> {
  const own = catalog.structures.indexOf('struct queue');
  const sums: Record<string, number> = {};
  for (let row = 0; row < rows.count; row++) {
    const line = rows.line[row]!;
    if (catalog.lines.structure[line] !== own) continue;
    const field = fieldAt(catalog, line * lineBytes + rows.offset[row]!);
    sums[field] = (sums[field] ?? 0) + rows.remoteHitm[row]! + rows.localHitm[row]!;
  }
  return sums;
}

describe('a field that four threads read beside one that another writes', () => {
  let [declared, moved]: readonly (BatchResult | undefined)[] = [];
  beforeAll(async () => {
    [declared, moved] = [await ran(false), await ran(true)];
  });

  it('is taken from its readers again and again, and on a line of its own never', () => {
    expect(hitmOf(declared!).tail).toBeGreaterThan(1000);
    expect(hitmOf(moved!)).toMatchObject({ tail: 0 });
  });

  it('lets all of them come round more often once it has its own line', () => {
    const score = ({ headline }: BatchResult) => headline.score;
    // 75,351 beside 55,343: the writer goes on while its line comes, only readers wait.
    expect(score(moved!)).toBeGreaterThan(1.3 * score(declared!));
  });

  it('goes by its name in the runs of a sweep and in traces, too', async () => {
    const recipe = await opened(false);
    const lines = [{ structure: 'struct queue', field: 'tail' }];
    const plan = await planSweep({ over: [], seeds: 1, lines, rows: true }, async () => recipe);
    const job = plan.jobOf({ index: 0, cell: 0, seed: 1 }, 'A');
    const found = runJob(await openWasm(core), structuredClone(job));
    expect(found.lines[0]!.rows!.map(({ offset }) => offset)).toContain(8);

    const world = World.create(await openWasm(core), buildDefinition(recipe, 'A'));
    const to = 100_000;
    const span = { format: 'chrome', from: 0, to, windowStart: 0, comm: 'mine' } as const;
    const provenance = provenanceOf(recipe, ['A']);
    const { program } = recipe;
    const { result } = traceRun(world, { ...span, program, provenance });
    expect(Object.keys(hitmOf(result)).sort()).toEqual(['head', 'tail']);
  });

  it('is asked for by its name, and a name that is none is refused at its step', async () => {
    const wrong = text.replace('load tail', 'load tial');
    const refused = await ran(false, wrong).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ScenarioError);
    expect((refused as ScenarioError).message).toMatch(
      /"tial" is not a field of a structure; did you mean "tail"\?/,
    );
  });
});
