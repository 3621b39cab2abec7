// The definitions of the shipped scenarios as texts that the fuzzer of worlds reads: its seeds and its
// dictionary. The form is that of wasm-core/fuzz/worlds/text.c: "field value value ...".

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { inRoot } from './paths.mjs';

const load = async (name) => (await runnerImport(inRoot(name))).module;

const lineOf = ([name, value]) => `${[name, ...[value].flat()].join(' ')}\n`;

/** Writes a file for every variant of every scenario into `folder`, which is made anew; returns how many. */
export async function writeShippedWorlds(folder) {
  const room = await load('web/scenario/index.ts');
  const { nodeReader } = await load('web/scenario/node.ts');
  const reader = nodeReader(inRoot('scenarios'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const name of room.scenarioNames(reader)) {
    const opened = await room.loadScenario(name, reader, []);
    for (const { id } of opened.scenario.variants) {
      const values = Object.entries(room.buildDefinition(opened, id));
      const said = values.filter(([, value]) => [value ?? []].flat().length > 0);
      const file = `${name.replaceAll('/', '-')}-${id}.world`;
      writeFileSync(path.join(folder, file), said.map(lineOf).join(''));
      count += 1;
    }
  }
  return count;
}
