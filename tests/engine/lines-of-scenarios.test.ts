// The cache lines that scenarios speak of, by name, are lines that the core has.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogOf } from '../../web/engine/catalog.ts';
import { findLine } from '../../web/engine/fields.ts';
import { withScenarioNames } from '../../web/engine/scenario-names.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import {
  buildDefinition,
  lineKey,
  linesOfScenario,
  loadScenario,
  scenarioNames,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
/** It runs workloads of one's own, too. */
const policyCore = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const reader = nodeReader('scenarios');

it.each(scenarioNames(reader))(
  'every line that %s names is there in some variant',
  async (name) => {
    const opened = await loadScenario(name, reader);
    const { variants, steps = [], marks = [] } = opened.scenario;
    const named = [
      ...linesOfScenario(opened.scenario),
      ...[...steps, ...marks].flatMap(({ line }) => line ?? []),
    ];
    const found = new Set<string>();
    for (const { id } of variants) {
      const backend = await openWasm(opened.program ? policyCore : core);
      const definition = buildDefinition(opened, id);
      const known = catalogOf(World.create(backend, definition));
      const catalog = withScenarioNames(known, { program: opened.program }, definition);
      for (const line of named) if (findLine(catalog, line) !== undefined) found.add(lineKey(line));
      backend.dispose();
    }
    expect(named.map(lineKey).filter((key) => !found.has(key))).toEqual([]);
  },
);
