import { describe, expect, it } from 'vitest';
import { ACTIVITY, TASK } from '../../engine/abi.gen.ts';
import type { FrameDraft } from '../../engine/frame.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf } from './testing/records.ts';
import { cpuSentence, lineNames, priorityText, taskSentence } from './words.ts';

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
    expect(priorityText(1, 0)).toBe('RT99');
    expect(priorityText(0, 120)).toBe('nice 0');
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

describe('a sentence on a task', () => {
  const catalog = catalogOf(shapes.laptop, 10);
  const said = (set: (draft: FrameDraft) => void) =>
    taskSentence(catalog, 4, frameOf(catalog, { time: 5, set }));
  const asleep = ({ tasks }: FrameDraft) => {
    tasks.cpu[4] = 3;
    tasks.state[4] = TASK.SLEEPING;
    tasks.since[4] = 1_200;
    tasks.runtime[4] = 7;
  };

  it('says its name, what it does, since when and where', () => {
    expect(said(asleep)).toBe('task 4, sleeps since 1.2 µs, CPU 3, LLC 0');
    expect(
      said((draft) => {
        asleep(draft);
        draft.cpus.task[3] = 4;
      }),
    ).toBe('task 4, runs since 1.2 µs, CPU 3, LLC 0');
    expect(
      said((draft) => {
        asleep(draft);
        draft.tasks.state[4] = TASK.RUNNABLE;
      }),
    ).toBe('task 4, waits to run since 1.2 µs, CPU 3, LLC 0');
  });

  it('says no place of who has not begun, and of no moment the name alone', () => {
    expect(said(({ tasks }) => tasks.state.fill(TASK.SLEEPING))).toBe('task 4, not started');
    expect(taskSentence(catalog, 4, undefined)).toBe('task 4');
  });
});
