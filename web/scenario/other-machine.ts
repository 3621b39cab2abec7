// A scenario on another machine than its own: which of its parts still hold there, and how a workload
// that was made for more CPUs is cut to fit. Knows nothing of pickers and imports; those make shapes.

import type { Json, JsonObject } from './json.ts';
import type { Machine } from './topology.ts';
import type { WorkloadSettings } from './workloads.ts';

/** What a document says of its own machine only: shots of its cores, figures measured on it. */
const ofItsMachine = ['shots', 'published', 'predict', 'checks'];

/** The document with the machine in place of its own. Layouts that its variants name stay known. */
export function onMachine(document: JsonObject, machine: Json): JsonObject {
  const own = document.platform;
  const layouts = isObject(own) ? own.layouts : undefined;
  const given = isObject(machine) ? machine : { topology: machine };
  const kept = Object.entries(document).filter(([key]) => !ofItsMachine.includes(key));
  return {
    ...Object.fromEntries(kept),
    platform: layouts === undefined ? given : { ...given, layouts },
  };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

type Counts = Readonly<Record<string, number>>;
type Cut = (now: Counts, machine: Machine) => Counts;

/** By workload: its counts, made smaller where the machine is too small for them. */
const cuts: Readonly<Record<string, Cut>> = {
  'ffmpeg-token': fitInstances,
  'ffmpeg-fork-join': fitInstances,
  cyclic: ({ threads = 1 }, { cpus }) => ({ threads: Math.min(threads, cpus) }),
  'pi-stress': ({ groups = 1 }, { cpus }) => ({ groups: Math.max(1, Math.min(groups, cpus - 1)) }),
  'page-fault1': fitNodes,
  'page-fault2': fitNodes,
};

function fitNodes({ nodes = 1 }: Counts, machine: Machine): Counts {
  return { nodes: Math.min(nodes, machine.nodes) };
}

/** Whole cores an instance, its threads in proportion, and as many instances as then have room. */
function fitInstances(now: Counts, machine: Machine): Counts {
  const { instances = 1, cpus = 1, threads = 1, runnable } = now;
  const { threadsPerCore } = machine;
  const room = Math.min(cpus, machine.cpus);
  const own = Math.max(threadsPerCore, room - (room % threadsPerCore));
  const share = (count: number) => Math.max(1, Math.round((count * Math.min(own, cpus)) / cpus));
  return {
    cpus: own,
    threads: Math.max(2, share(threads)),
    ...(runnable === undefined ? {} : { runnable: share(runnable) }),
    instances: Math.max(1, Math.min(instances, Math.floor(machine.cpus / own))),
  };
}

/** Memory cannot lie on a second node where there is none. */
function onItsNodes(workload: WorkloadSettings, machine: Machine) {
  const { memory_on: on } = workload;
  if (machine.nodes > 1 || (on !== 'second-node' && on !== 'in-turn')) return { workload };
  return {
    workload: { ...workload, memory_on: 'first-node' },
    notice: `The workload is fitted to one node: memory_on ${on} → first-node.`,
  };
}

/** The workload cut to fit the machine, and a sentence for a reader if something had to change. */
export function fitted(
  workload: WorkloadSettings,
  machine: Machine,
): { readonly workload: WorkloadSettings; readonly notice?: string } {
  const cut = cuts[workload.name];
  if (!cut) return onItsNodes(workload, machine);
  const counts = Object.fromEntries(
    Object.entries(workload).filter((entry): entry is [string, number] => {
      return typeof entry[1] === 'number';
    }),
  );
  const changed = Object.entries(cut(counts, machine)).filter(
    ([name, count]) => counts[name] !== undefined && counts[name] !== count,
  );
  if (changed.length === 0) return { workload };
  const said = changed.map(([name, count]) => `${name} ${counts[name]} → ${count}`).join(', ');
  return {
    workload: { ...workload, ...Object.fromEntries(changed) },
    notice: `The workload is fitted to ${machine.cpus} CPUs: ${said}.`,
  };
}
