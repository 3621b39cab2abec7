// The definitions of the shipped scenarios as texts that the fuzzer of worlds reads: its seeds and its
// dictionary. The form is that of wasm-core/fuzz/worlds/text.c: "field value value ...".

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hashFiles, listFiles, writeFolderWhole } from './files.mjs';
import { openModules } from './page-modules.mjs';
import { buildDir, inRoot, root } from './paths.mjs';

const lineOf = ([name, value]) => `${[name, ...[value].flat()].join(' ')}\n`;

/** The policies to begin with, each as the fields of a definition that it sets. */
async function shippedPolicies(load) {
  const { starters } = await load('web/policy/starters.ts');
  const { compilePolicy } = await load('web/policy/compile.ts');
  const { policyValues } = await load('web/policy/values.ts');
  return starters.map(({ id, source }) => ({ id, values: policyValues(compilePolicy(source)) }));
}

/** Workloads of one's own from tests/fixtures/own, each on a plain machine with the kernels of the plain scenario. */
async function ownWorkloads(load, room, reader) {
  const { readWorkload } = await load('web/exchange/own/workload/read.ts');
  const { parseWorkload } = await load('web/scenario/program/compile.ts');
  const { blankScenario } = await load('web/scenario/program/other-workload.ts');
  const found = [];
  for (const name of ['every-step.txt', 'hand-over.json']) {
    const text = readFileSync(inRoot('tests/fixtures/own', name), 'utf8');
    const workload = parseWorkload(readWorkload(text).form);
    const opened = await room.openScenario(blankScenario, reader, [], { workload });
    for (const { id } of opened.scenario.variants) {
      found.push([`own-${name}-${id}`, room.buildDefinition(opened, id)]);
    }
  }
  return found;
}

/**
 * Writes a file for every variant of every scenario into `folder`, one for every policy to begin with, each on another
 * kernel that asks policies, and some for workloads of one's own; returns how many. Others may read the folder meanwhile.
 */
export async function writeShippedWorlds(folder) {
  const { load, close } = await openModules();
  try {
    const texts = await shippedTexts(load);
    writeFolderWhole(folder, texts);
    return texts.size;
  } finally {
    await close();
  }
}

/** Where the fuzzer of worlds finds them. */
export const shippedFolder = path.join(buildDir, 'fuzz/shipped');

/** Writes them there; resolves to the hash of what was written. */
export async function shippedWorlds(folder = shippedFolder, write = writeShippedWorlds) {
  await write(folder);
  return hashFiles(listFiles([path.relative(root, folder)]));
}

/** The texts by the names of their files. */
async function shippedTexts(load) {
  const policies = await shippedPolicies(load);
  const room = await load('web/scenario/index.ts');
  const { nodeReader } = await load('web/scenario/node.ts');
  const reader = nodeReader(inRoot('scenarios'));
  const texts = new Map();
  const add = (name, definition) => {
    const said = Object.entries(definition).filter(([, value]) => [value ?? []].flat().length > 0);
    texts.set(`${name.replaceAll('/', '-')}.world`, said.map(lineOf).join(''));
  };
  for (const name of room.scenarioNames(reader)) {
    const opened = await room.loadScenario(name, reader, []);
    for (const { id } of opened.scenario.variants) {
      const definition = room.buildDefinition(opened, id);
      add(`${name}-${id}`, definition);
      const policy = definition.fair_class === 1 && policies.shift();
      if (policy) add(`policy-${policy.id}`, { ...definition, ...policy.values });
    }
  }
  for (const [name, definition] of await ownWorkloads(load, room, reader)) add(name, definition);
  return texts;
}
