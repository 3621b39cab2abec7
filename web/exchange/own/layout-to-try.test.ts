// A report and a structure that were pasted together: which line of the structure is hot, and layouts of it that open and run.

import { describe, expect, test } from 'vitest';
import { buildDefinition, openRecipe, parseRecipe } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { machineIn, recognised } from './recognised.ts';

const row = (shares: string, offset: string, symbol: string, cpus = 8) =>
  `  ${shares}  ${offset}  0  1  0xffffffff81100010  900  500  200  350  ${cpus}  [k] ${symbol}   [kernel.kallsyms]\n`;
const line = (counts: string, ...rows: readonly string[]) => `
  ----------------------------------------------------------
      0   ${counts}  0xff11000100a40040
  ----------------------------------------------------------
${rows.join('')}`;

/** head is stored to, tail and state are only loaded; the second line of the report is of another structure. */
const report =
  line(
    '120  40  300  0',
    row('70.00%   50.00%    0.00%    0.00%', '0x8', 'poll_queue', 3),
    row('20.00%   50.00%    0.00%    0.00%', '0x10', 'read_queue'),
    row('10.00%    0.00%  100.00%    0.00%', '0x0', 'push_queue'),
  ) + line('2  0  1  0', row('100.00%  0.00%  100.00%  0.00%', '0x3c', 'other'));
const queue = `struct queue {
	long unsigned int          id;                   /*     0     8 */
	char                       name[56];             /*     8    56 */

	/* --- cacheline 1 boundary (64 bytes) --- */
	long unsigned int          head;                 /*    64     8 */
	long unsigned int          tail;                 /*    72     8 */
	int                        state;                /*    80     4 */

	/* size: 128, cachelines: 2, members: 5 */
};
`;
const machine = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,1\n';

const structureIn = (text: string) =>
  recognised(text).parts.find(({ kind }) => kind === 'structure')!;
const opened = async (recipe: object) => openRecipe(parseRecipe(recipe), nodeReader('scenarios'));

describe('a report of perf c2c and a structure', () => {
  test('in one paste say which line of it is hot, and what is stored to and only loaded there', () => {
    for (const text of [report + queue, queue + report, `> ${report}\n\`\`\`\n${queue}\`\`\`\n`]) {
      expect(structureIn(text).says).toContain(
        'Line 0 of the report fits line 2 of struct queue: the hottest field is tail; head is stored to, tail and state only loaded.',
      );
    }
  });

  test('offer to move the hot field and to split the line, and each opens as a run of threads', async () => {
    const { offers } = structureIn(report + queue);
    expect(offers.map(({ name }) => name)).toEqual([
      'Move tail to a line of its own',
      'Split the line: fields that are stored to apart from fields that are only loaded',
      'Open it in Struct layout',
    ]);
    const placesOf = async (recipe: object) => {
      const own = await opened(recipe);
      const program = own.program!;
      const [a, b] = ['A', 'B'].map((id) => buildDefinition(own, id));
      expect(a!.workload_parameter).not.toEqual(b!.workload_parameter);
      return {
        fields: program.fields.map(({ name, at, moved }) => [name, at, moved]),
        tasks: program.kinds.map(({ name }) => name),
      };
    };
    const [moved, split] = await Promise.all(
      offers.slice(0, 2).map(({ recipe }) => placesOf(recipe!)),
    );
    expect(moved).toEqual({
      fields: [
        ['head', 64, 64],
        ['tail', 72, 128],
        ['state', 80, 80],
      ],
      tasks: ['tail_reader', 'state_reader', 'head_writer', 'head_reader'],
    });
    expect(split!.fields).toEqual([
      ['head', 64, 128],
      ['tail', 72, 72],
      ['state', 80, 80],
    ]);
  });

  test('run on the machine of the same paste', async () => {
    const { offers } = structureIn(`${report}${queue}\`\`\`\n${machine}\`\`\`\n`);
    expect((await opened(offers[0]!.recipe!)).machine).toMatchObject({ cpus: 2 });
  });

  test('of which one field alone is touched say that no layout helps, and offer none', () => {
    const alone = line('120 40 300 0', row('100.00% 100.00% 100.00% 0.00%', '0x0', 'push_queue'));
    const { notes, offers } = structureIn(alone + queue);
    expect(notes.join(' ')).toContain('No other field of that line is touched');
    expect(offers.map(({ recipe }) => recipe)).toEqual([undefined]);
  });

  test('that have nothing in common offer nothing to try', () => {
    const far = line('120 40 300 0', row('100.00% 100.00% 100.00% 0.00%', '0x3c', 'push_queue'));
    const small = 'struct small {\n\tint a;\n\tint b;\n};\n';
    expect(structureIn(far + small).offers.map(({ recipe }) => recipe)).toEqual([undefined]);
  });
});

