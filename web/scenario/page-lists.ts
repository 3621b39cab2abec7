// What the page lists ask of a scenario beyond its form: a high mark that holds a batch, and tasks that
// stay on the node of their pages. The core refuses the same (wasm-core/src/mm/mm.c); here it is said
// with the field's path, before anything runs.

import { ScenarioError } from './error.ts';
import type { Kernel } from './kernel-schema.ts';
import type { Scenario, Variant } from './schema.ts';
import type { Timings } from './timings-schema.ts';
import type { Machine } from './topology.ts';
import { hasTrait, workloadNumbers, workloadOfVariant } from './workloads.ts';

type PageLists = NonNullable<Kernel['page_lists']>;

/** One below a power of two near `pages`, as mm/batch.c. */
const belowPowerOfTwo = (pages: number): number =>
  2 ** Math.floor(Math.log2(pages + Math.floor(pages / 2))) - 1;

/** Pages that a node hands out at a time where a kernel computes it from the pages it has. */
export function computedBatch(form: PageLists['form'], nodePages: number): number {
  if (form === 'modern') {
    const share = Math.min(Math.floor(nodePages / 4096), 64);
    return share <= 1 ? 1 : belowPowerOfTwo(share);
  }
  const share = Math.min(Math.floor(nodePages / 1024), form === 'v4.18' ? 128 : 256);
  return Math.max(1, belowPowerOfTwo(Math.max(1, Math.floor(share / 4))));
}

/** Refuses lists of a kernel at `path` whose high mark is below their batch. Throws ScenarioError. */
export function checkPageLists(
  { form, batch, high }: PageLists,
  timings: Timings,
  path: string,
): void {
  const pages = batch ?? computedBatch(form, Math.round(timings.page_lists?.node_pages.value ?? 0));
  if (high === undefined || high >= pages) return;
  throw new ScenarioError(
    `${path}.high`,
    `is ${high}, less than the batch of ${pages} pages${batch === undefined ? ' that the kernel computes' : ''}`,
    `write at least ${pages}, or a smaller batch`,
  );
}

/** CPUs that have a task, in the order of their tasks. */
const cpusWithTasks = ({ node }: Machine, nodes: number): number[] =>
  [...node.keys()].filter((cpu) => node[cpu]! < nodes);

/**
 * Refuses a change of the CPUs of a task (undefined: of all) that the tasks of this workload could not
 * make, or that would take them away from their pages. Throws ScenarioError.
 */
export function checkMove(
  { task, cpus }: { readonly task: number | undefined; readonly cpus: readonly number[] },
  path: string,
  { machine, scenario }: { readonly machine: Machine; readonly scenario: Scenario },
  variant: Variant,
): void {
  const { name } = scenario.workload;
  if (!hasTrait(name, 'page-lists')) return;
  const { nodes = 1, pause = 0 } = workloadNumbers(workloadOfVariant(scenario, variant));
  if (pause === 0) {
    throw new ScenarioError(
      path,
      'moves tasks that never sleep, and a task changes its CPU only while it sleeps',
      'set workload.pause first, such as "1 ms"',
    );
  }
  if (task === undefined && nodes > 1) {
    throw new ScenarioError(
      path,
      'would move tasks to nodes where their pages are not',
      'move one task at a time, inside its node: task.<number>.cpus',
    );
  }
  const begun = cpusWithTasks(machine, nodes);
  const home = task === undefined ? 0 : machine.node[begun[(task - machine.cpus) % begun.length]!];
  const away = cpus.find((cpu) => machine.node[cpu] !== home);
  if (away === undefined) return;
  throw new ScenarioError(
    path,
    `names CPU ${away} of node ${machine.node[away]}, but the pages are on node ${home}`,
    `name CPUs of node ${home} only`,
  );
}
