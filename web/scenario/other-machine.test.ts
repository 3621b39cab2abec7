import { describe, expect, it } from 'vitest';
import { machinePresets, openRecipe, type Recipe, scenarioNames } from './index.ts';
import { reader, refusal } from './testing.ts';

const open = (recipe: Omit<Recipe, 'format'>) =>
  openRecipe({ format: 'schedscape-recipe/3', ...recipe } as Recipe, reader);

describe('a scenario on another machine', () => {
  it('opens on every preset, whichever scenario it is, where its program names no CPU that is missing', async () => {
    const presets = await machinePresets(reader);
    for (const scenario of scenarioNames(reader)) {
      for (const { id, cpus } of presets) {
        const on = open({ scenario, machine: id });
        if (scenario === 'cpupri/one-line' && cpus < 7) {
          await expect(on).rejects.toThrow(/tasks\[3\]\.cpus: holds "6"/);
          continue;
        }
        expect((await on).machine.cpus, `${scenario} on ${id}`).toBe(cpus);
      }
    }
  });

  it('cuts the workload to fit, says so, and leaves one that fits alone', async () => {
    const small = await open({ scenario: 'cpupri/ffmpeg-480', machine: 'laptop-4c8t' });
    expect(small.scenario.workload).toMatchObject({ instances: 1, cpus: 8, threads: 20 });
    expect(small.notices).toContain('The workload is fitted to 8 CPUs: instances 60 → 1.');
    const four = await open({ scenario: 'cpupri/ffmpeg-480', machine: 'lkp-sb02' });
    expect(four.scenario.workload).toMatchObject({ cpus: 4, threads: 10, runnable: 5 });
    const raw = await open({ scenario: 'cpupri/ffmpeg-480', machine: 'gnr-2s-snc3-rawslit' });
    expect(raw.scenario.workload).toMatchObject({ instances: 60, cpus: 8 });
    expect(raw.notices).toEqual([]);
  });

  it('puts memory on the only node of a machine that has one, and says so', async () => {
    const one = await open({ scenario: 'cache-aware/numa', machine: 'laptop-4c8t' });
    expect(one.scenario.workload).toMatchObject({ memory_on: 'first-node' });
    expect(one.notices.join(' ')).toContain('memory_on in-turn → first-node');
    const two = await open({ scenario: 'cache-aware/numa', machine: 'milan-2s-nps1' });
    expect(two.scenario.workload).toMatchObject({ memory_on: 'in-turn' });
  });

  it('drops what was measured or shown on its own machine only', async () => {
    const { scenario } = await open({ scenario: 'cpupri/ffmpeg-480', machine: 'milan-2s-nps1' });
    expect(scenario.published).toBeUndefined();
    expect(scenario.steps).toBeUndefined();
    expect(scenario.question).toBeUndefined();
    expect(scenario.why).toBeUndefined();
    // Whatever is read over its machines speaks of the machine that runs.
    expect(scenario.title).toBe('ffmpeg-token on 256 CPUs');
    expect(scenario.what).toContain('256 CPUs, 2 sockets, 2 nodes, 16 last-level caches');
  });

  it('is called by no other machine’s CPUs, whichever scenario it is', async () => {
    for (const scenario of scenarioNames(reader)) {
      const { scenario: told } = await open({ scenario, machine: 'laptop-4c8t' });
      expect(told.title, scenario).toMatch(/^[a-z0-9-]+ on 8 CPUs$/);
    }
    const set = { title: 'Mine' };
    const named = await open({ scenario: 'cpupri/ffmpeg-480', machine: 'laptop-4c8t', set });
    expect(named.scenario.title).toBe('Mine');
  });

  it('still takes overrides, which are checked against the new machine', async () => {
    const set = { 'workload.instances': 3 };
    const { scenario } = await open({
      scenario: 'cpupri/ffmpeg-480',
      machine: 'milan-2s-nps1',
      set,
    });
    expect(scenario.workload.instances).toBe(3);
  });

  it('takes a shape by counts with timings, and refuses unknown names', async () => {
    const topology = { packages: 2, cores_per_llc: 4, llcs_per_node: 2, threads_per_core: 2 };
    const scenario = 'cpupri/cyclic';
    const { machine } = await open({ scenario, machine: { topology, timings: 'milan-2s' } });
    expect(machine).toMatchObject({ cpus: 32, llcs: 4, packages: 2, nodes: 2 });
    const unknown = await refusal(() => open({ scenario, machine: 'laptop-4c8x' }));
    expect(unknown.remedy).toContain('did you mean');
    const none = await refusal(() => open({ scenario, machine: { topology } }));
    expect(none.path).toBe('platform.timings');
  });
});
