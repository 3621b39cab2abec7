// The pages on policies: what they show can be run, and what they name is what there is.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile.ts';
import { fields, policyCalls, questions } from './words.ts';

const page = ['tutorial', 'reference']
  .map((name) => readFileSync(`docs/policy-${name}.md`, 'utf8'))
  .join('\n');
const policies = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);

describe('the pages on policies', () => {
  it('shows policies that can be run', () => {
    expect(policies.length).toBeGreaterThan(4);
    for (const text of policies) expect(compilePolicy(text).points).not.toEqual([]);
  });

  it('names every point, question and field of a task', () => {
    const names = [...policyCalls.keys(), ...questions.keys()].map((name) => `\`${name}(`);
    const ofTasks = [...fields.keys()].map((name) => `\`p.${name}\``);
    expect([...names, ...ofTasks].filter((name) => !page.includes(name))).toEqual([]);
  });
});
