// Opens the race explorer in a page: an instance of the core of its own, with probes, beside those that simulate.

import probesHash from '../../../build/core/probes.wasm?hash';
import probesUrl from '../../../build/core/probes.wasm?url';
import { openProbes } from '../probes.ts';
import { fetchCore, openWasm } from '../wasm.ts';
import { explore, follow } from './explorer.ts';
import type { Exploration, Followed, Race } from './race.ts';

/** What a view asks of races. */
export interface Races {
  readonly explore: (race: Race) => Exploration;
  readonly follow: (race: Race, choices: readonly number[]) => Followed;
}

/** The states of the largest race the core takes need 12 MiB. */
const memoryBytes = 32 * 2 ** 20;

/** Rejects with an Error meant for a reader when the core cannot be loaded. */
export async function openRaces(): Promise<Races> {
  const probe = openProbes(await openWasm(await fetchCore(probesUrl, probesHash)), memoryBytes);
  return {
    explore: (race) => explore(probe, race),
    follow: (race, choices) => follow(probe, race, choices),
  };
}
