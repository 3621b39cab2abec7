// Opens the race explorer in a page: an instance of the core of its own, with probes, beside those that simulate.

import probesHash from '../../../build/core/probes.wasm?hash';
import probesUrl from '../../../build/core/probes.wasm?url';
import { openProbes } from '../probes.ts';
import { fetchCore, openWasm } from '../wasm.ts';
import { explore, followOrder } from './explorer.ts';
import type { Exploration, FollowedOrder, MemoryRace } from './race.ts';

/** What a view asks of races. */
export interface Races {
  readonly explore: (race: MemoryRace) => Exploration;
  readonly follow: (race: MemoryRace, choices: readonly number[]) => FollowedOrder;
}

/** The states of the largest race the core takes need 12 MiB. */
const memoryBytes = 32 * 2 ** 20;

/** Rejects with an Error meant for a reader when the core cannot be loaded. */
export async function openRaces(): Promise<Races> {
  const probe = openProbes(await openWasm(await fetchCore(probesUrl, probesHash)), memoryBytes);
  return {
    explore: (race) => explore(probe, race),
    follow: (race, choices) => followOrder(probe, race, choices),
  };
}
