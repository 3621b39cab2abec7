// The output of `tell` about files, a paste and a folder; and every command it offers exists.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  datOfTwo,
  perfettoOfTwo,
  textOfTwo,
} from '../web/exchange/own/recording/testing-traces.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-tell-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array) => {
  const place = path.join(folder, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, content);
  return place;
};

const machine = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,1\n';
const row = (symbol: string) =>
  `  60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] ${symbol}   [kernel.kallsyms]\n`;
const report = (symbol: string) =>
  `Shared Cache Line Distribution Pareto\n----------------\n  0  120  40  300  0  0xff11000100a40040\n----------------\n${row(symbol)}`;

describe('tell', () => {
  it('says of a whole mail what each part of it is, and what to do with it', async () => {
    const mail = `Hello,\n\n\`\`\`\n${machine}\`\`\`\nand perf c2c:\n\`\`\`\n${report('cpupri_set')}\`\`\`\nRegards\n`;
    const { code, out } = await schedscape('tell', file('mail.txt', mail));
    expect(code).toBe(0);
    expect(out).toContain('line 4: A machine. 2 CPUs, 2 cores, 1 package, 1 node, 2 LLCs (lscpu).');
    expect(out).toContain("by cpupri_set: 100 % of the report's HITM");
    expect(out).toContain("100 % of the report's HITM is in functions by which real-time tasks");
    expect(out).toMatch(
      /Compare it with cpupri\/ffmpeg-480: schedscape c2c \S+ cpupri\/ffmpeg-480/,
    );
    expect(out).toContain('other lines are the words around it');
  });

  it('reads a trace in any form, and counts the wake-ups that left their cache', async () => {
    const onto = file('machine.txt', machine);
    for (const [name, trace] of [
      ['t.txt', textOfTwo],
      ['t.dat', datOfTwo()],
      ['t.pftrace', perfettoOfTwo()],
    ] as const) {
      const { code, out } = await schedscape('tell', file(name, trace), '--machine', onto);
      expect(code).toBe(0);
      expect(out).toContain('8 events of 2 CPUs and 2 tasks in 0.3 ms: 4 switches');
      expect(out).toContain('1 of 2 wake-ups left their cache (of 2), most often those of a-10.');
    }
  });

  it('offers to leave out of a workload what is not simulated', async () => {
    const rtApp = '{ "tasks": { "d": { "policy": "SCHED_DEADLINE", "run": 1000 } } }\n';
    const { code, out } = await schedscape('tell', file('rt.json', rtApp));
    expect(code).toBe(0);
    expect(out).toContain('left out if you choose so: deadline.');
    expect(out).toMatch(/schedscape run --workload \S+rt\.json --leave-out deadline$/m);
  });

  it('says why a file is refused, and ends with 2', async () => {
    const words = await schedscape('tell', file('words.txt', 'Nothing here.\n'));
    expect(words).toMatchObject({ code: 2 });
    expect(words.out).toContain('is not of a kind that can be read; give what lscpu');
    const cut = await schedscape('tell', file('cut.dat', datOfTwo().subarray(0, 4000)));
    expect(cut.out).toContain('damaged file of trace-cmd');
    const other =
      '  a-1 [000]   1.000000: cpu_idle: state=0 cpu_id=0\n  a-1 [000]   1.000100: cpu_idle: state=1 cpu_id=0\n';
    const idle = await schedscape('tell', file('idle.txt', other));
    expect(idle.out).toContain('A trace of the scheduler. holds no sched_switch that can be read');
    const zip = await schedscape('tell', file('x.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0)));
    expect(zip.out).toContain('a zip archive; unpack it');
  });

  it('counts a folder: what is taken as what, and the sentence for what is not', async () => {
    const all = path.dirname(file('all/m.txt', machine));
    file('all/deep/t.dat', datOfTwo());
    file('all/words.txt', 'Nothing here.\n');
    const { code, out } = await schedscape('tell', all);
    expect(code).toBe(0);
    expect(out).toMatch(/^m\.txt +yes +machine +2 CPUs/m);
    expect(out).toMatch(/^deep.t\.dat +yes +recording +8 events/m);
    expect(out).toMatch(/^words\.txt +no +- +is not of a kind/m);
    expect(out).toContain('2 of 3 files are taken (66.7 %).');
  });

  it('writes a layout to try of a report and a structure, which runs before it and with it', async () => {
    const structure =
      'struct queue {\n  long head; /* 0 8 */\n  long tail; /* 8 8 */\n  long state; /* 16 8 */\n};\n';
    const loads = row('read_queue');
    const stores = row('push_queue').replace('0.00%    0.00%   0x10', '100.00%    0.00%   0x8');
    const text = report('poll_queue').replace(row('poll_queue'), loads + stores) + structure;
    const paste = file('layout.txt', text);
    const { out: said } = await schedscape('tell', paste);
    expect(said).toMatch(
      /Move state to a line .*: schedscape tell \S+ --try 1 --out layout\.json$/m,
    );
    const recipe = path.join(folder, 'layout.json');
    const { code, out } = await schedscape('tell', paste, '--try', '1', '--out', recipe);
    expect(code).toBe(0);
    expect(out).toContain(`schedscape run --recipe ${recipe} --variant B`);
    const waited = async (variant: string) => {
      const ran = await schedscape('run', '--recipe', recipe, '--variant', variant, '--json');
      expect(ran.code).toBe(0);
      return (JSON.parse(ran.out) as { ledger_ns: { lineWait: number } }).ledger_ns.lineWait;
    };
    // Readers of the hot field wait for the writer of its neighbour until the field has a line of its own.
    expect(await waited('B')).toBeLessThan((await waited('A')) / 2);
    const none = await schedscape('tell', file('m2.txt', machine), '--try', '1', '--out', recipe);
    expect(none).toMatchObject({ code: 2 });
    expect(none.err).toContain('nothing to try here');
  });

  it('says why a file is refused also where an answer comes with it', async () => {
    const answer = ['--answer', 'caches=4'];
    const words = await schedscape('tell', file('answered.txt', 'Nothing here.\n'), ...answer);
    expect(words).toMatchObject({ code: 2, err: '' });
    expect(words.out).toContain('is not of a kind that can be read');
    const whole = await schedscape('tell', file('answered-machine.txt', machine), ...answer);
    expect(whole.err).toContain('nothing is left open about caches');
  });

  it('tells a folder as a table alone, and says so', async () => {
    const { code, err } = await schedscape('tell', folder, '--json');
    expect(code).toBe(2);
    expect(err).toContain('--json is for one file');
  });

  it('refuses a layout to try of a folder, and beside --json, instead of leaving it out', async () => {
    const folder = await schedscape('tell', 'scenarios', '--try', '1', '--out', 'layout.json');
    expect([folder.code, folder.err]).toEqual([2, expect.stringContaining('are for one file')]);
    const both = await schedscape('tell', 'package.json', '--try', '1', '--json');
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('give one of them')]);
  });

  it('offers commands that there are, with options that they have', async () => {
    const texts = [
      ...[machine, report('cpupri_set'), textOfTwo, 'struct a {\n  int b;\n};\n'],
      '{ "tasks": { "d": { "policy": "SCHED_DEADLINE", "run": 1000 } } }\n',
    ];
    const offered = new Set<string>();
    for (const [at, text] of texts.entries()) {
      const { out } = await schedscape('tell', file(`offers-${at}.txt`, text), '--json');
      const { parts } = JSON.parse(out) as { parts: { offers: { command?: string }[] }[] };
      for (const { offers } of parts)
        for (const { command } of offers) if (command) offered.add(command);
    }
    expect(offered.size).toBeGreaterThan(5);
    for (const command of offered) {
      const [name, ...words] = command.split(' ');
      const { out, err } = await schedscape(name!, '--help');
      const usage = out + err;
      expect(usage, command).not.toContain('is not a command');
      for (const option of words.filter((word) => word.startsWith('--')))
        expect(usage, command).toContain(option);
    }
  });

  it('offers no command for a structure without threads, which nothing on a terminal runs', async () => {
    const alone = await schedscape('tell', file('alone.txt', 'struct a {\n  int b;\n};\n'));
    expect(alone.out).toContain('Open it in Struct layout: in the page');
    expect(alone.out).not.toContain('schedscape');
  });

  it('has all samples of this project taken', async () => {
    const { out } = await schedscape('tell', 'tests/fixtures/own');
    expect(out).not.toMatch(/^\S+ +no /m);
    expect(out).toMatch(
      /^lscpu-plain-2s-genoa-like\.txt .*128 CPUs, 64 cores, 2 packages, 2 nodes, 8 LLCs/m,
    );
  });
});
