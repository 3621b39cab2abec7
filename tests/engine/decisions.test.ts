// Decisions on the real core: found again with their explain records, and told with the very fetches
// that a straight run made on the way.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RECORD } from '../../web/engine/abi.gen.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import type { DecisionMark, DecisionStory } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_000_000;
const moment = 800_000;

async function definitionOf(name: string) {
  const set = (path: string, value: string) => ({ path, value });
  const overrides = [set('duration', '1ms'), set('warmup', '100us')];
  return buildDefinition(await loadScenario(name, nodeReader('scenarios'), overrides), 'A');
}

async function open(name: string) {
  const definition = await definitionOf(name);
  const simulation = new Simulation(await openWasm(core), await openWasm(core), definition, {
    duration,
    reader: () => openWasm(core),
  });
  await simulation.frameAt(moment);
  return { simulation, definition };
}

/** The truth: what a straight run writes up to the moment. */
async function straight(definition: Awaited<ReturnType<typeof definitionOf>>) {
  const world = World.create(await openWasm(core), definition);
  const decisions: DecisionMark[] = [];
  const misses: { cpu: number; time: number; address: number; waited: number }[] = [];
  let seen = 0;
  while (world.time < moment) {
    world.step(moment, 4096);
    const ring = world.ring();
    const { records } = world.clock();
    for (; seen < records; seen += 1) {
      const record = ring.at(seen % ring.count);
      const { time, cpu, kind, a, b, c, d } = record;
      if (kind === RECORD.MISS) misses.push({ cpu, time, address: a, waited: b });
      if (kind !== RECORD.DECISION) continue;
      decisions.push({ time, cpu, task: a | 0, decision: b, result: c | 0, id: d });
    }
  }
  return { decisions, misses };
}

const ffmpeg = 'cpupri/ffmpeg-480';

describe('decisions of a run', () => {
  it('are the latest before the moment, newest first, of whom was asked', async () => {
    const { simulation, definition } = await open(ffmpeg);
    const { decisions } = await straight(definition);
    const all = decisions.filter(({ time }) => time <= moment).reverse();
    const last = all[0]!;
    expect(all.length).toBeGreaterThan(100);
    expect(await simulation.decisions({ time: moment, most: 5 })).toEqual(all.slice(0, 5));
    for (const filter of [{ cpu: last.cpu }, { task: last.task }]) {
      const isAsked = (mark: DecisionMark) =>
        filter.cpu === undefined ? mark.task === filter.task : mark.cpu === filter.cpu;
      const found = await simulation.decisions({ ...filter, time: moment, most: 3 });
      expect(found).toEqual(all.filter(isAsked).slice(0, 3));
    }
    expect(await simulation.decisions({ time: 0, most: 3 })).toEqual([]);
    simulation.dispose();
  });

  it('are found for each who asks, whatever another asks meanwhile; the newest question of one wins', async () => {
    const { simulation } = await open(ffmpeg);
    await simulation.decisions({ time: 0, most: 1 }); // the reader is open
    const [dropped, pages, why] = await Promise.all([
      simulation.decisions({ asker: 'why', time: moment, most: 1 }),
      simulation.decisions({ asker: 'pages', time: moment, most: 2 }),
      simulation.decisions({ asker: 'why', time: moment, most: 3 }),
    ]);
    expect([dropped, pages?.length, why?.length]).toEqual([undefined, 2, 3]);
    simulation.dispose();
  });

  it('are told with the fetches their CPU made meanwhile, and no others', async () => {
    const { simulation, definition } = await open(ffmpeg);
    const { misses } = await straight(definition);
    const marks = (await simulation.decisions({ time: moment, most: 40 }))!;
    let fetches = 0;
    for (const mark of marks) {
      const { explain, steps } = (await simulation.decisionStory(mark.id))!;
      expect(explain).toMatchObject({ id: mark.id, time: mark.time, cpu: mark.cpu });
      const from = explain.time - explain.cost;
      const made = misses.filter(
        ({ cpu, time }) => cpu === explain.cpu && time >= from && time <= explain.time,
      );
      const told = steps.filter(({ kind }) => kind === 'fetch');
      expect(told.map(({ address, waited }) => [address, waited])).toEqual(
        made.map(({ address, waited }) => [address, waited]),
      );
      fetches += told.length;
    }
    expect(fetches).toBeGreaterThan(0);
    expect(await simulation.decisionStory(1e9)).toBeUndefined();
    simulation.dispose();
  });

  it('say which level a search came to, how many it looked at, and which CPUs it found', async () => {
    const { simulation } = await open(ffmpeg);
    const catalog = simulation.catalog();
    const stories: DecisionStory[] = [];
    for (const mark of (await simulation.decisions({ time: moment, most: 60 }))!) {
      if (catalog.decisions[mark.decision] !== 'select_task_rq_rt') continue;
      stories.push((await simulation.decisionStory(mark.id))!);
    }
    const searched = stories.flatMap(({ explain }) => {
      const { chosen, previous } = explain;
      const facts = factsAs(explain, 'search')!;
      return facts.probed > 0 ? [{ ...facts, chosen, previous }] : [];
    });
    expect(searched.length).toBeGreaterThan(0);
    for (const { foundLevel, found, candidates, probed, chosen, previous } of searched) {
      expect(found).toHaveLength(foundLevel < 0 ? 0 : Math.min(8, candidates));
      expect(probed).toBe(foundLevel < 0 ? 99 : foundLevel + 1);
      expect([...found, previous]).toContain(chosen);
    }
    for (const story of stories) {
      const told = decisionText(catalog, story, (line) => `line ${line}`);
      const all = [told.asked, told.looked, told.chosen, told.cost].flat().join(' ');
      expect(all).toContain(`(task ${story.explain.task})|task:${story.explain.task}]`);
      expect(all).not.toMatch(/undefined|NaN/);
    }
    simulation.dispose();
  });
});
