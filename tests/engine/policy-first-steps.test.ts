// The first steps of the Policy view: what each says of its policy beside Linux is so, in the story that it takes one to.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { starters } from '../../web/policy/starters.ts';
import { firstSteps } from '../../web/views/policy/first-steps.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'first-steps-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The race of a step's policy with Linux in its story: the median of its gains in percent, and how many seeds agree in sign. */
async function race(title: string, seeds: number, metric: string, duration: string) {
  const { starter, scenario } = firstSteps.find((step) => step.title === title)!;
  const file = path.join(folder, `${starter}.js`);
  writeFileSync(file, starters.find(({ id }) => id === starter)!.source);
  const { out, code } = await schedscape(
    ...['race', scenario, '--policy', file, '--seeds', `${seeds}`, '--json'],
    ...['--metric', metric, '--duration', duration],
  );
  expect(code).toBe(0);
  const { medianGain, agree } = JSON.parse(out).racers[0];
  expect(agree).toBe(seeds);
  return medianGain;
}

it('Stay sends fewer messages than Linux', async () => {
  expect(await race('Stay', 3, 'throughput', '6ms')).toBeLessThan(-10);
});

it('Beat Linux sends more messages than Linux', async () => {
  expect(await race('Beat Linux', 2, 'throughput', '22ms')).toBeGreaterThan(5);
});

it('Lose elsewhere takes longer for its wake-ups than Linux', async () => {
  expect(await race('Lose elsewhere', 3, 'wake_latency', '500ms')).toBeGreaterThan(20);
});
