// Opens the question for scheduling domains in a page: an instance of the core of its own, with probes, beside those
// that simulate.

import probesHash from '../../../build/core/probes.wasm?hash';
import probesUrl from '../../../build/core/probes.wasm?url';
import { openProbes } from '../probes.ts';
import { fetchCore, openWasm } from '../wasm.ts';
import { type DomainsOfCpu, domainsOf, type MachineShape } from './domains.ts';

export type AskDomains = (shape: MachineShape, cpu: number) => DomainsOfCpu;

/** Rejects with an Error meant for a reader when the core cannot be loaded. */
export async function openDomains(): Promise<AskDomains> {
  const probe = openProbes(await openWasm(await fetchCore(probesUrl, probesHash)));
  return (shape, cpu) => domainsOf(probe, shape, cpu);
}
