import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
}

// One worker: this thread, which needs no bundle. Threads are tested in tests/fidelity.
const small = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4,8', '--jobs', '1'];
const short = [...small, '--duration', '300us'];

/** So many metrics that every run has. */
const usualOf = (count: number) =>
  ['kernel_share', 'busy_share', 'throughput', 'time_saved', 'wake_latency'].slice(0, count);

describe('sweep', () => {
  it('prints a row for every cell, and says what is discarded as warm-up', async () => {
    const { code, out } = await schedscape(...short, '--seeds', '2');
    expect(code).toBe(0);
    expect(out).toContain('300 µs simulated, the first 100 µs not counted');
    expect(out).toMatch(/^4 +\d/m);
    expect(out).toMatch(/^8 +\d/m);
  });

  it('gives parts that merge to the whole, byte for byte', async () => {
    const whole = await schedscape(...short, '--seeds', '3', '--json');
    const files: string[] = [];
    for (const shard of ['2/3', '1/3', '3/3']) {
      const part = await schedscape(...short, '--seeds', '3', '--shard', shard, '--json');
      files.push(file(`${shard[0]}.json`, part.out));
    }
    const merged = await schedscape('merge', ...files);
    expect(merged).toMatchObject({ code: 0, out: whole.out, err: '' });
    const { summary, runs } = JSON.parse(whole.out);
    expect(runs).toHaveLength(12);
    expect(summary[1].B.differences.throughput_gain.count).toBe(3);
  });

  it('ends a cell early, after ten seeds at least, once its gain is known narrowly enough', async () => {
    // Four threads hardly meet: every seed gives the same. Sixty do.
    const cells = ['--over', 'workload.threads=4,60', '--duration', '400us', '--jobs', '1'];
    const until = ['--seeds', '12', '--until', '0.0001', '--json'];
    const { out } = await schedscape('sweep', 'cpupri/cyclic', ...cells, ...until);
    const { summary, until_points } = JSON.parse(out);
    expect(until_points).toBe(0.0001);
    const seeds = summary.map((cell: { B: { differences: { throughput_gain: object } } }) => {
      return cell.B.differences.throughput_gain;
    });
    expect(seeds).toMatchObject([{ count: 10, interval: [0, 0] }, { count: 12 }]);
  });

  it('shows what the scenario was published by, or the metrics that are asked for', async () => {
    const heading = async (...args: string[]) => {
      const { out } = await schedscape(...short, '--seeds', '1', ...args);
      return { out, line: out.split('\n').find((line) => line.startsWith('workload.threads'))! };
    };
    const usual = await heading();
    expect(usual.line).toMatch(/A throughput 1\/s +B throughput 1\/s/);
    expect(usual.line).toContain('B throughput_gain %');
    expect(usual.out).toContain('Fewer than 10 seeds');
    const asked = await heading('--metric', 'wake_latency');
    expect(asked.line).toMatch(/A wake_latency ns +B wake_latency ns$/);
  });

  it('says of every change how far the model was off on claims like it, in words and in JSON', async () => {
    const said = (await schedscape(...short, '--seeds', '1')).out;
    const lines = said.split('\n').filter((line) => line.includes('in 8 of 10)'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^4, B, throughput_gain: [+-][\d.e-]+ % \(on 4 claims like this one the model was within /,
    );
    const { expected_errors, summary } = JSON.parse(
      (await schedscape(...short, '--seeds', '1', '--json')).out,
    );
    const bar = expected_errors[1].B.throughput_gain;
    const { median } = summary[1].B.differences.throughput_gain;
    expect(bar).toMatchObject({ kind: 'change', level: 80, family: 'cyclic', own_policy: false });
    expect(bar.high - median).toBeCloseTo(bar.within, 9);
  });

  it('compares every gain seed with seed, and ends a cell by the one that is shown', async () => {
    const { out } = await schedscape(...short, '--seeds', '2', '--json');
    const { runs, summary } = JSON.parse(out);
    const of = (variant: string, seed: number) =>
      runs.find(
        (run: { cell: number; seed: number; variant: string }) =>
          run.cell === 1 && run.seed === seed && run.variant === variant,
      ).metrics.throughput;
    const saved = [1, 2].map((seed) => 100 * (1 - of('A', seed) / of('B', seed)));
    const { median } = summary[1].B.differences.time_saved;
    expect(median).toBeCloseTo((saved[0]! + saved[1]!) / 2, 9);
    const until = ['--seeds', '11', '--until', '90', '--metric', 'time_saved', '--json'];
    expect(JSON.parse((await schedscape(...short, ...until)).out).until_metric).toBe('time_saved');
  });

  it('measures in a cell what run measures with the same seed', async () => {
    const { out } = await schedscape(...short, '--seeds', '2', '--json');
    const swept = JSON.parse(out).runs.find(
      (run: { cell: number; seed: number; variant: string }) =>
        run.cell === 1 && run.seed === 2 && run.variant === 'B',
    );
    const args = ['--set', 'workload.threads=8', '--duration', '300us', '--seed', '2'];
    const single = await schedscape('run', 'cpupri/cyclic', ...args, '--variant', 'B', '--json');
    const { trace_hash, metrics } = JSON.parse(single.out);
    expect(swept).toMatchObject({ trace_hash, metrics });
  });

  it.each([
    [['sweep'], 'name a scenario'],
    [['sweep', 'cpupri/cyclic'], 'say what to vary: --over path=v1,v2'],
    [
      ['sweep', 'cpupri/nothing', '--over', 'workload.threads=1'],
      'of cpupri there are cpupri/cyclic, ',
    ],
    [['sweep', 'cpupri/cyclic', '--over', 'workload.colour=1,2'], 'workload.colour'],
    [['sweep', 'cpupri/cyclic', '--over', 'workload.threads'], 'write path=v1,v2'],
    [[...small, '--duration', '5'], 'duration'],
    [[...short, '--seeds', 'many'], '--seeds many'],
    [[...short, '--seeds', '0'], 'seeds: is 0; write a whole number from 1'],
    [[...short, '--shard', '4/3'], '--shard 4/3'],
    [[...short, '--metric', 'speed'], '--metric speed: is not a metric of a run; write one of'],
    [
      [...short, ...usualOf(5).flatMap((name) => ['--metric', name])],
      '--metric: is given for 5 metrics; name at most 4',
    ],
    [
      [...short, '--seeds', '10', '--until', '1', '--metric', 'wake_p99_saved'],
      'goes by wake_p99_saved, which a run of B did not measure',
    ],
    [[...short, '--until', 'soon'], '--until soon: must be a width in points'],
    [[...short, '--until', '1', '--shard', '1/2'], 'contradict'],
    [[...short, '--jobs', '0'], '--jobs 0: must be a whole number from 1'],
    [[...short, '--over', 'duration=1ms'], 'contradict'],
    [['merge'], 'name the files of all parts'],
    [['merge', '/no/such/file.json'], 'there is no such file'],
    [['merge', file('odd.json', '{]')], 'odd.json: is not JSON'],
    [
      [
        'merge',
        file('vast.json', '{"format":"schedscape-sweep/1","shard":{"index":1,"of":10000000000}}'),
      ],
      'vast.json: shard.of: is 10000000000, not a number of parts from 1 to 10000',
    ],
    [['merge', file('other.json', '{"format":"x"}')], 'other.json: format: is not'],
  ])('refuses %j with exit code 2 and says what would be right', async (args, words) => {
    const { code, out, err } = await schedscape(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n {4}at /);
  });
});
