// The commands that documents show. Those in blocks marked `sh` are run, shortened, in a folder with the files they name;
// of all others every option is one that its command has.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { commandsOf, type ShownCommand } from './commands.ts';

const read = (name: string) => readFileSync(name, 'utf8');
const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const stay = 'function select_cpu(p, prev_cpu, wake_flags) {\n  return prev_cpu;\n}\n';
const c2c = `${'-'.repeat(60)}\n0 120 40 300 0 0xff11000100a40040\n${'-'.repeat(60)}\n60.00% 50.00% 0.00% 0.00% 0x10 0 1 0xffffffff81100010 900 500 200 210 64 [k] cpupri_set [kernel.kallsyms]\n`;
/** A field that one function writes beside one that another reads, and the structure that both are of. */
const sharedLine = `${'-'.repeat(60)}\n0 120 40 300 0 0xff11000100a40040\n${'-'.repeat(60)}\n60.00% 50.00% 0.00% 0.00% 0x10 0 1 0xffffffff81100010 900 500 200 210 64 [k] read_queue [kernel.kallsyms]\n0.00% 0.00% 100.00% 0.00% 0x8 0 1 0xffffffff81100020 900 500 200 210 64 [k] push_queue [kernel.kallsyms]\n`;
const queue =
  'struct queue {\n  long head; /* 0 8 */\n  long tail; /* 8 8 */\n  long state; /* 16 8 */\n};\n';
const two = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,1,1,,1,1,1,1\n';
const nodes = `available: 2 nodes (0-1)
node 0 cpus: 0
node 0 size: 1000 MB
node 1 cpus: 1
node 1 size: 1000 MB
node distances:
node   0   1
  0:  10  21
  1:  21  10
`;

const root = mkdtempSync(path.join(tmpdir(), 'schedscape-docs-'));
afterAll(() => rmSync(root, { recursive: true }));

/** What a kernel's tracer would have written, by a run. */
const trace = path.join(root, 'recorded.txt');
beforeAll(async () => {
  const span = ['--duration', '4ms', '--from', '1ms', '--to', '4ms'];
  await schedscape('export', 'split-llc/one-wakeup', '--format', 'ftrace', ...span, '--out', trace);
});

/** The files that examples begin with. */
const given: Readonly<Record<string, () => string>> = {
  'machine.xml': () => read('tests/fixtures/own/two-packages.xml'),
  'machine.txt': () => two,
  'lscpu.txt': () => read('tests/fixtures/own/lscpu-plain-2s-genoa-like.txt'),
  'nodes.txt': () => nodes,
  'mine.txt': () => 'duration 20ms\nweb x4 : run ~200us; sleep ~300us\n',
  'mine.json': () => read('tests/fixtures/own/hand-over.json'),
  'c2c.txt': () => c2c,
  'report.txt': () => sharedLine,
  'queue.pahole': () => queue,
  'trace.txt': () => read(trace),
  'traces/trace.txt': () => read(trace),
  'my.js': () => stay,
  'other.js': () => stay,
  'policies/my.js': () => stay,
  'ada.js': () => read('cli/keys/lost-count.js'),
  'hidden.json': () => '[1001]',
  'shapes.json': () => '[{ "platform.topology.cores_per_llc": 3 }]',
};

function folderOf(page: string): string {
  const folder = path.join(root, path.basename(page, '.md'));
  for (const [name, content] of Object.entries(given)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content());
  }
  return folder;
}

const takesDuration = new Set(['run', 'export', 'sweep', 'race', 'tournament']);
const isOfRun = (args: readonly string[]) =>
  takesDuration.has(args[0]!) || (args[0] === 'c2c' && /^\w+\/\w+$/.test(args[2] ?? ''));
/** Forms of an export that run nothing. */
const withoutRun = ['hwloc', 'lscpu', 'rt-app'];
const isFile = (arg: string) => /^[\w.-]+\/$|\.[a-z-]+$/.test(arg) && !/[=*,]/.test(arg);

/** The file that has what is piped into a command: one by itself, or the texts of several in a row. */
function joined(from: string, folder: string): string {
  const names = from.split(' ');
  if (names.length === 1) return from;
  const text = names.map((name) => read(path.join(folder, name))).join('');
  writeFileSync(path.join(folder, 'joined.txt'), text);
  return 'joined.txt';
}

/** As shown, but for two simulated milliseconds, with one seed, and with the files of the folder. */
function shortened({ args, from }: ShownCommand, folder: string): string[] {
  const inFolder = (name: string) => path.join(folder, name);
  const own = args!.map((arg, i) => {
    if (arg === '-' && from) return inFolder(joined(from, folder));
    if (args![i - 1] === '--seeds' && !isFile(arg)) return '1';
    return isFile(arg) || args![i - 1] === '--out' ? inFolder(arg) : arg;
  });
  const runs = isOfRun(args!) && !args!.some((arg) => withoutRun.includes(arg));
  return args!.includes('--duration') || !runs ? own : [...own, '--duration', '2ms'];
}

async function runShown(command: ShownCommand, folder: string) {
  if (!command.args) {
    const [, script = command.text.replace('npm ', '')] = /^npm run (\w+)/.exec(command.text) ?? [];
    expect(Object.keys(scripts), command.text).toContain(script);
    return;
  }
  const { code, out, err } = await schedscape(...shortened(command, folder));
  expect(code, `${command.text}\n${err}`).toBe(0);
  if (command.into) writeFileSync(path.join(folder, command.into), out);
}

const shown = pages.flatMap((page) =>
  commandsOf(read(page)).map((command) => ({ page, ...command })),
);

describe('the list of features', () => {
  it('has every command of the terminal', async () => {
    const { out } = await schedscape('--help');
    const names = [...out.matchAll(/^ {2}schedscape (\w+)/gm)].map(([, name]) => `\`${name}\``);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !read('docs/features.md').includes(name))).toEqual([]);
  });
});

describe('a command in a document', () => {
  it.each(pages.filter((page) => shown.some((each) => each.page === page && each.isRun)))(
    'runs: all of %s',
    { timeout: 120_000 },
    async (page) => {
      const folder = folderOf(page);
      for (const command of shown.filter((each) => each.page === page && each.isRun))
        await runShown(command, folder);
    },
  );

  it('has options that there are, whether it is run or not', async () => {
    const usages = new Map<string, string>();
    for (const { page, args, text } of shown.filter((each) => each.args)) {
      for (const name of [args![0]!, ...args!.filter((arg) => arg === 'sweep')]) {
        if (!usages.has(name)) usages.set(name, (await schedscape(name, '--help')).out);
      }
      const all = args!.map((arg) => usages.get(arg) ?? '').join(' ');
      const options = args!.filter((arg) => /^--[a-z]/.test(arg)).map((arg) => arg.split('=')[0]!);
      for (const option of options.filter((each) => each !== '--help'))
        expect(all, `${page}: ${text}: ${option}`).toContain(option);
    }
    expect(shown.length).toBeGreaterThan(40);
  });
});
