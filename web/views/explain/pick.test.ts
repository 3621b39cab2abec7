import { describe, expect, it } from 'vitest';
import type { Catalog, Pick } from '../../engine/types.ts';
import { markupPartsOf } from '../../ui/markup.ts';
import { markOfPick, storyOfPick } from './pick.ts';

const reasons = [
  '',
  'at the tick the running task had used up its slice',
  'the running task was tested for eligibility',
  'the eligible waiting task with the earliest deadline',
];
const reasonCodes = ['', 'TK_SLICE_END', 'PK_RUNNING', 'PK_DEADLINE'];
const taskRoles = { name: [], role: [], number: [], form: [] };
const catalog = { reasons, reasonCodes, taskRoles } as unknown as Catalog;
const pick: Pick = {
  ...{ time: 5_000_000, cpu: 3, previous: 20, chosen: 25 },
  steps: [
    { reason: 1, facts: [20, 7_000] },
    { reason: 2, facts: [20, -90_000] },
    { reason: 3, facts: [25, 1, 2] },
  ],
};

function read(of: Pick) {
  const plain = (sentence: string) =>
    markupPartsOf(sentence)
      .map(({ text }) => text)
      .join('');
  const { asked, looked, chosen } = storyOfPick(catalog, of);
  return { asked: asked.map(plain), looked: looked.map(plain), chosen: chosen.map(plain) };
}

describe('the story of a pick', () => {
  it('says what asked for it, who was compared, and who runs next', () => {
    expect(read(pick)).toEqual({
      asked: [
        'CPU 3, where task 20 ran, had to pick the task that runs next.',
        'The tick found that task 20 had used up its slice: it was 7 µs beyond its deadline and got the next one. So the CPU picks again. TK_SLICE_END',
      ],
      looked: [
        'Task 20 runs and has a lag of −90 µs: it is not eligible, so it is not a candidate. PK_RUNNING',
        'Of 2 tasks that wait 1 is eligible; task 25 has the earliest deadline of them. PK_DEADLINE',
      ],
      chosen: ['Task 25 runs next.'],
    });
    expect(markOfPick(catalog, pick)).toBe('task 25, CPU 3');
  });
  it('says who goes on, that nobody is left, and that the CPU was idle', () => {
    expect(read({ ...pick, chosen: 20 }).chosen).toEqual(['Task 20 continues.']);
    const nobody = { ...pick, chosen: -1, previous: 3, steps: [] };
    expect(read(nobody).chosen[0]).toContain('No task is left in the queue of CPU 3');
    expect(read(nobody).asked).toEqual(['CPU 3 was idle and had to pick a task.']);
    expect(markOfPick(catalog, nobody)).toBe('no task left, CPU 3');
  });
  it('says in the words of the core what is newer than this page', () => {
    const newer = { reasons: ['', 'something newer'], reasonCodes: ['', 'PK_NEWER'], taskRoles };
    const steps = [{ reason: 1, facts: [0] }];
    expect(storyOfPick(newer as unknown as Catalog, { ...pick, steps }).looked).toEqual([
      'something newer. [PK_NEWER|reason-pk-newer]',
    ]);
  });
});
