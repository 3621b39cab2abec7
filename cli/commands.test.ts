import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeRecipe, parseRecipe } from '../web/scenario/index.ts';
import { execute } from './commands.ts';
import { processorTime } from './fidelity.ts';
import { inProgram } from './program.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

const short = ['run', 'cpupri/cyclic', '--duration', '300us', '--set', 'workload.threads=8'];

describe('the command line', () => {
  it('explains itself on standard output when asked', async () => {
    const { code, out, err } = await schedscape('--help');
    expect(code).toBe(0);
    expect(err).toBe('');
    for (const command of ['run', 'export', 'check', 'sweep', 'merge', 'fidelity', 'bench']) {
      expect(out).toContain(`schedscape ${command}`);
    }
  });

  it('refuses no command, unknown commands and unknown options with exit code 2', async () => {
    expect(await schedscape()).toMatchObject({ code: 2, out: '' });
    const unknown = await schedscape('walk');
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain(
      'the commands are run, export, check, sweep, versions, race, tournament, diff, merge, distribute, fidelity, grade, tell, import, recording, extract, c2c, bench',
    );
    const option = await schedscape('run', 'cpupri/cyclic', '--fast');
    expect(option).toMatchObject({ code: 2, out: '' });
    expect(option.err).toContain("'--fast'");
    expect(option.err).toContain('usage: schedscape run');
  });
});

describe('fidelity', () => {
  it('tells the report that comes with the program without running anything', async () => {
    const { code, out } = await schedscape('fidelity', 'cpupri', '--shipped', '--json');
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.format).toBe('schedscape-fidelity/2');
    expect(report.counts.table_rows.published).toBeLessThanOrEqual(report.rows.length);
    expect(report.counts.numbers.reproduced).toBeGreaterThan(0);
    expect(new Set(report.rows.map(({ story }: { story: string }) => story))).toEqual(
      new Set(['cpupri']),
    );
  });

  it('says of every missed row of page_fault1 what is known of it by now', async () => {
    const { out } = await schedscape('fidelity', 'page-lists', '--shipped', '--json');
    const { rows } = JSON.parse(out) as {
      rows: { id: string; verdict: string; explanation: string | null }[];
    };
    const missed = rows.filter(
      ({ id, verdict }) => id.startsWith('pcp-phase1/') && verdict === 'fail',
    );
    expect(missed.length).toBeGreaterThan(0);
    for (const { id, explanation } of missed) expect(explanation, id).toMatch(/not known|counted/);
  });

  it('says what its runs cost in processor time, in seconds or minutes', () => {
    expect(processorTime({ user: 20_000, system: 1_000 })).toBe('1 s');
    expect(processorTime({ user: 170_400_000, system: 9_400_000 })).toBe('180 s');
    expect(processorTime({ user: 4_020_000_000, system: 0 })).toBe('67 minutes');
  });

  it('puts stored reports together, the last that ran a row counting, and runs nothing', async () => {
    const { out } = await schedscape('fidelity', 'cpupri', '--shipped', '--json');
    const report = JSON.parse(out);
    const row = report.rows.find(({ verdict }: { verdict: string }) => verdict === 'pass');
    const whole = file('whole.json', report);
    const later = file('later.json', { ...report, rows: [{ ...row, simulated: 12.5 }] });
    const merged = await schedscape(
      'fidelity',
      'cpupri',
      '--from',
      whole,
      '--from',
      later,
      '--json',
    );
    expect(merged.code).toBe(0);
    const { rows, counts } = JSON.parse(merged.out);
    expect(rows).toHaveLength(report.rows.length);
    expect(rows.find(({ id }: { id: string }) => id === row.id).simulated).toBe(12.5);
    expect(counts.numbers).toEqual(report.counts.numbers);
    // The format before called a direction that came true a pass.
    const isOne = ({ verdict }: { verdict: string }) => verdict === 'direction-only';
    expect(rows.some(isOne)).toBe(true);
    const asPass = (each: { verdict: string }) =>
      isOne(each) ? { ...each, verdict: 'pass' } : each;
    const older = file('older.json', {
      format: 'schedscape-fidelity/1',
      rows: rows.map(asPass),
    });
    const again = await schedscape('fidelity', 'cpupri', '--from', older, '--json');
    expect(JSON.parse(again.out)).toEqual(JSON.parse(merged.out));
    const odd = file('odd.json', { format: 'something else' });
    const refused = await schedscape('fidelity', '--from', odd);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('is not a report');
  });

  it('refuses to choose rows of a report that it does not run', async () => {
    const refused = await schedscape('fidelity', '--shipped', '--rows', '*');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('leave out --rows');
  });
});

