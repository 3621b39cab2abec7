// The definitions of the shipped scenarios as texts that the fuzzer of worlds reads: its seeds and its
// dictionary. The form is that of wasm-core/fuzz/worlds/text.c: "field value value ...".

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

const load = async (name) => (await runnerImport(inRoot(name))).module;

const lineOf = ([name, value]) => `${[name, ...[value].flat()].join(' ')}\n`;

/** The policies to begin with, each as the fields of a definition that it sets. */
async function shippedPolicies() {
  const { starters } = await load('web/policy/starters.ts');
  const { compilePolicy } = await load('web/policy/compile.ts');
  const { policyValues } = await load('web/policy/values.ts');
  return starters.map(({ id, source }) => ({ id, values: policyValues(compilePolicy(source)) }));
}

/**
 * Writes a file for every variant of every scenario into `folder`, which is made anew, and one for every policy to
 * begin with, each on another kernel that asks policies; returns how many.
 */
export async function writeShippedWorlds(folder) {
  const policies = await shippedPolicies();
  const room = await load('web/scenario/index.ts');
  const { nodeReader } = await load('web/scenario/node.ts');
  const reader = nodeReader(inRoot('scenarios'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const write = (name, definition) => {
    const said = Object.entries(definition).filter(([, value]) => [value ?? []].flat().length > 0);
    const file = `${name.replaceAll('/', '-')}.world`;
    writeFileSync(path.join(folder, file), said.map(lineOf).join(''));
    count += 1;
  };
  for (const name of room.scenarioNames(reader)) {
    const opened = await room.loadScenario(name, reader, []);
    for (const { id } of opened.scenario.variants) {
      const definition = room.buildDefinition(opened, id);
      write(`${name}-${id}`, definition);
      const policy = definition.fair_class === 1 && policies.shift();
      if (policy) write(`policy-${policy.id}`, { ...definition, ...policy.values });
    }
  }
  return count;
}
