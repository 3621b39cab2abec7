// `distribute`: what is refused, what an engine is asked, and the manifest for Kubernetes, held by the
// schema that comes with its interface. Engines that run: tests/cluster.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { afterAll, describe, expect, it } from 'vitest';
import { engines, quoted, shellLine } from './distribute/engines.ts';
import { asRanges } from './distribute/folder.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));
const into = path.join(folder, 'parts');

const work = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4,8', '--seeds', '2'];
const given = ['--parts', '4', '--into', into];

describe('a command line of distribute', () => {
  it.each([
    [['slurm', ...given], 'say what to distribute'],
    [['cloud', ...given, '--', ...work], 'name one of slurm, parallel, kubernetes, collect, part'],
    [['collect', '--parts', '4', '--', ...work], '--into: name a folder'],
    [['collect', '--into', into, '--', ...work], '--parts: must be a whole number from 1 to 10000'],
    [['collect', '--parts', '0', '--into', into, '--', ...work], '--parts 0: must be'],
    [['collect', '--parts', '5', '--into', into, '--', ...work], '--parts 5: there is work for 4'],
    [['part', ...given, '--', ...work], '--part goes with part'],
    [
      ['part', ...given, '--part', '5', '--', ...work],
      '--part 5: must be a whole number from 1 to 4',
    ],
    [['collect', ...given, '--', 'run', 'cpupri/cyclic'], '"run" cannot be distributed'],
    [
      ['collect', ...given, '--', ...work, '--shard', '1/4'],
      'sweep --shard: cannot be distributed',
    ],
    [['collect', ...given, '--', ...work, '--jobs', '2'], 'give --jobs before it'],
    [['collect', ...given, '--', 'fidelity', '--shipped'], 'there is nothing to distribute'],
    [['kubernetes', ...given, '--', ...work], 'needs --image and --claim'],
  ])('%j is refused in words', async (args, says) => {
    const { code, out, err } = await schedscape('distribute', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(says);
  });

  it('is refused where the folder of the parts is a file', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    const args = ['collect', '--parts', '4', '--into', file, '--', ...work];
    const { code, err } = await schedscape('distribute', ...args);
    expect(code).toBe(2);
    expect(err).toContain('is not a folder');
  });
});

describe('parts that are missing', () => {
  it('are written as people and Slurm write them', () => {
    expect(asRanges([1, 2, 3, 5, 7, 8])).toBe('1-3,5,7-8');
    expect(asRanges([])).toBe('');
  });

  it('are named, and earn exit code 1', async () => {
    const { code, out, err } = await schedscape('distribute', 'collect', ...given, '--', ...work);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('of 4 parts 4 are missing: 1-4');
  });
});

describe('the words for an engine', () => {
  const hostile = ['a b', "it's", '$(reboot)', '`x`', 'a;b', '*', '"', '\\', '', '--x=1', '{part}'];

  it('come through a shell as they were', () => {
    const line = `part=7; printf '%s\\n' ${shellLine(hostile, '{part}', 'part')}`;
    const read = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(read).toBe(`${hostile.slice(0, -1).join('\n')}\n7\n`);
    expect(quoted('plain-1.0/x=y')).toBe('plain-1.0/x=y');
  });

  it('ask Slurm for an array of exactly the parts', () => {
    const words = engines.slurm.starts({
      indices: [2, 3, 9],
      words: (place) => ['node', 'x.mjs', '--part', place],
      log: (place) => `/parts/${place}.log`,
      more: ['--partition=long'],
      jobs: 4,
    });
    expect(words).toEqual(
      expect.arrayContaining([
        '--array=2-3,9',
        '--cpus-per-task=4',
        '--output=/parts/%a.log',
        '--partition=long',
      ]),
    );
    expect(words.at(-1)).toBe('--wrap=exec node x.mjs --part "$SLURM_ARRAY_TASK_ID"');
  });
});

describe('the manifest for Kubernetes', () => {
  it('is an indexed job by its schema, a pod for each missing part', async () => {
    const cluster = [
      '--image',
      'registry.example/schedscape:1',
      '--claim',
      'results',
      '--jobs',
      '2',
    ];
    const { code, out } = await schedscape(
      'distribute',
      'kubernetes',
      ...given,
      ...cluster,
      '--',
      ...work,
    );
    expect(code).toBe(0);
    const job = JSON.parse(out);
    new Job(job).validate();
    expect(job.spec).toMatchObject({ completions: 4, completionMode: 'Indexed' });
    const [container] = job.spec.template.spec.containers;
    expect(container.command[2]).toContain(
      'set -- 1 2 3 4; shift "$JOB_COMPLETION_INDEX"; part=$1',
    );
    expect(container.volumeMounts[0].mountPath).toBe(into);
    expect(() => new Job({ ...job, spec: { ...job.spec, completions: '4' } }).validate()).toThrow();
  });
});
