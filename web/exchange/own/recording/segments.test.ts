// Where a wake-up is said to crowd: onto a CPU that runs a task while others are known to run none.

import { expect, test } from 'vitest';
import { readRecording } from './recording.ts';
import { taskStoriesOf } from './segments.ts';

const line = (from: string, cpu: number, us: number, event: string) =>
  `${from.padStart(16)} [00${cpu}] d..2.   100.${String(us).padStart(6, '0')}: ${event}\n`;
const switched = (cpu: number, us: number, from: string, to: string) => {
  const [comm, pid] = from.split('-');
  const [next, nextPid] = to.split('-');
  return line(
    from,
    cpu,
    us,
    `sched_switch: prev_comm=${comm} prev_pid=${pid} prev_prio=120 prev_state=${pid === '0' ? 'R' : 'S'} ==> next_comm=${next} next_pid=${nextPid} next_prio=120`,
  );
};
const wakingAt = (us: number) =>
  line('a-10', 0, us, 'sched_waking: comm=c pid=12 prio=120 target_cpu=001');
const waking = wakingAt(50);

/** Whether the wake-ups in a text of so many CPUs crowd. */
function crowding(cpus: number, ...lines: string[]): boolean[] {
  const head = `# entries-in-buffer/entries-written: ${lines.length}/${lines.length}   #P:${cpus}\n`;
  const { run } = readRecording(new TextEncoder().encode(head + lines.join('')));
  const { tasks } = taskStoriesOf(run, new Set(run.tasks.keys()));
  return [...tasks.values()].flatMap(({ items }) =>
    items.flatMap((item) => (item.does === 'post' ? [item.crowds] : [])),
  );
}

const busy = [switched(0, 0, '<idle>-0', 'a-10'), switched(1, 10, '<idle>-0', 'b-11')];
const end = switched(1, 90, 'b-11', 'c-12');

test('CPUs of which a trace tells nothing are not idle: no wake-up crowds because of them', () => {
  expect(crowding(8, ...busy, waking, end)).toEqual([false]);
});

test('a CPU that is known to run nothing leaves a wake-up beside a running task crowding', () => {
  const idle = [switched(2, 20, '<idle>-0', 'd-13'), switched(2, 30, 'd-13', '<idle>-0')];
  expect(crowding(8, ...busy, ...idle, waking, end)).toEqual([true]);
});

test('a CPU of which lines were lost is not known to be idle until it is heard of again', () => {
  const idle = [switched(2, 20, '<idle>-0', 'd-13'), switched(2, 30, 'd-13', '<idle>-0')];
  const lost = ['CPU:2 [LOST 3 EVENTS]\n', switched(2, 70, '<idle>-0', 'd-13')];
  expect(crowding(8, ...busy, ...idle, waking, ...lost, end)).toEqual([false]);
  const again = [switched(2, 75, 'd-13', '<idle>-0'), wakingAt(80)];
  expect(crowding(8, ...busy, ...idle, ...lost, ...again, end)).toEqual([true]);
});
