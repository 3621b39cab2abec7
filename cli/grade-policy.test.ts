// Grading a policy: where it holds at the seeds and in the shapes that were kept back it has all points, one that was made for
// the public seed has not, and nothing that is printed says which those are (acceptance 28 of spec "The policy bench").

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capturePolicy } from '../web/engine/policy.ts';
import { openWasm } from '../web/engine/wasm.ts';
import { World } from '../web/engine/world.ts';
import { loadLab, runsOfStep, seedOf } from '../web/scenario/lab/lab.ts';
import { sealOf } from '../web/scenario/lab/sheet.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { keyPolicy } from './grade-key.ts';
import { isBuilt } from './program.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'grade-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
function file(content: unknown): string {
  const written = path.join(folder, `${++count}.txt`);
  writeFileSync(written, typeof content === 'string' ? content : JSON.stringify(content));
  return written;
}

const name = 'lost-count';
const hidden = [7_340_011, 7_340_012, 7_340_013, 7_340_014];
const graded = async (source: string, ...args: string[]) => {
  const found = await schedscape('grade', '--lab', name, '--policy', file(source), ...args);
  return { ...found, said: found.out + found.err };
};
const counting = (condition: string) => `let first = 0;
const n = percpu(0);
function select_cpu(p, prev_cpu, wake_flags) {
  if (first === 0) first = -1 - random(2);
  ${condition}n[this_cpu()]++;
}
`;

/** What the policy above draws at the public seed. */
async function drawn(): Promise<number> {
  const lab = await loadLab(name, nodeReader('scenarios'));
  const source = counting('if (first > 0) ');
  const { jobs } = await runsOfStep(lab.steps.at(-1)!, 1, source, nodeReader('scenarios'));
  const { definition, duration } = jobs.get('C')!;
  const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
  const world = World.create(await openWasm(core), definition);
  world.step(duration);
  return capturePolicy(world)!.total;
}

describe('grade --policy', () => {
  it('gives all points for what holds at hidden seeds and in hidden shapes, the same on both backends', async () => {
    const seeds = file(hidden.slice(0, 1));
    const shapes = file([{ 'workload.groups': 3 }, { 'platform.topology.cores_per_llc': 3 }]);
    const once = (...args: string[]) =>
      graded(keyPolicy(name)!, '--seeds', seeds, '--shapes', shapes, '--json', ...args);
    const other = isBuilt('native') ? ['--backend', 'native'] : [];
    const { code, out } = await once();
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect([found.hidden_seeds, found.hidden_shapes]).toEqual([1, 2]);
    expect([found.sheets[0].score, found.sheets[0].max_score]).toEqual([12, 12]);
    const [first, second] = [JSON.parse(out), JSON.parse((await once(...other)).out)];
    for (const each of [first, second]) {
      delete each.sheets[0].file;
      delete each.sheets[0].name;
    }
    expect(second).toEqual(first);
  }, 300_000);

  it('case 28: takes the points of a policy that holds at the public seed alone, and names no seed', async () => {
    const tuned = counting(`if (first === ${await drawn()}) `);
    const alone = await graded(tuned);
    expect(alone.out).toContain('12 of 12');
    // A seed is a name, not a measured number: 1, not 1.000.
    expect(alone.out).toMatch(/ 1 +12 of 12/);
    const seeds = file(hidden);
    const tried = await graded(tuned, '--seeds', seeds);
    expect(tried.out).not.toContain('12 of 12');
    expect(tried.out).toContain('at a seed that was kept back: ');
    const all = tried.said + (await graded(tuned, '--seeds', seeds, '--json')).said;
    for (const seed of hidden) expect(all).not.toContain(String(seed));
  }, 300_000);

  it('takes the points of one that does not hold in another shape', async () => {
    const onlyEight = `${keyPolicy(name)!.replace('n[this_cpu()]++;', 'if (nr_cpu_ids() === 8) n[this_cpu()]++;')}`;
    const shapes = file([{ 'platform.topology.cores_per_llc': 3 }]);
    expect((await graded(onlyEight)).out).toContain('12 of 12');
    const { out } = await graded(onlyEight, '--shapes', shapes);
    expect(out).toContain('right): 0 of 6: at a machine or load that was kept back: 0, asked for');
  }, 300_000);

  it('refuses what is not a policy of this lab, with its place', async () => {
    const refused = async (source: string) => {
      const { code, said } = await graded(source);
      expect(code).toBe(2);
      return said;
    };
    expect(await refused('function select_cpu(p) {\n  return nr_runing(3);\n}\n')).toContain(
      'line 2, column 10',
    );
    expect(await refused('function balance(cpu) {\n  return -1;\n}\n')).toContain(
      'has balance, which is not part of this task; write select_cpu',
    );
    expect(await refused('x'.repeat(9000))).toContain('policy.source');
    const { code, err } = await schedscape('grade', '--lab', 'ghosts', '--policy', file('x'));
    expect([code, err]).toEqual([2, expect.stringContaining('asks for no policy')]);
    const shapes = await graded(keyPolicy(name)!, '--shapes', file([{ 'workload.grups': 3 }]));
    expect([shapes.code, shapes.err]).toEqual([2, expect.stringContaining('--shapes: ')]);
  });

  it('grades a policy in a sheet, and refuses one that is none', async () => {
    const lab = await loadLab(name, nodeReader('scenarios'));
    const who = { lab: name, course: 'Operating systems', name: 'Ada' };
    const seed = seedOf(name, who.course, who.name);
    const sheet = (said: unknown) => {
      const answer = { said, hints: 0, runs: {} } as never;
      const sealed = { said, hints: 0, runs: {}, seal: sealOf({ ...who, seed }, 'count', answer) };
      return file({ format: 'schedscape-sheet/1', ...who, seed, answers: { count: sealed } });
    };
    expect(lab.steps.at(-1)!.ask.id).toBe('count');
    const { code, out } = await schedscape('grade', sheet(keyPolicy(name)));
    expect([code, out]).toEqual([0, expect.stringContaining('12 of 18')]);
    for (const [said, problem] of [
      [7, 'answers.count.said: is 7; write the text of the policy'],
      ['function select_cpu() {', 'answers.count.said'],
      ['// '.padEnd(8193, 'x'), 'answers.count.said'],
    ]) {
      const refused = await schedscape('grade', sheet(said));
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(String(problem))]);
    }
  }, 300_000);

  it('prints the key with what the first text and the key’s own reach', async () => {
    const { code, out } = await schedscape('grade', '--key', name, '--seeds', file([5]));
    expect(code).toBe(0);
    expect(out).toMatch(/as it begins, quiet \(at most 100\): [\d,.]+: fails/);
    expect(out).toMatch(/cli\/keys\/lost-count\.js, right \(.*\): 1: holds/);
  }, 300_000);
});
