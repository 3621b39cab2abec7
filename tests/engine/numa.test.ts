// What the scenario of NUMA balancing against caches must come to: the sequence of moves. Version 1 fetches
// back what NUMA balancing has moved, later versions let it go, and say why.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MIGRATE, RECORD } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

interface Move {
  readonly task: number;
  /** Nodes. */
  readonly from: number;
  readonly to: number;
  readonly byNuma: boolean;
}

/** The moves between nodes of the threads of a variant, in order, and the reasons that were left. */
async function movesOf(variant: string, version?: string) {
  const set = version
    ? [{ path: `variant.${variant}.kernel.cache_aware.version`, value: version }]
    : [];
  const opened = await loadScenario('cache-aware/numa', nodeReader('scenarios'), set);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { cpus, node } = opened.machine;
  const catalog = catalogOf(world);
  const moves: Move[] = [];
  const reasons = new Set<string>();
  let [seen, told] = [0, 0];
  while (world.time < opened.duration) {
    world.step(Math.min(opened.duration, world.time + 1_000_000));
    for (const end = world.clock().explains; told < end; told++) {
      reasons.add(catalog.reasons[explainRow(world, told)!.reason]!);
    }
    for (const end = world.clock().records; seen < end; seen++) {
      const row = world.ring().at(seen % world.at.ringRecords);
      if (row.kind !== RECORD.MIGRATE || row.a < cpus || row.a >= cpus + 6) continue;
      const [from, to] = [node[row.b]!, node[row.c]!];
      if (from !== to) moves.push({ task: row.a - cpus, from, to, byNuma: row.d === MIGRATE.NUMA });
    }
  }
  return { moves, reasons };
}

describe('NUMA balancing against the preference for a cache', () => {
  it('in version 1 sends two of three threads to their memory again and again, and the third once', async () => {
    const { moves, reasons } = await movesOf('A');
    const ways = [1, 3, 5].map((thread) => moves.filter(({ task }) => task === thread));
    const [least, ...often] = ways.map(({ length }) => length).sort((a, b) => a - b);
    expect(least).toBe(1);
    expect(Math.min(...often)).toBeGreaterThanOrEqual(6);
    for (const way of ways) {
      // Out by NUMA balancing, back by the balancer, in turn.
      way.forEach(({ from, to, byNuma }, at) => {
        expect([from, to, byNuma]).toEqual(at % 2 === 0 ? [0, 1, true] : [1, 0, false]);
      });
    }
    expect(moves.filter(({ task }) => task % 2 === 0)).toEqual([]);
    expect(reasons).toContain('the task moves to the LLC that its process prefers');
  });

  it.each(['v2', 'v3', 'v4', 'merged'])('in %s sends them once', async (version) => {
    const { moves, reasons } = await movesOf('B', version);
    expect(moves.map(({ task }) => task).sort()).toEqual([1, 3, 5]);
    for (const { from, to, byNuma } of moves) expect([from, to, byNuma]).toEqual([0, 1, true]);
    expect(reasons).toContain("a CPU on the node of the task's memory is idle");
  });
});
