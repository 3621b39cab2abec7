// Acceptance cases of the spec "The policy bench" that go from a text to a run: unusable answers, a policy whose
// past is forked, per-task words of tasks that follow each other, and the memory that a policy takes. All run on
// the small machine of "One wake-up explained".

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POLICY, PolicyView, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { capturePolicy } from '../../web/engine/policy.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { compilePolicy } from '../../web/policy/compile.ts';
import { starters } from '../../web/policy/starters.ts';
import { policyValues } from '../../web/policy/values.ts';
import {
  buildDefinition,
  loadScenario,
  openRecipe,
  parseRecipe,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const end = 4_000_000;

/** A run of the small machine of other tasks, with a policy or without. */
async function worldWith(more: object, source?: string): Promise<World> {
  const opened = await loadScenario('split-llc/one-wakeup', nodeReader('scenarios'), []);
  const policy = source === undefined ? {} : policyValues(compilePolicy(source));
  return World.create(await openWasm(core), {
    ...buildDefinition(opened, 'A'),
    ...more,
    ...policy,
  });
}

/** The variant "Yours" of a recipe with that policy, or A of one without. */
async function worldOf(source: string | undefined, more: object = {}): Promise<World> {
  const recipe = parseRecipe({
    format: 'schedscape-recipe/3',
    scenario: 'split-llc/one-wakeup',
    ...(source !== undefined && { policy: { language: 1, from: 'A', source } }),
    ...more,
  });
  const opened = await openRecipe(recipe, nodeReader('scenarios'), undefined, true);
  const definition = buildDefinition(opened, source === undefined ? 'A' : 'C');
  return World.create(await openWasm(core), definition);
}

async function run(source?: string, more?: object): Promise<World> {
  const world = await worldOf(source, more);
  world.step(end);
  return world;
}

const point = (body: string, before = '') =>
  `${before}function select_cpu(p, prev_cpu, wake_flags) {\n  ${body}\n}\n`;

describe('an answer or a question that nobody can use', () => {
  it.each(wrongs())('case 9: $body ends as $kind, is counted, and Linux decides', async (wrong) => {
    const world = await run(point(wrong.body, wrong.before));
    const { asked, ended, fault } = capturePolicy(world)!;
    expect(asked[0]).toBeGreaterThan(50);
    expect(ended[POLICY[wrong.kind]]).toBe(asked[0]);
    expect(fault?.end).toBe(POLICY[wrong.kind]);
    if (wrong.isAtOnce) expect(world.traceHash()).toBe((await run()).traceHash());
  });
});

/** What was written, how it ends, and whether in less than a ns, so that nothing differs from a run without. */
function wrongs() {
  const wrong = (
    body: string,
    kind: 'END_REFUSED' | 'END_INDEX' | 'END_NUMBER' | 'END_NOBODY',
    isAtOnce: boolean,
    before = '',
  ) => ({ body, kind, isAtOnce, before });
  return [
    wrong('return -1;', 'END_REFUSED', true),
    wrong('return 100000;', 'END_REFUSED', true),
    wrong('return a[5];', 'END_INDEX', true, 'const a = array(2, 0);\n'),
    wrong('return idle_cpu(5000) ? 1 : 2;', 'END_NOBODY', true),
    wrong('return Math.floor(prev_cpu / (prev_cpu - prev_cpu));', 'END_NUMBER', false),
  ];
}

describe('a fork of the past', () => {
  it('case 27: runs as the policy without it until the first change, and otherwise after it', async () => {
    const { source } = starters.find(({ id }) => id === 'two-choices')!;
    const interventions = [{ at: '2 ms', variant: 'C', set: { 'tasks.cpus': '0-3' } }];
    const [plain, forked] = [await worldOf(source), await worldOf(source, { interventions })];
    for (const time of [500_000, 1_999_999]) {
      plain.step(time);
      forked.step(time);
      expect(forked.traceHash()).toBe(plain.traceHash());
      expect(capturePolicy(forked)).toEqual(capturePolicy(plain));
    }
    plain.step(end);
    forked.step(end);
    expect(forked.traceHash()).not.toBe(plain.traceHash());
    // Half of the answers are CPUs that tasks may not use any more.
    expect(capturePolicy(forked)!.ended[POLICY.END_REFUSED]).toBeGreaterThan(0);
    expect(capturePolicy(plain)!.ended[POLICY.END_REFUSED]).toBe(0);
  });
});

describe('a word of a task', () => {
  it('case 26: starts anew with every task that takes over the memory of one that ended', async () => {
    const children = 6;
    const bursts = {
      workload: WORKLOAD.FORK_BURST,
      workload_parameter: [1, children, 100_000, 100_000],
    };
    const world = await worldWith(
      bursts,
      `const placed = pertask(7);
let forks = 0;
let stale = 0;
function select_cpu(p, prev_cpu, wake_flags) {
  if ((wake_flags & WAKE_FORK) === 0) return;
  forks++;
  if (placed[p] !== 7) stale++;
  placed[p] = 1000;
  return;
}
`,
    );
    world.step(20_000_000);
    const values = Array.from(world.policyValues(), Number);
    const [forks, stale] = values.splice(-2);
    // One parent alone forks, so that no update is lost.
    expect(forks).toBeGreaterThan(5 * children);
    expect(stale).toBe(0);
    // Words were written: the tasks that were placed last keep theirs.
    expect(values.filter((value) => value === 1000)).toHaveLength(children);
  });
});

describe('what a policy takes of the state', () => {
  const grown = async (source: string) => {
    const bytes = async (text?: string) => (await worldWith({}, text)).at.stateBytes;
    return (await bytes(source)) - (await bytes());
  };
  /** The state is whole pages. */
  const page = 4096;
  /** Bytes of state for any line of simulated memory on a machine of eight CPUs: its owners, and its cost by CPU. */
  const line = 448;

  it('case 29: is at most 640 bytes a CPU beside its counts, and 8 a word beside its line', async () => {
    const { cpus } = buildDefinition(
      await loadScenario('split-llc/one-wakeup', nodeReader('scenarios'), []),
      'A',
    );
    const alone = await grown(point('return;'));
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThanOrEqual(640 * cpus! + PolicyView.bytes + page);
    const words = 4096;
    const more = (await grown(point('return;', `const a = array(${words}, 0);\n`))) - alone;
    expect(more).toBeGreaterThanOrEqual(8 * words - page);
    expect(more).toBeLessThanOrEqual(8 * words + (words / 8) * line + page);
  });
});
