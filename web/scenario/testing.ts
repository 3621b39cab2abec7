// What the tests of this room share: the content folder, a small valid scenario, and a way to look at
// errors. Not part of the program.

import { fileURLToPath } from 'node:url';
import { ScenarioError } from './error.ts';
import type { JsonObject } from './json.ts';
import { nodeReader } from './node.ts';

export const scenariosFolder = fileURLToPath(new URL('../../scenarios', import.meta.url));
export const reader = nodeReader(scenariosFolder);

/** A step that says little and shows the whole machine. */
export const smallStep = {
  ...{ title: 'A step', text: 'The machine runs.' },
  ...{ frame: { of: 'machine' }, tempo: 'flow', rate: '1 µs', hold: '9 s' },
  caption: 'Every CPU works.',
} as const;

/** A small valid scenario with these fields changed; undefined removes one. */
export function smallScenario(changes: Record<string, unknown> = {}): JsonObject {
  const scenario = {
    format: 'schedscape-scenario/2',
    title: 'Two instances on a laptop',
    story: 'cpupri',
    what: 'Two instances run.',
    platform: 'laptop-4c8t',
    variants: [
      { id: 'A', label: 'Baseline', kernel: { version: '6.18', layout: 'base' } },
      { id: 'B', label: 'Patched', kernel: { version: '6.18', layout: 'p1' } },
    ],
    workload: {
      name: 'ffmpeg-token',
      instances: 2,
      cpus: 4,
      threads: 6,
      runnable: 5,
      user: '400 µs',
      kernel: '30 us',
      quantum: 'constant',
    },
    duration: '3 ms',
    ...changes,
  };
  return JSON.parse(JSON.stringify(scenario)) as JsonObject;
}

/** The ScenarioError that `act` throws or rejects with; anything else is passed on. */
export async function refusal(act: () => unknown): Promise<ScenarioError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ScenarioError) return error;
    throw error;
  }
  throw new Error('expected a ScenarioError, but nothing was refused');
}
