// What is recognised in a paste: the parts of a mail or of a comment on a bug, each with its kind and its first line.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../scenario/testing.ts';
import { readMachineTexts } from './machine/join.ts';
import { machineTextsOf, partsOfPaste } from './pasted.ts';

const sample = (name: string) => readFileSync(`tests/fixtures/own/${name}`, 'utf8');
const kindsOf = (text: string) =>
  partsOfPaste(text).parts.map(({ kind, machine, line }) => [machine ?? kind, line]);

describe('a pasted text', () => {
  it('that quotes lscpu, cut by grep, and the end of numactl in a fence gives one machine', () => {
    const texts = machineTextsOf({ text: sample('paste-from-a-report.txt') });
    expect(texts.map(({ kind }) => kind)).toEqual(['lscpu-text', 'numactl']);
    const { topology } = readMachineTexts(texts);
    expect(topology).toMatchObject({ cpus: 64, cores: 32, nodes: ['0-15,32-47', '16-31,48-63'] });
    expect(topology.packages).toHaveLength(2);
    expect(topology.llcs).toHaveLength(8);
    expect(topology.distance).toEqual([
      [10, 32],
      [32, 10],
    ]);
  });

  it('that quotes lscpu as it sets its lines in, or indents all of it, is of the whole machine', () => {
    const lscpu = [
      'CPU(s):                  16',
      '  On-line CPU(s) list:   0-15',
      'Vendor ID:               AuthenticAMD',
      '  Model name:            Some Processor',
      '    Thread(s) per core:  2',
      '    Core(s) per socket:  4',
      '    Socket(s):           2',
      'Caches (sum of all):',
      '  L3:                    64 MiB (4 instances)',
      'NUMA:',
      '  NUMA node0 CPU(s):     0-3,8-11',
      '  NUMA node1 CPU(s):     4-7,12-15',
    ];
    const whole = lscpu.join('\n');
    const mails = [
      `Which machine? > This:\n\n${lscpu.map((line) => `> > ${line}\n`).join('')}`,
      `<pre>${whole}</pre>\n`,
      `As code:\n\n${whole.replace(/^/gm, '    ')}\n\nThanks.\n`,
      whole,
    ];
    for (const text of mails) {
      const { topology } = readMachineTexts(machineTextsOf({ text }));
      expect([topology.cpus, topology.cores, topology.packages.length]).toEqual([16, 8, 2]);
      expect([topology.nodes.length, topology.llcs.length]).toEqual([2, 4]);
    }
  });

  it('of lscpu in a language that is not read says how to get the one that is read', async () => {
    const text =
      'Hei,\n\nCPU(s):      8\nSäikeitä ydintä kohti:  2\nYtimiä kantaa kohti: 4\nKantoja: 1\n';
    const { problem, remedy } = await refusal(() => readMachineTexts(machineTextsOf({ text })));
    expect(problem).toBe('names no cores, sockets, caches or nodes');
    expect(remedy).toContain('LC_ALL=C lscpu');
  });

  it('of Arm’s /proc/cpuinfo has no words around it, and its architecture is told', () => {
    const block = (cpu: number) =>
      `processor\t: ${cpu}\nBogoMIPS\t: 50.00\nFeatures\t: fp\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\n`;
    const text = `${block(0)}${block(1)}`;
    expect(partsOfPaste(text).others).toBe(0);
    expect(readMachineTexts(machineTextsOf({ text })).sentence).toContain('the processor is Arm');
  });

  it('of several commands in one terminal is taken apart without a blank line between them', () => {
    const text = `me@host:~$ lscpu\n${sample('lscpu-plain-2s-genoa-like.txt')}${sample('numactl-cpu-compress.txt')}`;
    expect(kindsOf(text)).toEqual([
      ['lscpu-text', 2],
      ['numactl', 26],
    ]);
  });

  it('of all kinds in one comment names each with its line', () => {
    const text = [
      'Hello, it got slower after the update. Any idea?',
      '```',
      '{ "tasks": { "a": {',
      '  "run": 1000 } } }',
      '```',
      'struct page_counter {',
      '  long usage;',
      '};',
      '$ perf c2c report --stdio',
      '=================================================',
      '      Shared Cache Line Distribution Pareto      ',
      '```',
      '  <idle>-0 [001] d..2. 1.5: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120',
      '```',
      'https://example.org/#s=abc',
      '```',
    ].join('\n');
    expect(kindsOf(text)).toEqual([
      ['workload', 3],
      ['structure', 6],
      ['c2c', 10],
      ['recording', 13],
      ['link', 15],
    ]);
    expect(partsOfPaste(text).others).toBe(1);
  });

  it('of a policy, a recipe, a sheet, a trace with the head of perf and a row of c2c names each', () => {
    const text = [
      'var last = 0;',
      'function select_cpu(p, prev_cpu, wake_flags) {',
      '  return prev_cpu;',
      '}',
      'function enqueue(p) {',
      '}',
      '{ "format": "schedscape-recipe/3",',
      '  "scenario": "cpupri/cyclic" }',
      '{ "format": "schedscape-sheet/1" }',
      '```',
      '# hostname : secret',
      '# nrcpus online : 2',
      '# sibling threads : 0-1',
      '  a 1 [001] 1.500000: sched:sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120',
      '```',
      ' 60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] reader_one',
      '```',
      '           time    cpu  task name                       wait time  sch delay   run time',
    ].join('\n');
    expect(kindsOf(text)).toEqual([
      ['policy', 2],
      ['document', 7],
      ['sheet', 9],
      ['recording', 11],
      ['perf-head', 12],
      ['c2c', 16],
      ['recording', 18],
    ]);
    const [policy] = partsOfPaste(text).parts;
    expect(policy!.text).toContain('function enqueue(p)');
    expect(JSON.stringify(machineTextsOf({ text }))).not.toContain('secret');
  });

  it('of a machine above or below a report or a trace, without a fence between, names both', () => {
    const machine = 'CPU(s): 4\nThread(s) per core: 2\nCore(s) per socket: 2\nSocket(s): 1\n';
    const nodes = 'available: 1 nodes (0)\nnode 0 cpus: 0 1 2 3\n';
    const report =
      'Shared Cache Line Distribution Pareto\n 60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] reader_one\n';
    const trace =
      '  a 1 [001] 1.500000: sched:sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120\n';
    for (const [kind, text] of [
      ['c2c', report],
      ['recording', trace],
    ] as const) {
      const kinds = kindsOf(`Our machine:\n\n${machine}\n${text}\n${nodes}`).map(([name]) => name);
      expect(kinds.sort()).toEqual([kind, 'lscpu-text', 'numactl'].sort());
    }
  });

  it('of all that lscpu and lstopo print has no words around it', () => {
    const lscpu = [
      'CPU(s):                   4',
      '  On-line CPU(s) list:    0-3',
      'Frequency boost:          enabled',
      'Thread(s) per core:       2',
      'Caches (sum of all):      ',
      '  L3:                     32 MiB (1 instance)',
      'NUMA:                     ',
      '  NUMA node0 CPU(s):      0-3',
      'Vulnerabilities:          ',
      '  Gather data sampling:   Not affected',
      '  Spectre v1:             Mitigation; usercopy/swapgs barriers',
    ];
    expect(partsOfPaste(`${lscpu.join('\n')}\n`).others).toBe(0);
    expect(partsOfPaste(`${lscpu.join('\n')}\n\nAny idea: why?\n`).others).toBe(1);
    const lstopo = [
      'Machine (63GB total)',
      '  Package L#0 + L3 L#0 (16MB) + Core L#0',
      '    PU L#0 (P#0)',
      '    PU L#1 (P#1)',
      '  HostBridge',
      '    PCIBridge',
      '      PCI 01:00.0 (Ethernet)',
      '        Net "eth0"',
      '      4 x { PCI 41:00.0 (NVMExp) }',
      'depth 0:           1 Machine (type #0)',
    ];
    expect(partsOfPaste(`${lstopo.join('\n')}\n`).others).toBe(0);
  });

  it('with the head of perf beside a listing is of the machine as listed', () => {
    const listing = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,1\n';
    const trace =
      '# nrcpus online : 2\n# sibling threads : 0-1\n  a 1 [001] 1.500000: sched:sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120\n';
    const texts = machineTextsOf({ text: `${listing}\`\`\`\n${trace}\`\`\`\n` });
    expect(texts).toHaveLength(2);
    expect(readMachineTexts(texts).topology.llcs).toHaveLength(2);
  });

  it('with lscpu and several of its tables is of one machine: the widest table counts', () => {
    const table = (columns: string, ...rows: readonly string[]) =>
      `\n# The following is the parsable format, which can be fed to other\n# CPU,${columns}\n${rows.join('\n')}\n`;
    const text = `CPU(s): 2\nVendor ID: AuthenticAMD\n${table('Core,Socket,Node', '0,0,0,', '1,1,0,')}${table('Core,Socket,Node,,L1d,L2', '0,0,0,,,0,0', '1,1,0,,,1,0')}`;
    const { topology } = readMachineTexts(machineTextsOf({ text }));
    expect(topology).toMatchObject({ cpus: 2, cores: 2, llcs: ['0-1'], vendor: 'amd' });
    const other = table('Core,Socket,Node', '0,0,0,');
    expect(() => readMachineTexts(machineTextsOf({ text: text + other }))).toThrow('CPU 0 again');
  });

  it('of one kind alone is given on as it is, so that its faults keep their lines', () => {
    const text = '# CPU,Core,Socket,Node\n0,0,0,0\n1,x,0,0\n';
    expect(machineTextsOf({ text })).toEqual([{ text }]);
  });

  it('of words alone holds nothing', () => {
    const text = 'Dear all,\n\nModel: I mean the small one.\nThe test: it runs for 2 s.\n';
    expect(partsOfPaste(text).parts).toEqual([]);
  });

  it('quoted as pages of archives have it is read without the signs', () => {
    const quoted = sample('lscpu-plain-2s-genoa-like.txt').replace(/^/gm, '&gt; ');
    const own = machineTextsOf({ text: quoted });
    expect(readMachineTexts(own).topology.cpus).toBe(128);
  });

  it('of lscpu -p with its caches in one column is read between words', () => {
    const rows = '# CPU,Core,Socket,Node,L1d:L1i:L2:L3\n0,0,0,0,0:0:0:0\n1,1,0,0,1:1:1:0\n';
    const { topology } = readMachineTexts(
      machineTextsOf({ text: `Here it is:\n\n${rows}\nBye\n` }),
    );
    expect([topology.cpus, topology.llcs]).toEqual([2, ['0-1']]);
  });

  it('of files as tail prints them, with their names above, is read', () => {
    const text = [0, 1, 2, 3]
      .map((cpu) => {
        const name = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`;
        return `==> ${name} <==\n${cpu % 2},${(cpu % 2) + 2}\n\n`;
      })
      .join('');
    for (const given of [text, `Hello,\n\n${text}`]) {
      expect(readMachineTexts(machineTextsOf({ text: given })).topology.cores).toBe(2);
    }
  });

  it('of a listing that is cut takes the counts beside it', () => {
    const counts = sample('lscpu-plain-2s-genoa-like.txt');
    const rows = 'CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE\n0 0 0 0 0:0:0:0 yes\n';
    const { topology, notes } = readMachineTexts(machineTextsOf({ text: `${counts}\n${rows}` }));
    expect(topology.cpus).toBe(128);
    expect(notes.join(' ')).toContain('lscpu lists 1 of 128 CPUs that run: its listing is cut');
  });

  it('made to be slow is taken apart like any other', { timeout: 20_000 }, () => {
    const hostile = [
      `1${',   '.repeat(1000)}x\n`.repeat(50),
      '{\n'.repeat(200_000),
      'struct a\n{\n'.repeat(100_000),
      `struct ${' '.repeat(4000)};\n`.repeat(500),
      '<topology>\n'.repeat(100_000),
      `${'> '.repeat(2000)}x\n`.repeat(50),
    ];
    for (const text of hostile) expect(partsOfPaste(text).parts).toEqual([]);
  });

  it('that quotes lscpu below itself without a fence is of one machine, with no core counted twice', () => {
    const counts = sample('lscpu-plain-2s-genoa-like.txt');
    const quoted = `${counts}> ${counts.replaceAll('\n', '\n> ')}\n`;
    const machineOf = (text: string) => readMachineTexts(machineTextsOf({ text })).topology;
    expect(machineOf(quoted)).toEqual(machineOf(counts));
    const other = counts.replace(/^CPU\(s\): .*$/m, 'CPU(s): 96');
    expect(() => machineOf(counts + other)).toThrow('describe two machines, both in lscpu');
  });

  it('of more parts than a report has says how many are left out', () => {
    const { parts, left } = partsOfPaste('struct a {\n\tint b;\n};\n'.repeat(200_000));
    expect([parts.length, left]).toEqual([64, 199_936]);
  });

  it('of five megabytes is taken apart whole', () => {
    const page = sample('paste-from-a-report.txt');
    const text = page.repeat(Math.ceil(5_000_000 / page.length));
    expect(partsOfPaste(text).parts.map(({ machine }) => machine)).toEqual([
      'lscpu-text',
      'numactl',
    ]);
  });

  it('that quotes one machine twice is of one, of two machines is refused', async () => {
    const page = sample('paste-from-a-report.txt');
    const machineOf = (text: string) => readMachineTexts(machineTextsOf({ text }));
    expect(machineOf(`${page}\n${page}`).topology).toEqual(machineOf(page).topology);
    const other = page.replace('CPU(s):                          64', 'CPU(s): 32');
    const error = await refusal(() => machineOf(`${page}\n\`\`\`\n${other}`));
    expect(error.problem).toBe('describe two machines, both in lscpu');
  });
});
