// What a policy of one's own read is told by its own lines, and where its variables lie by their names (acceptance 24 of
// spec "The policy bench").

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { fieldAt, findLine } from '../../web/engine/fields.ts';
import { withPolicyNames } from '../../web/engine/policy-names.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { lineBytes } from '../../web/engine/types/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { starters } from '../../web/policy/starters.ts';
import { buildDefinition, openRecipe, parseRecipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { markupPartsOf } from '../../web/ui/markup.ts';
import { decisionText } from '../../web/views/explain/index.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const moment = 4_000_000;

/** The variant "Yours" of the small machine, as the page runs it. */
async function open(source: string) {
  const recipe = parseRecipe({
    format: 'schedscape-recipe/3',
    scenario: 'split-llc/one-wakeup',
    policy: { language: 1, from: 'A', source },
  });
  const opened = await openRecipe(recipe, nodeReader('scenarios'), undefined, true);
  const definition = buildDefinition(opened, 'C');
  const simulation = new Simulation(await openWasm(core), await openWasm(core), definition, {
    duration: opened.duration,
    reader: () => openWasm(core),
  });
  await simulation.frameAt(moment);
  const catalog = withPolicyNames(simulation.catalog(), opened.policy!.names);
  return { simulation, catalog, definition };
}

/** How many tasks every CPU had, whenever that changed between two moments (ns). */
async function queuesBetween(definition: DefinitionInput, from: number, to: number) {
  const world = World.create(await openWasm(core), definition);
  const seen: number[][] = [];
  for (let time = from; time <= to; time++) {
    world.step(time);
    world.refresh();
    const cpus = world.cpus();
    seen.push(Array.from({ length: cpus.count }, (_, cpu) => cpus.at(cpu).queued));
  }
  return seen;
}

const plain = (sentence: string) =>
  markupPartsOf(sentence)
    .map(({ text }) => text)
    .join('');

const sourceOf = (id: string) => starters.find((each) => each.id === id)!.source;

describe('Why?', () => {
  it('case 24: names the line, the word and its value, from which the answer follows', async () => {
    const { simulation, catalog, definition } = await open(sourceOf('least-loaded'));
    const met = new Set<string>();
    let told = 0;
    for (const mark of (await simulation.decisions({ time: moment, most: 40 }))!) {
      const story = (await simulation.decisionStory(mark.id))!;
      const { explain } = story;
      if (catalog.reasonCodes[explain.reason] !== 'POLICY_CHOSE') continue;
      const { looked } = decisionText(catalog, story, String);
      const reads = looked.flatMap((sentence) => {
        const found = /^Line (\d+): nr_running\((\d+)\) was (\d+)\./.exec(plain(sentence));
        return found ? [found.slice(1).map(Number) as [number, number, number]] : [];
      });
      expect(reads.map(([line]) => line)).toEqual([4, ...Array(8).fill(6)]);
      expect(reads.slice(1).map(([, cpu]) => cpu)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      let [, best, least] = reads[0]!;
      for (const [, cpu, n] of reads.slice(1)) if (n < least) [best, least] = [cpu, n];
      expect(explain.chosen).toBe(best);
      // Each is what the queue was at a moment of the call, none before the one that was read before.
      const queues = await queuesBetween(definition, explain.time - explain.cost, explain.time);
      let at = 0;
      for (const [, cpu, n] of reads) {
        while (at < queues.length && queues[at]![cpu] !== n) at += 1;
      }
      expect(at).toBeLessThan(queues.length);
      met.add(String(queues[0]));
      // What it cost is what it stood still for, and some sixty operations of a clock.
      const stalled = story.steps.reduce((sum, step) => sum + step.stalled, 0);
      expect(explain.cost - stalled).toBeGreaterThan(10);
      expect(explain.cost - stalled).toBeLessThan(30);
      told += 1;
    }
    expect(told).toBeGreaterThan(5);
    expect(met.size).toBeGreaterThan(3);
    simulation.dispose();
  });

  it('names variables with the element that was read', async () => {
    const { simulation, catalog } = await open(sourceOf('round-robin'));
    const marks = (await simulation.decisions({ time: moment, most: 40 }))!;
    const stories = [];
    for (const { id } of marks) stories.push(await simulation.decisionStory(id));
    const own = stories.filter(
      (story) => catalog.reasonCodes[story!.explain.reason] === 'POLICY_CHOSE',
    );
    expect(own.length).toBeGreaterThan(5);
    for (const story of own) {
      const { looked } = decisionText(catalog, story!, String);
      expect(plain(looked[0]!)).toMatch(/^Line 4: next\[0\] was \d+\./);
    }
    simulation.dispose();
  });
});

describe('the words of a policy', () => {
  const source = `let n = 0;
const each = percpu(0);
const many = array(600, 0);
const beside = percpu(0);
function select_cpu(p, prev_cpu) {
  n = n + 1;
  each[prev_cpu] = beside[prev_cpu] + many[599];
  return prev_cpu;
}
`;

  it('have the names of the text, of long arrays line by line', async () => {
    const { simulation, catalog } = await open(source);
    const at = (structure: string, line: number, offset: number) =>
      fieldAt(catalog, findLine(catalog, { structure, line })! * lineBytes + offset);
    expect(at('policy: variables', 1, 0)).toBe('n');
    expect(at('policy: variables', 1, 8)).toBe('many[0 … 6]');
    expect(at('policy: variables', 2, 0)).toBe('many[7 … 14]');
    expect(at('policy: variables of a CPU', 1, 0)).toBe('each');
    expect(at('policy: variables of a CPU', 1, 8)).toBe('beside');
    // Those of the kernel keep theirs.
    const { fields } = simulation.catalog();
    expect(catalog.fields.name).toEqual(expect.arrayContaining([...fields.name]));
    simulation.dispose();
  });
});
