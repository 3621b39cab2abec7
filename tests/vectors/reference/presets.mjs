// The machines of topology-vectors.json by name, each built when it is first asked for.

import { readFileSync } from 'node:fs';
import { buildMachine } from './topology.mjs';

const file = new URL('../topology-vectors.json', import.meta.url);
export const presets = JSON.parse(readFileSync(file, 'utf8')).presets;

const built = new Map();

export function machineNamed(name) {
  const preset = presets.find(({ id }) => id === name);
  if (!preset) throw new Error(`there is no machine ${name} in topology-vectors.json`);
  if (!built.has(name)) built.set(name, buildMachine(preset));
  return built.get(name);
}
