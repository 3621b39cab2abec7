// The worker of a comparison: two worlds, run beside each other until they part. It reports its findings as it
// goes; its owner ends it with terminate().

import * as comlink from 'comlink';
import { reportLife } from '../../base/worker-life.ts';
import type { DefinitionInput } from '../definition.ts';
import { fetchModule, moduleOf } from '../modules.ts';
import { openWasm } from '../wasm.ts';
import { World } from '../world.ts';
import { compareRuns } from './compare.ts';
import type { RunDifference } from './types.ts';

/** ms between two reports. */
const reportInterval = 250;

async function compare(
  first: DefinitionInput,
  second: DefinitionInput,
  duration: number,
  report: (difference: RunDifference) => void,
): Promise<RunDifference> {
  const module = await fetchModule(moduleOf(first, second));
  const [one, two] = await Promise.all([openWasm(module), openWasm(module)]);
  const worlds = { first: World.create(one, first), second: World.create(two, second) };
  const comparing = compareRuns(worlds, duration);
  let last = performance.now();
  for (;;) {
    const { value, done } = comparing.next();
    if (done) return value;
    if (performance.now() - last < reportInterval) continue;
    last = performance.now();
    report(value);
  }
}

const service = { compare };
export type DifferenceService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);
