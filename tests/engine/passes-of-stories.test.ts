// Whose balance passes the stories of split caches tell of, and how far they reach: what no count of a reason says.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ExplainPass } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { seeds } from './steps.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
/** CPUs of one LLC of the machine, both threads of each core. */
const llcCpus = 16;
const nodeOf = (cpu: number) => Math.floor((cpu % 128) / 64);

interface Pass {
  /** The CPU that tasks were to come to. */
  readonly to: number;
  readonly domainCpus: number;
}

/** The balance passes of the measured window that ended for that reason, and the node of the first task. */
async function passesOf(story: string, variant: string, seed: number, reason: string) {
  const overrides = [{ path: 'seed', value: seed }];
  const opened = await loadScenario(`split-llc/${story}`, nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { decisions, reasonCodes } = catalogOf(world);
  const [balance, ended] = [decisions.indexOf('sched_balance_rq'), reasonCodes.indexOf(reason)];
  const passes: Pass[] = [];
  let seen = 0;
  while (world.time < opened.duration) {
    world.step(Math.min(opened.duration, world.time + 20_000));
    for (const end = world.clock().explains; seen < end; seen++) {
      const row = explainRow(world, seen)!;
      if (row.decision !== balance || row.reason !== ended || row.time < opened.window.from)
        continue;
      const { domainCpus } = explainRow(world, seen, ExplainPass)!;
      passes.push({ to: row.chosen, domainCpus });
    }
  }
  world.refresh();
  return { passes, node: nodeOf(world.tasks().at(256).cpu) };
}

describe('a balance pass', () => {
  it.each(seeds)(
    'pulls no worker out of the crowded LLC of a harmful hint at seed %i',
    async (seed) => {
      const { passes } = await passesOf('hint-turns-harmful', 'B', seed, 'LB_MOVED');
      expect(passes.length).toBeGreaterThan(30);
      for (const { domainCpus } of passes) expect(domainCpus).toBeLessThanOrEqual(llcCpus);
    },
  );

  it.each(seeds)(
    'is made for no CPU of the node that STREAM leaves unused at seed %i',
    async (seed) => {
      const { passes, node } = await passesOf('stream-initial-placement', 'A', seed, 'LB_ONE_TASK');
      expect(passes.length).toBeGreaterThan(100);
      for (const { to } of passes) expect(nodeOf(to)).toBe(node);
    },
  );
});
