// A workload of one's own on the command line: what is read, what runs, what is refused.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-workload-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

const handOver = 'tests/fixtures/own/hand-over.json';
const short = file('short.txt', 'duration 20ms\nweb x4 : run ~200us; sleep 1ms\n');
const giving = file('giving.json', '{ "tasks": { "t": { "run": 5, "yield": "" } } }');

describe('import', () => {
  it('prints a workload as recipes keep it, and reads its own print again', async () => {
    const { code, out, err } = await schedscape('import', handOver);
    expect(code).toBe(0);
    const form = JSON.parse(out);
    expect(form).toMatchObject({
      format: 'schedscape-workload/1',
      source: { kind: 'rt-app', name: 'hand-over.json', left_out: [] },
      tasks: [{ name: 'ping' }, { name: 'pong' }],
    });
    expect(err).toMatch(/^note: A key stands twice/m);
    expect((await schedscape('import', handOver, '--strict')).code).toBe(2);
    const again = await schedscape('import', file('own.json', out));
    expect(JSON.parse(again.out).tasks).toEqual(form.tasks);
  });

  it('refuses with exit code 2 what it cannot take, by file and place, and options of machines', async () => {
    const refused = await schedscape('import', giving);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('giving.json: line 1, tasks.t.yield: "yield" is not simulated');
    expect((await schedscape('import', giving, '--leave-out', 'yield')).code).toBe(0);
    const idle = await schedscape('import', short, '--timings', 'milan-2s');
    expect(idle.err).toContain('--timings: says nothing of a workload');
  });
});

describe('run --workload', () => {
  it('runs it without a scenario on a plain machine, the same for the same seed', async () => {
    const args = ['run', '--workload', short, '--json'];
    const [first, again] = [await schedscape(...args), await schedscape(...args)];
    const result = JSON.parse(first.out);
    expect(result).toMatchObject({ variant: 'A', duration_ns: 20_000_000 });
    expect(result.counters.score).toBeGreaterThan(30);
    expect(JSON.parse(again.out).trace_hash).toBe(result.trace_hash);
    const other = await schedscape(...args, '--variant', 'B', '--seed', '2');
    expect(JSON.parse(other.out).trace_hash).not.toBe(result.trace_hash);
  });

  it('runs the one that a mail quotes, as tell offers it', async () => {
    const quoted = readFileSync(short, 'utf8').replace(/^/gm, '> ');
    const mail = file('mail.txt', `Hello,\n\nmy test:\n\n\`\`\`\n${quoted}\`\`\`\nRegards\n`);
    const { code, out } = await schedscape('run', '--workload', mail, '--json');
    expect(code).toBe(0);
    const plain = await schedscape('run', '--workload', short, '--json');
    expect(JSON.parse(out).trace_hash).toBe(JSON.parse(plain.out).trace_hash);
  });

  it('runs it on the machine and the kernels of a scenario, and on a machine of one’s own', async () => {
    const there = await schedscape('run', 'cpupri/cyclic', '--workload', short, '--json');
    expect(there.code).toBe(0);
    const machine = 'tests/fixtures/own/two-packages.xml';
    const both = await schedscape('run', '--workload', short, '--machine', machine, '--json');
    expect(both.code).toBe(0);
    expect(JSON.parse(both.out).trace_hash).not.toBe(JSON.parse(there.out).trace_hash);
  });

  it('writes it as a file of rt-app that reads as the same, and says what it has no word for', async () => {
    const out = path.join(folder, 'again.json');
    const args = ['export', '--workload', handOver, '--format', 'rt-app', '--out', out];
    expect((await schedscape(...args)).code).toBe(0);
    const tasks = async (name: string) =>
      JSON.parse((await schedscape('import', name)).out).tasks as unknown;
    expect(await tasks(out)).toEqual(await tasks(handOver));
    const drawn = await schedscape('export', '--workload', short, '--format', 'rt-app');
    expect(drawn).toMatchObject({ code: 2, out: '' });
    expect(drawn.err).toContain('a random amount');
    const means = await schedscape('export', '--workload', short, '--format', 'rt-app', '--means');
    expect(JSON.parse(means.out).tasks.web.phases.p0).toMatchObject({ run0: 200, sleep1: 1000 });
    const idle = await schedscape('export', 'cpupri/cyclic', '--format', 'rt-app');
    expect(idle.err).toContain('writes a custom workload');
  });

  it('writes the logs of rt-app into a folder, or one of them, and a table of the loops', async () => {
    const logs = path.join(folder, 'logs');
    const args = ['export', '--workload', handOver, '--duration', '50ms'];
    expect((await schedscape(...args, '--format', 'rt-app-log', '--out', logs)).code).toBe(0);
    const log = readFileSync(path.join(logs, 'rt-app-pong-1.log'), 'utf8');
    const one = await schedscape(...args, '--format', 'rt-app-log', '--task', 'pong');
    expect(one.out).toBe(log);
    expect(log.split('\n')[1]).toMatch(/^ {3}1 {8}5 /);
    const none = await schedscape(...args, '--format', 'rt-app-log');
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain('--task (one of ping, pong)');
    const table = await schedscape(...args, '--format', 'csv', '--table', 'loops');
    expect(table.out).toMatch(/^ping,0,p1,0,30,/m);
    const trace = await schedscape(...args, '--format', 'ftrace');
    expect(trace.out).toContain('next_comm=pong-0 ');
  });

  it('says what was left out with every result', async () => {
    const args = ['--workload', giving, '--leave-out', 'yield', '--duration', '1ms'];
    const table = await schedscape('export', ...args, '--format', 'csv');
    expect(table.out).toContain('# limit: Left out: sched_yield');
    expect(table.out).toContain('# limit: Work of the program is at full speed');
  });

  it('refuses CPUs that the machine has not, with its range', async () => {
    const far = file('far.txt', 'web on 8-9 : run 1ms\n');
    const { code, err } = await schedscape('run', '--workload', far);
    expect(code).toBe(2);
    expect(err).toContain('program.tasks[0].cpus: holds "8-9"; the machine has CPUs 0-7');
  });

  it('gives the same run again from the recipe that its trace names', async () => {
    const trace = path.join(folder, 'trace.txt');
    const run = await schedscape('run', '--workload', short, '--hash', '--trace', trace);
    const recipe = /recipe: (#r=\S+)/.exec(readFileSync(trace, 'utf8'))?.[1];
    const again = await schedscape('run', '--recipe', recipe!, '--hash');
    expect(again.out.trim().split('\n').at(-1)).toBe(run.out.trim().split('\n').at(-1));
  });
});

describe('sweep', () => {
  it('varies the scale of a workload, on a machine of one’s own', async () => {
    const machine = 'tests/fixtures/own/two-packages.xml';
    const args = [
      'sweep',
      '--workload',
      short,
      '--machine',
      machine,
      '--jobs',
      '1',
      '--seeds',
      '2',
    ];
    const { code, out, err } = await schedscape(
      ...args,
      '--over',
      'workload.scale=100,400',
      '--metric',
      'loops',
      '--json',
    );
    expect(err).toContain('note: ');
    expect(code).toBe(0);
    const { summary } = JSON.parse(out);
    const loops = summary.map(
      (cell: Record<string, { metrics: { loops: { median: number } } }>) =>
        cell.A!.metrics.loops.median,
    );
    // Four times as long, a quarter as often.
    expect(loops[0] / loops[1]).toBeGreaterThan(3);
    expect(loops[0] / loops[1]).toBeLessThan(5);
    const other = await schedscape(...args, '--over', 'workload.groups=1,2');
    expect(other).toMatchObject({ code: 2, out: '' });
  });
});
