// A scenario on another machine than its own: which of its parts still hold there, and how a workload
// that was made for more CPUs is cut to fit. Knows nothing of pickers and imports; those make shapes.

import type { Json, JsonObject } from './json.ts';
import type { Machine } from './topology.ts';
import { type WorkloadSettings, workloadNamed } from './workloads.ts';

/** What a document says of its own machine only: steps that point at its cores, figures measured on it, its question and answer. */
const ofItsMachine = ['steps', 'published', 'question', 'why'];

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

/** Title and text of a scenario elsewhere: what runs, and where. What its own say is true of its own machine. */
export function toldElsewhere(
  title: string,
  { name }: WorkloadSettings,
  { cpus, packages, nodes, llcs }: Machine,
): { readonly title: string; readonly what: string } {
  const counts = [
    [cpus, 'CPU'],
    [packages, 'socket'],
    [nodes, 'node'],
    [llcs, 'last-level cache'],
  ] as const;
  const shape = counts.map(([count, of]) => `${count} ${of}${count === 1 ? '' : 's'}`).join(', ');
  return {
    title: `${name} on ${cpus} CPUs`,
    what: `The workload and the kernels of “${title}” run here on another machine: ${shape}. Steps, questions and published figures belong to the story’s own machine, so they are left out.`,
  };
}

/** The workload made to fit the machine, and a sentence for a reader if something had to change. */
export function fitWorkload(
  workload: WorkloadSettings,
  machine: Machine,
): { readonly workload: WorkloadSettings; readonly notice?: string } {
  const fit = workloadNamed(workload.name).fit(workload, machine);
  const changed = Object.entries(fit).filter(
    ([name, value]) => workload[name] !== undefined && workload[name] !== value,
  );
  if (changed.length === 0) return { workload };
  const said = changed.map(([name, value]) => `${name} ${workload[name]} → ${value}`).join(', ');
  // What is no count says where something lies.
  const isOfNodes = changed.every(([, value]) => typeof value === 'string');
  return {
    workload: { ...workload, ...Object.fromEntries(changed) },
    notice: `The workload is fitted to ${isOfNodes ? 'one node' : `${machine.cpus} CPUs`}: ${said}.`,
  };
}
