import { expect, it } from 'vitest';
import { tableProblems } from './comment-tables.mjs';

const lines = (...text) => tableProblems(text.join('\n')).map(({ line }) => line);

it('refuses a table that was wrapped into prose', () => {
  const destroyed = [
    ' *   FK_GRP        group_class: enum ss_group_class; figure: utilisation, of busy groups the average',
    ' * load FK_NUMA_...   difference of idle CPUs; tasks with this one the other FK_ of two   the other',
    ' * group, 0 CPUs: there is none TQ_...        tasks of the target, as read PP_KEEP       what the',
  ];
  expect(lines(...destroyed)).toEqual([2, 3]);
});

it('lets indented rows, examples and macros be', () => {
  const kept = [
    '/* What the numbers are:',
    ' *   TQ_...    tasks of the target, as read',
    ' *   PP_KEEP   what it was cut to, or 0',
    ' *     PATH_LOAD(cpupri_set, address);      // may wait',
    ' * Prose. Of one space. */',
    'u32 a;   /* code may be aligned */',
    '    /* a   */                      \\',
  ];
  expect(lines(...kept)).toEqual([]);
});
