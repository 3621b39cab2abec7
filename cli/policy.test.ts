// Policies of one's own on the command line: as a file, as a recipe and as a link the same run, and what is said of a
// wrong one (acceptance 17 and 18 of spec "The policy bench").

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { starters } from '../web/policy/starters.ts';
import { buildDefinition, openRecipe, parseRecipe } from '../web/scenario/index.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { addressOfRecipe, hashOfRecipe, recipeInAddress } from '../web/scenario/share.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  const written = path.join(folder, name);
  writeFileSync(written, text);
  return written;
};

const scenario = 'split-llc/one-wakeup';
const source = starters.find(({ id }) => id === 'round-robin')!.source;
const recipeOf = (policy: object, more: object = {}) => ({
  format: 'schedscape-recipe/3',
  scenario,
  policy: { language: 1, from: 'A', source, ...policy },
  ...more,
});
const short = ['--duration', '20ms', '--hash'];
const hashIn = (out: string) => out.split('\n').findLast((line) => /^[0-9a-f]{16}$/.test(line));
const reader = nodeReader('scenarios');

describe('run --policy', () => {
  it('case 18: is the same run as the recipe and its link', async () => {
    const policy = file('turns.js', source);
    const recipe = parseRecipe(recipeOf({}));
    const { variants } = (await openRecipe(recipe, reader, undefined, true)).scenario;
    const own = variants.at(-1)!;
    expect(own.label).toBe('Yours');
    const whole = file('recipe.json', JSON.stringify(recipe));
    const runs = [
      await schedscape('run', scenario, '--policy', policy, ...short),
      await schedscape('run', '--recipe', whole, ...short),
      await schedscape('run', '--recipe', addressOfRecipe(recipe), ...short),
    ];
    const hashes = new Set(runs.map(({ out }) => hashIn(out)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(hashes).toHaveLength(1);
    expect(hashes.has(undefined)).toBe(false);
    expect(runs[0]!.out).toContain('your policy was asked: select_cpu');
    const { out } = await schedscape('run', scenario, ...short);
    expect(hashes.has(hashIn(out))).toBe(false);
  });

  it('case 8: says the line where it failed, and counts as JSON', async () => {
    const policy = file('never.js', 'function select_cpu() {\n  while (true) {}\n}\n');
    const { out, code } = await schedscape(
      'run',
      scenario,
      '--policy',
      policy,
      '--duration',
      '20ms',
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /^your policy decided nothing: each of its .+ calls failed \(out of fuel\), and Linux decided instead\n/,
    );
    expect(out).toMatch(/the last that failed: out of fuel on CPU \d+ at .*, line 2: while/);
    const json = await schedscape(
      'run',
      scenario,
      '--policy',
      policy,
      '--duration',
      '20ms',
      '--json',
    );
    expect(json.code).toBe(1);
    expect(json.err).toContain('decided nothing');
    const { policy: counts } = JSON.parse(json.out);
    expect(counts.asked.select_cpu).toBeGreaterThan(0);
    expect(counts.ended['out of fuel']).toBeGreaterThan(0);
    expect(counts.fault.line).toBe(2);
  });

  it('refuses a wrong text with its place, and what does not fit', async () => {
    const refused = async (...args: string[]) => {
      const { code, err } = await schedscape('run', ...args);
      expect(code).toBe(2);
      return err;
    };
    const wrong = file('wrong.js', 'function select_cpu(p) {\n  return nr_runing(0);\n}\n');
    expect(await refused(scenario, '--policy', wrong)).toContain(
      'policy.source: line 2, column 10; there is no function nr_runing; nr_running?',
    );
    const policy = file('fits.js', source);
    const util = file(
      'util.js',
      'function select_cpu(p) {\n  return cpu_util(0) > 9 ? 1 : 0;\n}\n',
    );
    expect(await refused('cpupri/cyclic', '--policy', util)).toContain(
      'line 2: cpu_util needs the full fair class, which is not there',
    );
    expect(await refused(scenario, '--policy', policy, '--from', 'X')).toContain('policy.from');
    expect(await refused(scenario, '--from', 'A')).toContain('--from');
    expect(await refused(scenario, '--policy', path.join(folder, 'none.js'))).toContain(
      'no such file',
    );
  });
});

describe('race', () => {
  it('case 28: sets policies beside a variant, seed by seed, and gives the same table twice, in WebAssembly and natively', async () => {
    const files = ['random', 'linux'].map((id) =>
      file(`${id}.js`, starters.find((each) => each.id === id)!.source),
    );
    const policies = files.flatMap((each) => ['--policy', each]);
    const args = [
      scenario,
      ...policies,
      '--seeds',
      '3',
      '--duration',
      '20ms',
      '--metric',
      'wake_latency',
    ];
    const first = await schedscape('race', ...args, '--json');
    const again = await schedscape('race', ...args, '--json');
    expect(first.err).toBe('');
    expect(again.out).toBe(first.out);
    const native = await schedscape('race', ...args, '--json', '--backend', 'native');
    expect(native.out).toBe(first.out);
    const { linux, racers } = JSON.parse(first.out);
    expect(racers[1].values).toEqual(linux.values);
    expect(racers[1].medianGain).toBe(0);
    expect(racers[0].values).not.toEqual(linux.values);
    const { out } = await schedscape('race', ...args);
    expect(out).toContain('random.js');
    expect(out).toContain('of 3');
    expect(out).toMatch(/^random\.js: .* \(this policy has not been measured; .* in 8 of 10\)$/m);
    expect(out).toContain('claimed orders');
    expect(racers[0].expected_error).toMatchObject({ kind: 'change', own_policy: true });
  });

  it('refuses what it cannot do', async () => {
    const policy = file('any.js', source);
    for (const args of [
      [scenario],
      [scenario, '--policy', policy, '--seeds', '0'],
      [scenario, '--policy', policy, '--metric', 'constructor'],
      [scenario, '--policy', policy, '--against', 'Q'],
    ]) {
      expect((await schedscape('race', ...args)).code).toBe(2);
    }
  });
});

describe('sweep --policy', () => {
  it('case 18: runs it beside the others, and its shards merge to the bytes of the whole', async () => {
    const policy = file('swept.js', source);
    const other = file('other.js', starters.find(({ id }) => id === 'stay')!.source);
    const swept = (text: string, ...more: string[]) =>
      schedscape(
        ...[
          'sweep',
          scenario,
          '--over',
          'workload.groups=1,2',
          '--seeds',
          '2',
          '--duration',
          '3ms',
        ],
        ...['--policy', text, '--jobs', '1', ...more],
      );
    const whole = await swept(policy, '--json');
    expect([whole.code, whole.err]).toEqual([0, '']);
    expect(JSON.parse(whole.out).variants).toContain('C');
    const parts = [];
    for (const shard of ['1/2', '2/2']) parts.push((await swept(policy, '--shard', shard)).out);
    const files = parts.map((part, i) => file(`part-${i}.json`, part));
    const merged = await schedscape('merge', ...files);
    expect(merged.out).toBe(whole.out);
    const foreign = file('foreign.json', (await swept(other, '--shard', '2/2')).out);
    expect((await schedscape('merge', files[0]!, foreign)).code).toBe(2);
  });
});

describe('export --policy', () => {
  it('writes the run of the policy, as does its recipe, which says that it brings one', async () => {
    const policy = file('exported.js', source);
    const tables = ['--format', 'csv', '--table', 'c2c', '--duration', '3ms'];
    const written = await schedscape('export', scenario, '--policy', policy, ...tables);
    expect([written.code, written.err]).toEqual([0, '']);
    expect(written.out).toContain('policy_select_cpu');
    const recipe = file('brings.json', JSON.stringify(recipeOf({})));
    const brought = await schedscape('export', '--recipe', recipe, ...tables);
    expect(brought.err).toContain('a policy of 5 lines, which runs as C');
    expect(brought.out).toBe(written.out);
    const without = await schedscape('export', scenario, ...tables);
    expect(without.out).not.toContain('policy_select_cpu');
    const ran = await schedscape('run', '--recipe', recipe, ...short);
    expect(ran.err).toContain('a policy of 5 lines, which runs as C');
  });
});

describe('a recipe with a policy', () => {
  it('case 17: comes back from its link, which is short', () => {
    for (const { source: text } of starters) {
      const recipe = parseRecipe(recipeOf({ source: text }));
      expect(hashOfRecipe(recipe).length).toBeLessThanOrEqual(600);
      expect(recipeInAddress(addressOfRecipe(recipe))).toEqual(recipe);
    }
  });

  it('case 19: runs nothing where nobody asked for it: the other variants alone, and a notice', async () => {
    const opened = await openRecipe(parseRecipe(recipeOf({})), reader);
    expect(opened.policy).toBeUndefined();
    expect(opened.scenario.variants.map(({ label }) => label)).not.toContain('Yours');
    expect(opened.notices.join()).toContain('custom policy');
    for (const { id } of opened.scenario.variants) {
      expect(buildDefinition(opened, id)).not.toHaveProperty('policy_words');
    }
  });

  it('case 17: is refused beyond its bounds, with the path', async () => {
    const said = async (recipe: object) => {
      try {
        await openRecipe(parseRecipe(recipe), reader, undefined, true);
      } catch (error) {
        return String(error);
      }
      return 'accepted';
    };
    const padded = (length: number) => source.padEnd(length, ' ');
    expect(await said(recipeOf({ source: padded(8_192) }))).toBe('accepted');
    expect(await said(recipeOf({ source: padded(8_193) }))).toContain('policy.source');
    expect(await said(recipeOf({ language: 2 }))).toContain('policy.language');
    const layout = { from: 'A', base: 'base', edits: ['move count1 before count0'] };
    expect(await said(recipeOf({}, { layout }))).not.toBe('accepted');
  });
});
