import { expect, it } from 'vitest';
import { emptyAssertions } from './assertions.mjs';

const of = (condition) =>
  emptyAssertions(`void f(void)\n{\n    SS_DEBUG_CHECK(${condition});\n}\n`);

it.each([
  'me->of == me->of',
  'w->policy->vm[cpu->number].runs && me->of == me->of',
  'a || (b >= b)',
  'cpu->current == (i32)w->topology.cpus + 0',
  'true',
  '1',
])('refuses an assertion that cannot fail: %s', (condition) => {
  expect(of(condition)).toEqual([{ line: 3, problem: expect.stringContaining('cannot fail') }]);
});

it.each([
  'me->of == me->off',
  'me->cpu < w->topology.cpus',
  'a + 0x10 <= b',
  'a == b + 1',
  'a - 0.5 > b',
  'f(a, 0)',
  'lock->holder != (i32)cpu && lock->tail != (i32)cpu',
])('lets one be that says something: %s', (condition) => {
  expect(of(condition)).toEqual([]);
});

it('reads neither comments nor other calls', () => {
  expect(emptyAssertions('/* SS_DEBUG_CHECK(a == a) */ f(a == a);\n')).toEqual([]);
});
