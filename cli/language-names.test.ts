// Names that the language gives every object (`constructor`) are names like any other where a word is looked up:
// unknown, and said to be so.

import { describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const story = 'cpupri/ffmpeg-480';
const names = ['__proto__', 'constructor', 'toString'];
/** By what is looked up: the line that asks for it, where X stands for the name, and what is answered. */
const asked = {
  command: ['X', 'is not a command'],
  scenario: ['run X', 'is not the name of a scenario'],
  variant: [`run ${story} --duration 1ms --variant X`, 'does not exist; the variants are'],
  'path of a field': [`run ${story} --set X=1`, 'is not'],
  key: [`run ${story} --set workload.X=1`, 'is not'],
  backend: [`run ${story} --backend X`, 'must be wasm or native'],
  metric: [`sweep ${story} --over workload.user=1us --metric X`, 'is not a metric'],
  'dimension of a sweep': [`sweep ${story} --over X=1,2`, 'is not'],
  format: [`export ${story} --format X`, 'must be ftrace'],
  story: ['fidelity X', 'is not a story'],
} as const;

describe.each(Object.entries(asked))('a name of the language as %s', (_, [line, answer]) => {
  it.each(names)('%s: is refused in words', async (name) => {
    const { code, out, err } = await schedscape(...line.replace('X', name).split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(name);
    expect(err).toContain(answer);
  });
});
