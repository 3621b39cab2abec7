import { expect, test } from 'vitest';
import { isLockNamed } from './lock-names.ts';

test('a name without a number means every lock of its kind', () => {
  expect(
    ['rq.lock 3', 'rq.lock 31', 'zone.lock of node 0', 'zone.lock'].map((lock) =>
      isLockNamed(lock, 'zone.lock'),
    ),
  ).toEqual([false, false, true, true]);
  expect(isLockNamed('rq.lock 3', 'rq.lock')).toBe(true);
});

test('a name with a number means that lock alone', () => {
  expect(['rq.lock 3', 'rq.lock 31'].map((lock) => isLockNamed(lock, 'rq.lock 3'))).toEqual([
    true,
    false,
  ]);
  expect(isLockNamed('zone.lock of node 0', 'zone.lock of node 0')).toBe(true);
});

test('a lock whose name only begins alike is another lock', () => {
  expect(isLockNamed('zone.lock_irq', 'zone.lock')).toBe(false);
});
