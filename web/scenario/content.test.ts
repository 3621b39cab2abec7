import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildDefinition } from './definition.ts';
import { validated } from './fields.ts';
import { readJson } from './json.ts';
import { type Override, parseOverride } from './overrides.ts';
import { loadScenario, type OpenedScenario, openScenario, scenarioNames } from './scenario.ts';
import { reader } from './testing.ts';
import { TimingsSchema } from './timings-schema.ts';
import { timeNs } from './units.ts';

const names = scenarioNames(reader);
const scenarios = await Promise.all(names.map((name) => loadScenario(name, reader)));
const each = scenarios.map((opened) => [opened.name!, opened] as const);

describe('every scenario', () => {
  it.each(each)('%s opens, and the core gets a definition of every variant', (_, opened) => {
    for (const { id } of opened.scenario.variants) {
      expect(buildDefinition(opened, id).cpus).toBe(opened.machine.cpus);
    }
    expect(opened.notices).toEqual([]);
    expect(opened.cost.ask).toBe(false);
  });

  it.each(each)('%s has steps and marks that lie in its run and on its machine', (_, opened) => {
    for (const { frame, caption, at } of opened.scenario.steps ?? []) {
      const moment = typeof at === 'object' ? at.after : at;
      if (moment) expect(timeNs(moment)).toBeLessThan(opened.duration);
      if (frame.of === 'cores') expect(Math.max(...frame.cores)).toBeLessThan(opened.machine.cores);
      if (frame.of === 'llc') expect(frame.llc).toBeLessThan(opened.machine.llcs);
      if (frame.of === 'node') expect(frame.node).toBeLessThan(opened.machine.nodes);
      expect(caption).toMatch(/^[A-Z0-9].*\.$/s);
      expect(caption).not.toContain('!');
    }
    for (const { at } of opened.scenario.marks ?? []) {
      if (at) expect(timeNs(at)).toBeLessThan(opened.duration);
    }
  });

  it.each(each)(
    '%s gives the reason of every answer that it asks for, and no reason else',
    (_, opened) => {
      for (const { ask, why } of opened.scenario.steps ?? []) {
        expect(why === undefined).toBe(ask === undefined);
        expect(why ?? 'In A.').toMatch(/^[A-Z].*\.$/s);
      }
    },
  );

  it.each(each)('%s has knobs whose every value opens', async (name, opened) => {
    for (const { path, values } of opened.scenario.show?.knobs ?? []) {
      for (const value of values) {
        const override: Override = { path, value };
        const turned: OpenedScenario = await loadScenario(name, reader, [override]);
        buildDefinition(turned, 'A');
      }
    }
  });

  it.each(each)(
    '%s says of every published figure what the published file says',
    async (_, opened) => {
      for (const { id, figure, published, claim, band } of opened.scenario.published ?? []) {
        if (claim === 'not-claimed') expect(band, id).toBeUndefined();
        if (!figure) continue;
        const [file, entry] = figure.split('/') as [string, string];
        const source = JSON.parse(await reader.read(`published/${file}`));
        const values = source.figures.find(
          (candidate: { id: string }) => candidate.id === entry,
        )?.values;
        expect(values, figure).toBeDefined();
        for (const variant of opened.scenario.variants) {
          const said = published?.[variant.id];
          if (said === undefined) continue;
          const layout =
            variant.kernel.layout === 'base' ? 'baseline' : String(variant.kernel.layout);
          // A gain is published as a relative throughput, 100 being the baseline.
          const gain = id === 'throughput' ? values[layout] - 100 : values[layout];
          expect(typeof said === 'number' ? gain : values[layout], `${id} ${variant.id}`).toEqual(
            typeof said === 'number' ? expect.closeTo(said, 6) : said,
          );
        }
      }
    },
  );

  it.each(each)('%s names structures as the core does', (_, { scenario }) => {
    const list = readFileSync(
      fileURLToPath(new URL('../../wasm-core/src/exec/structures.h', import.meta.url)),
      'utf8',
    );
    const structures = [...list.matchAll(/X\(\w+, "([^"]+)"\)/g)].map((match) => match[1]);
    // A program brings structures of its own.
    const own = (scenario.program?.resources ?? []).map(({ of }) => `struct ${of}`);
    const named = [...JSON.stringify(scenario).matchAll(/"structure":"([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, structure] of named) expect([...structures, ...own]).toContain(structure);
  });

  it.each(each)('%s names tables that exist', (_, opened) => {
    for (const { published } of opened.scenario.show?.tables ?? []) {
      expect(reader.names()).toContain(`published/${published}`);
    }
  });

  it('places tasks by memory only where their workload declares it', () => {
    // What each declares is held by test_hints.c; of another workload the rule would see no memory.
    const declaring = ['hackbench', 'schbench-2021', 'stream', 'tbench'];
    const placed = scenarios.filter(({ scenario: { variants } }) =>
      variants.some(({ kernel }) => kernel.fork_tie_break === 'footprint'),
    );
    expect(placed.length).toBeGreaterThan(3);
    for (const { scenario, name } of placed) {
      expect(declaring, name).toContain(scenario.workload.name);
    }
  });

  it('counts all threads of a ring that its picture shows, and those of them that are runnable', () => {
    const words: Readonly<Record<number, string>> = { 8: 'eight', 9: 'nine', 10: 'ten' };
    let rings = 0;
    for (const { scenario, name } of scenarios) {
      const { workload, steps = [] } = scenario;
      if (workload.name !== 'ffmpeg-token' || workload.instances !== 1) continue;
      rings += 1;
      const [first] = steps;
      expect(first!.text.toLowerCase(), name).toContain(
        `${words[Number(workload.threads)]} threads`,
      );
      expect(`${first!.title} ${first!.text}`.toLowerCase(), name).toContain(
        `${words[Number(workload.runnable)]} runnable threads`,
      );
    }
    expect(rings).toBe(2);
  });

  it('is one of the two of this step, at least', () => {
    expect(names).toEqual(expect.arrayContaining(['cpupri/cyclic', 'cpupri/ffmpeg-480']));
  });
});

describe('every set of timings', () => {
  const timings = reader.names().filter((name) => name.startsWith('platforms/timings/'));

  it('is of the format, and named after its file', async () => {
    expect(timings).toHaveLength(15);
    for (const name of timings) {
      const { id } = validated(TimingsSchema, readJson(await reader.read(name)), name);
      expect(name).toBe(`platforms/timings/${id}`);
    }
  });

  it('fits the machines that name it, and gives the core whole numbers in its limits', async () => {
    const { topologies } = JSON.parse(await reader.read('platforms/topologies'));
    const base = JSON.parse(await reader.read('cpupri/cyclic'));
    for (const shape of topologies) {
      for (const id of shape.timings) {
        const overrides = [
          `platform.topology=${shape.id}`,
          `platform.timings=${id}`,
          'workload.threads=4',
        ].map(parseOverride);
        const definition = buildDefinition(await openScenario(base, reader, overrides), 'A');
        for (const [field, value] of Object.entries(definition)) {
          if (!field.endsWith('_ps')) continue;
          expect(Number.isInteger(value) && value >= 0 && value <= 1e9, `${id} ${field}`).toBe(
            true,
          );
        }
      }
    }
  });

  it('keeps quality and source with every figure', async () => {
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      if ('value' in value) {
        expect(value).toMatchObject({ quality: expect.any(String), source: expect.any(String) });
      } else Object.values(value).forEach(walk);
    };
    for (const name of timings) walk(JSON.parse(await reader.read(name)));
  });
});