describe('run', () => {
  it('prints what it measured, and the hash last', async () => {
    const { code, out } = await schedscape(...short, '--hash');
    expect(code).toBe(0);
    expect(out).toMatch(/^kernel_share +[\d.]+ +%$/m);
    expect(out).toMatch(
      /^throughput: no tested claim is similar; .* within a factor of [\d.]+ in 8 of 10$/m,
    );
    expect(out.split('\n').at(-1)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('prints JSON that says what was run', async () => {
    const { out } = await schedscape(...short, '--json', '--variant', 'B', '--seed', '7');
    const result = JSON.parse(out);
    expect(result).toMatchObject({
      format: 'schedscape-run/1',
      scenario: 'cpupri/cyclic',
      variant: 'B',
      seed: 7,
      duration_ns: 300_000,
    });
    expect(result.metrics.throughput).toBeGreaterThan(0);
    expect(result.counters.accesses).toBeGreaterThan(100);
    const spent = Object.values<number>(result.ledger_ns).reduce((sum, ns) => sum + ns, 0);
    expect(spent).toBe(480 * (result.window_ns.to - result.window_ns.from));
  });

  it('takes a whole workload as one setting, which no recipe can say', async () => {
    const workload = JSON.stringify({ name: 'cyclic', threads: 8, interval: '1 ms' });
    const direct = await schedscape(...short, '--set', 'workload.interval=1 ms', '--json');
    const one = ['--duration', '300us', '--set', `workload=${workload}`];
    const whole = await schedscape('run', 'cpupri/cyclic', ...one, '--json');
    expect(whole.code).toBe(0);
    const [a, b] = [direct, whole].map(({ out }) => JSON.parse(out).trace_hash);
    expect(b).toBe(a);
    const recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/cyclic' };
    const over = await schedscape('run', file('plain.json', recipe), ...one, '--json');
    expect(JSON.parse(over.out).trace_hash).toBe(a);
    const trace = await schedscape('export', 'cpupri/cyclic', ...one, '--format', 'ftrace');
    expect(trace.code).toBe(0);
    expect(trace.out).not.toContain('# recipe:');
  });

  it('gives one hash for one seed and another for another', async () => {
    const hash = async (...args: string[]) => {
      const { out } = await schedscape(...short, '--hash', ...args);
      return out.split('\n').at(-1);
    };
    const first = await hash('--seed', '1');
    expect(await hash('--seed', '1')).toBe(first);
    expect(await hash('--seed', '2')).not.toBe(first);
  });

  it('takes a recipe as file or link and runs just what it describes', async () => {
    const set = { duration: '300us', 'workload.threads': 8 };
    const recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/cyclic', set, seed: 5 };
    const direct = await schedscape(...short, '--seed', '5', '--json');
    const fromFile = await schedscape('run', '--recipe', file('recipe.json', recipe), '--json');
    const link = `https://example.org/#r=${encodeRecipe(parseRecipe(recipe))}`;
    const fromLink = await schedscape('run', '--recipe', link, '--json');
    // A link in place of a scenario's name gives the same run.
    expect(await schedscape('run', link, '--json')).toEqual(fromLink);
    expect(await schedscape('run', file('recipe.json', recipe), '--json')).toEqual(fromLink);
    const { trace_hash: hash } = JSON.parse(direct.out);
    expect(JSON.parse(fromFile.out)).toMatchObject({ trace_hash: hash, seed: 5 });
    expect(JSON.parse(fromLink.out)).toMatchObject({ trace_hash: hash, seed: 5 });
    const reseeded = await schedscape('run', '--recipe', link, '--seed', '6', '--json');
    expect(JSON.parse(reseeded.out).seed).toBe(6);
  });

  it.each([
    [['run', 'cpupri/nothing'], 'is not the name of a scenario'],
    [['run'], 'name a scenario or a recipe'],
    [['run', 'cpupri/cyclic', '--variant', 'Q'], 'the variants are A, B'],
    [['run', 'cpupri/cyclic', '--seed', 'x'], '--seed x'],
    [['run', 'cpupri/cyclic', '--set', 'workload.colour=1'], 'workload.colour'],
    [['run', 'cpupri/cyclic', '--duration', '5'], 'duration'],
    [['run', 'cpupri/cyclic', '--backend', 'fortran'], 'must be wasm or native'],
    [['run', '--recipe', '/no/such/file.json'], 'there is no such file'],
    [['run', '--recipe', '1.AAAA'], 'damaged'],
    [['run', '#r=AAAA'], 'damaged'],
  ])('refuses %j with exit code 2 and says what would be right', async (args, words) => {
    const { code, out, err } = await schedscape(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it.each([
    ['fidelity', '__proto__'],
    ['fidelity', 'cpupri', '--rows', '__proto__'],
    ['constructor'],
    ['run', '__proto__'],
    ['run', 'cpupri/cyclic', '--variant', 'constructor'],
    ['run', 'cpupri/cyclic', '--set', '__proto__.x=1'],
    ['run', 'cpupri/cyclic', '--set', 'platform=constructor'],
    ['run', 'cpupri/cyclic', '--set', 'workload.name=toString'],
    ['run', 'cpupri/cyclic', '--set', 'workload.toString=1'],
    ['run', 'cpupri/cyclic', '--set', 'variant.A.kernel.valueOf=1'],
    ['run', 'cpupri/cyclic', '--set', 'variant.A.kernel.layout=constructor'],
    ['export', 'cpupri/cyclic', '--format', 'toString'],
    ['export', 'cpupri/cyclic', '--format', 'csv', '--table', 'constructor'],
    ['sweep', 'cpupri/cyclic', '--over', 'constructor=1,2'],
    ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4', '--metric', '__proto__'],
  ])('takes no name from the language for one of its own: %j %j %j %j %j', async (...args) => {
    const { code, out, err } = await schedscape(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toContain('defect');
  });

  it('reads a scenario and vectors that begin with a byte-order mark', async () => {
    const scenario = readFileSync(inProgram('scenarios/cpupri/cyclic.json'), 'utf8');
    const marked = file('marked.json', `\uFEFF${scenario}`);
    expect((await schedscape('run', marked, ...short.slice(2))).code).toBe(0);
    const recipe = JSON.stringify({ format: 'schedscape-recipe/2', scenario: 'cpupri/cyclic' });
    const given = file('recipe.json', `\uFEFF${recipe}`);
    expect((await schedscape('run', '--recipe', given, ...short.slice(2))).code).toBe(0);
    expect((await schedscape('run', given, ...short.slice(2))).code).toBe(0);
    const vectors = readFileSync(inProgram('tests/vectors/coherence-vectors.json'), 'utf8');
    const checked = file('marked-vectors.json', `\uFEFF${vectors}`);
    expect((await schedscape('check', checked, '--backend', 'wasm')).code).toBe(0);
  });

  it('writes an ftrace text in which time never goes back and every switch fits the last', async () => {
    const trace = path.join(folder, 'out.ftrace');
    const { code } = await schedscape(...short, '--trace', trace);
    expect(code).toBe(0);
    const lines = readFileSync(trace, 'utf8').split('\n');
    const events = lines.filter((line) => line && !line.startsWith('#'));
    expect(events.length).toBeGreaterThan(20);
    let last = 0;
    const running = new Map<string, string>();
    for (const line of events) {
      const [, cpu, time, event] = line.match(/\[(\d+)\] \S+ +(\d+\.\d{6}): (\w+): /) ?? [];
      expect(Number(time), line).toBeGreaterThanOrEqual(last);
      last = Number(time);
      if (event !== 'sched_switch') continue;
      const [, from, to] = line.match(/prev_pid=(\d+) .*next_pid=(\d+) /) ?? [];
      expect(from, line).toBe(running.get(cpu!) ?? '0');
      running.set(cpu!, to!);
    }
  });
});

describe('export', () => {
  const cyclic = ['export', ...short.slice(1)];

  it('writes a trace whose head says scenario, seed, version and how to run it again', async () => {
    const { code, out } = await schedscape(...cyclic, '--format', 'ftrace', '--seed', '7');
    expect(code).toBe(0);
    expect(out).toMatch(/^# tracer: nop\n/);
    expect(out).toContain('# scenario: cpupri/cyclic');
    expect(out).toContain('# seed: 7');
    expect(out).toMatch(/^# Schedscape \d+\.\d+\.\d+, simulated$/m);
    const [, recipe] = out.match(/^# recipe: (#r=\S+)$/m) ?? [];
    const again = await schedscape('export', '--recipe', recipe!, '--format', 'ftrace');
    expect(again.out).toBe(out);
  });

  it('writes the same file to --out as to standard output', async () => {
    const at = path.join(folder, 'out.perfetto-trace');
    const { bytes } = await schedscape(...cyclic, '--format', 'perfetto');
    const { code, out } = await schedscape(...cyclic, '--format', 'perfetto', '--out', at);
    expect(code).toBe(0);
    expect(out).toBe('');
    expect(readFileSync(at).equals(bytes)).toBe(true);
  });

  it('leaves the file that stood there when it fails in the middle of the run', async () => {
    const at = file('kept.trace', 'last week');
    let fails = 0;
    const code = await execute([...cyclic, '--format', 'ftrace', '--out', at], {
      out: () => {},
      err: () => {},
      write: () => {},
      progress: (line) => {
        if (line === '') return;
        fails += 1;
        throw new Error('the terminal is gone');
      },
    });
    expect({ code, fails }).toEqual({ code: 3, fails: 1 });
    expect(readFileSync(at, 'utf8')).toBe('last week');
    expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.trace']);
  });

  it('writes tables as CSV, one at a time, and as JSON, all together', async () => {
    const csv = await schedscape(...cyclic, '--format', 'csv', '--table', 'topology');
    const rows = csv.out.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(rows[0]).toBe('cpu,core,l2,llc,node,package');
    expect(rows).toHaveLength(481);
    const json = JSON.parse((await schedscape(...cyclic, '--format', 'json')).out);
    expect(json).toMatchObject({
      format: 'schedscape-tables/1',
      scenario: 'cpupri/cyclic',
      seed: 1,
    });
    expect(json.not_modelled.length).toBeGreaterThan(0);
    const run = JSON.parse((await schedscape(...short, '--json')).out);
    const rowOf = (name: string) =>
      json.tables.metrics.rows.find(({ metric }: { metric: string }) => metric === name);
    expect(rowOf('kernel_share').value).toBe(run.metrics.kernel_share);
    // No published figure says how long wake-ups of cyclic take: the error bar is in both documents.
    const { low, says } = run.expected_errors.wake_latency;
    expect(rowOf('wake_latency')).toMatchObject({ expected_low_80: low, expected_says: says });
    expect(says).toContain('no tested claim is similar');
    // Claims of shares are about two workloads alone, and say nothing of a third.
    expect(run.expected_errors.kernel_share).toBeUndefined();
  });

  it.each([
    [
      ['--format', 'xml'],
      'must be ftrace, trace-dat, perfetto, chrome, perf-sched-map, perf-sched-timehist, csv, json',
    ],
    [[], '--format is missing'],
    [['--format', 'csv', '--table', 'chairs'], 'must be metrics'],
    [['--format', 'json', '--table', 'c2c'], 'only csv'],
    [['--format', 'csv', '--from', '1ms'], '--from and --to'],
    [['--format', 'ftrace', '--from', 'noon'], '--from noon'],
    [['--format', 'ftrace', '--from', '200us', '--to', '100us'], 'in this order'],
    [['--format', 'ftrace', '--to', '9s'], 'within the run'],
    [['--format', 'ftrace', '--variant', 'Q'], 'Q'],
    [['--format', 'ftrace', '--out', '/no/such/folder/file'], 'cannot be written'],
  ])('refuses %j with exit code 2', async (args, said) => {
    const { code, out, err } = await schedscape(...cyclic, ...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(said);
  });
});
