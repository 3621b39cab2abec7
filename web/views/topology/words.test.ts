import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf } from './testing/records.ts';
import { cpuSentence, lineNames, priorityName } from './words.ts';

const name = (task: number) => `task ${task}`;

describe('words', () => {
  it('name a line by its structure, and by which one where there are several', () => {
    const catalog = catalogOf(shapes.laptop);
    expect(lineNames(catalog)).toEqual([
      'root_domain line 3',
      'cpupri_vec 99 line 26',
      'rq 12 line 1',
      'root_domain line 1',
    ]);
  });
  it('say priorities as people do', () => {
    expect(priorityName(1, 0)).toBe('RT99');
    expect(priorityName(0, 120)).toBe('nice 0');
  });
  it('say in one sentence what a CPU does', () => {
    const frame = frameOf(catalogOf(shapes.laptop, 9), {
      time: 1,
      set: ({ cpus }) => {
        cpus.activity[3] = ACTIVITY.STALLED;
        cpus.line[3] = 0;
        cpus.since[3] = 9_400;
        cpus.task[3] = 8;
        cpus.queued[3] = 3;
      },
    });
    expect(cpuSentence(3, frame, ['root_domain line 3'], name, 'stalled')).toBe(
      'CPU 3, line wait, root_domain line 3, 9.4 µs, task 8, 2 tasks queued',
    );
    expect(cpuSentence(0, frame, [], name, 'idle')).toBe('CPU 0, idle');
  });
});
