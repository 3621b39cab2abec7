// How long an access may take: what the scenario format takes and what the core takes are the same.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../web/engine/backend.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario, ScenarioError } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { MOST_ACCESS_NS } from '../../web/scenario/timings-schema.ts';

const reader = nodeReader('scenarios');
let backend: Backend;
beforeAll(async () => {
  backend = await openWasm(new WebAssembly.Module(readFileSync('build/core/core.wasm')));
});

const opened = (path: string, ns: number) =>
  loadScenario('cpupri/cyclic', reader, [{ path: `platform.adjust.${path}`, value: `${ns} ns` }]);

const classes = ['same_llc', 'same_socket_near', 'same_socket_far', 'other_socket'];
const homes = ['local', 'same_socket_near', 'same_socket_far', 'other_socket'];

describe('the longest access', () => {
  it.each([
    ...['l1', 'llc_hit', 'atomic_hit'].map((name) => `latency.${name}`),
    ...['hitm', 'clean'].flatMap((kind) => classes.map((name) => `${kind}.${name}`)),
    ...homes.map((name) => `dram.${name}`),
    ...['dir_penalty', 'line.read_service', 'line.ack_per_domain'],
  ])('of %s is that of the core, and one more is refused by both', async (path) => {
    const scenario = await opened(path, MOST_ACCESS_NS);
    const definition = buildDefinition(scenario, 'A');
    World.create(backend, definition);
    await expect(opened(path, MOST_ACCESS_NS + 1)).rejects.toThrow(ScenarioError);
    const usual = buildDefinition(await loadScenario('cpupri/cyclic', reader), 'A');
    const changed = Object.entries(definition).filter(
      ([name, value]) => value === MOST_ACCESS_NS * 1000 && /_ps$/.test(name),
    );
    expect(changed.length).toBeGreaterThan(0);
    for (const [name] of changed) {
      const longer = { ...definition, [name]: MOST_ACCESS_NS * 1000 + 1 };
      expect(() => World.create(backend, longer)).toThrow(`${name}: 100000001 cannot be used`);
      expect(Reflect.get(usual, name)).not.toBe(MOST_ACCESS_NS * 1000);
    }
  });

  it('of a transfer matrix is that of the core, too', async () => {
    const definition = buildDefinition(await loadScenario('cpupri/cyclic', reader), 'A');
    const matrix = (most: number) => ({
      ...definition,
      hitm_matrix_nodes: definition.nodes,
      hitm_matrix_ns: Array.from({ length: definition.nodes ** 2 }, () => most),
    });
    World.create(backend, matrix(MOST_ACCESS_NS));
    expect(() => World.create(backend, matrix(MOST_ACCESS_NS + 1))).toThrow('hitm_matrix_ns[0][0]');
  });
});
