// What the caption says of the events that steps begin at, in runs of their stories: the figures of that very event, in
// whole sentences, at two seeds and from event to event.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { eventSaid } from '../../web/stage/slow-words.ts';
import type { AskedEvent } from '../../web/stage/stage-content.ts';
import { stageOf } from '../../web/stage/stage-of.ts';
import { seeds, toldStories } from './steps.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

/** Of the events of the steps of a story, the first ones behind each: what is said of them. */
async function saidIn(name: string, seed: number, each = 3): Promise<string[]> {
  const opened = await loadScenario(name, reader, [{ path: 'seed', value: seed }]);
  const events = stageOf(opened).steps.flatMap(({ event }): AskedEvent[] => (event ? [event] : []));
  const said: string[] = [];
  for (const { variant: side = 'A', ...asked } of events) {
    const definition = buildDefinition(opened, side);
    const run = new Simulation(await openWasm(core), await openWasm(core), definition, {
      ...{ duration: opened.duration, reader: () => openWasm(core) },
    });
    let after: AskedEvent['after'] | { time: number; record: number } = asked.after;
    for (let at = 0; at < each; at++) {
      const event = await run.find({ ...asked, after });
      if (!event) break;
      const story =
        event.explain === undefined ? undefined : await run.decisionStory(event.explain);
      said.push(eventSaid(run.catalog(), side, event, story, 40));
      after = event.place;
    }
    run.dispose();
  }
  return said;
}

/** Its warm-up takes half a minute to run for each event; that these happen is held where its steps are. */
const tooLong = 'split-llc/sis-util';

const shown = toldStories
  .filter(({ cpus, steps }) => cpus <= 16 && steps.some(({ at }) => typeof at === 'object'))
  .filter(({ name }) => name !== tooLong)
  .flatMap(({ name }) => seeds.map((seed) => ({ name, seed })));

describe('the caption of an event', () => {
  it.each(shown)('of $name is whole at seed $seed, and of each event its own', async (story) => {
    const said = await saidIn(story.name, story.seed);
    expect(said.length).toBeGreaterThan(3);
    for (const sentence of said) {
      expect(sentence).toMatch(
        /^[A-D] at \d.*[a-zµ]s: .*\. Slow motion shows this event 40 times slower\.$/,
      );
      expect(sentence).not.toMatch(/undefined|NaN|-1/);
      expect(sentence.length).toBeLessThan(240);
    }
    expect(new Set(said).size).toBe(said.length);
  });

  it('has the wait, the pages and the time of a refill', async () => {
    const [first] = await saidIn('pcp/one-zone', 1, 1);
    expect(first).toMatch(
      /CPU 4 (waits .* for|finds) zone\.lock of node 0.* takes 1 page in \d+ ns/,
    );
  });

  it('has the CPUs that a wake-up asked', async () => {
    const said = await saidIn('split-llc/one-wakeup', 1, 1);
    expect(said[0]).toMatch(/ goes to CPU \d, 2 CPUs checked: the previous CPU is idle/);
    expect(said[1]).toMatch(/ goes to CPU \d, 1 CPU checked: the target CPU is idle/);
    expect(said[2]).toMatch(/ goes to CPU \d, 4 CPUs checked: no idle CPU was found/);
    expect(said[3]).toMatch(/ no CPU checked: the task was still leaving its CPU/);
  });

  it('has the ghosts that a search names', async () => {
    const said = await saidIn('cpupri/ghosts', 1, 1);
    expect(said.at(-1)).toMatch(
      /51 levels, RT50 names 8 CPUs, 7 of them ghosts, the task stays on CPU/,
    );
  });
});