describe('a simulated structure', () => {
  /** As pahole prints it, all fields but those of the report left out. */
  const rootDomain = `struct root_domain {
	atomic_t                   refcount;             /*     0     4 */
	atomic_t                   rto_count;            /*     4     4 */
	cpumask_var_t              rto_mask;             /*    40     8 */
};
`;
  const hot = line(
    '90 10 200 0',
    row('80.00%  50.00%   0.00%  0.00%', '0x4', 'pull_rt_task'),
    row('20.00%  50.00% 100.00%  0.00%', '0x28', 'cpupri_set'),
  );

  test('gets an edit of its layout in the story that it belongs to, beside that as it is', async () => {
    const [first] = structureIn(hot + rootDomain).offers;
    expect(first!.name).toBe('Move rto_count to a line of its own, in cpupri/ffmpeg-480');
    expect(first!.recipe).toMatchObject({
      scenario: 'cpupri/ffmpeg-480',
      layout: { from: 'A', edits: ['move rto_count last', 'align rto_count 64'] },
    });
    const own = await opened(first!.recipe!);
    const [a, c] = ['A', 'C'].map((id) => JSON.stringify(buildDefinition(own, id)));
    expect(c).not.toBe(a);
  });

  test.each([
    ['zone', 'lock', 'pcp/skylake-ex'],
    ['rq', 'nr_running', 'split-llc/node-fills-up'],
  ])(
    'such as %s is edited where %s is hot, and its story opens with it',
    async (key, field, story) => {
      const text = `struct ${key} {\n\tlong ${field}; /* 0 8 */\n\tlong beside; /* 8 8 */\n};\n`;
      const rows = [
        row('80.00% 50.00% 100.00% 0.00%', '0x0', 'one'),
        row('20.00% 50.00% 0.00% 0.00%', '0x8', 'two'),
      ];
      const { offers } = structureIn(line('90 10 200 0', ...rows) + text);
      const found = offers.find(({ name }) => name.endsWith(story));
      expect(found?.recipe).toMatchObject({ scenario: story, layout: { from: 'A' } });
      const own = await opened(found!.recipe!);
      const [a, c] = ['A', 'C'].map((id) => JSON.stringify(buildDefinition(own, id)));
      expect(c).not.toBe(a);
    },
  );
});

describe('a machine of several texts beside them', () => {
  test('is read as each of its texts, and the layout is offered all the same', () => {
    const cpus = Array.from({ length: 4 }, (_, cpu) => `${cpu},${cpu},0,0,,${cpu},${cpu},${cpu},0`);
    const listing = ['# CPU,Core,Socket,Node,,L1d,L1i,L2,L3', ...cpus].join('\n');
    const matrix = ['0 40 41 42', '40 0 43 44', '41 43 0 45', '42 44 45 0'].join('\n');
    const fenced = (text: string) => `\`\`\`\n${text}\n\`\`\`\n`;
    const { parts } = recognised([listing, matrix, report, queue].map(fenced).join('\n'));
    const structure = parts.find(({ kind }) => kind === 'structure');
    expect(parts.map(({ isRefused, says }) => (isRefused ? says : ''))).toEqual(
      parts.map(() => ''),
    );
    expect(structure?.offers.some(({ command }) => command?.includes('--try'))).toBe(true);
    expect(machineIn(parts)?.cpus).toBe(4);
  });
});
