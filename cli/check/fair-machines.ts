// The machines of a fair-scheduler file: named ones are the presets of the topology vectors that the
// program carries; a file may also bring a preset of its own.

import { readFileSync } from 'node:fs';
import { inProgram } from '../program.ts';
import { isObject, JsonField } from './json-fields.ts';
import { readTopologyMachine, type TopologyMachine } from './topology-machine.ts';

const PRESETS = 'tests/vectors/topology-vectors.json';

export interface FairMachine extends TopologyMachine {
  /** By CPU: number of its LLC and of its node, as the preset lists them. */
  llc: number[];
  node: number[];
}

/** Where topology-machine.ts puts the lists behind the options: core, l2, llc, package, node. */
const OPTIONS = 6;

function withLists(machine: TopologyMachine): FairMachine {
  const list = (position: number) => {
    const start = OPTIONS + position * machine.cpus;
    return machine.words.slice(start, start + machine.cpus);
  };
  return { ...machine, llc: list(2), node: list(4) };
}

let presets: Map<string, JsonField> | undefined;
const known = new Map<string, FairMachine>();

function presetsByName(): Map<string, JsonField> {
  const file: unknown = JSON.parse(readFileSync(inProgram(PRESETS), 'utf8'));
  const fields = new JsonField(file, '').at('presets').items();
  return new Map(fields.map((preset) => [preset.at('id').text(), preset]));
}

/** Throws VectorFileError when the field names no machine we know. */
export function readFairMachine(field: JsonField): FairMachine {
  if (isObject(field.value)) return withLists(readTopologyMachine(field));
  presets ??= presetsByName();
  const name = field.text();
  const found = presets.get(name) ?? field.refuse(`name one of ${[...presets.keys()].join(', ')}`);
  let machine = known.get(name);
  if (!machine) {
    machine = withLists(readTopologyMachine(found));
    known.set(name, machine);
  }
  return machine;
}
