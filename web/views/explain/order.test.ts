import { describe, expect, it } from 'vitest';
import type { StepCode } from '../../engine/step-facts.ts';
import { markupPartsOf } from '../../ui/markup.ts';
import { stepText } from './facts.ts';
import { following, requeueing, searchingOn, ticking } from './order.ts';

const sayings = { ...following, ...requeueing, ...searchingOn, ...ticking };

/** The sentence of a step as a reader sees it. */
const said = (code: StepCode, ...facts: readonly number[]): string =>
  markupPartsOf(stepText(sayings, code, { reason: 0, facts }, undefined)!)
    .map(({ text }) => text)
    .join('');

describe('how a wakee is queued', () => {
  it('is told by who shares a cache and who has something to run', () => {
    expect(said('TQ_WAKELIST_LLC', 0, 12, 1)).toBe(
      'CPU 12 shares no LLC with CPU 0. So the waker puts the task on the wake list of CPU 12, which queues the task itself; the lock and the lines of its queue stay where they are.',
    );
    expect(said('TQ_WAKELIST_IDLE', 0, 3, 0)).toBe(
      'CPU 3 shares an LLC with CPU 0 but has nothing to run. So CPU 3 queues the task itself, from its wake list.',
    );
    expect(said('TQ_DIRECT', 0, 3, 2)).toBe(
      'CPU 3 shares an LLC with CPU 0 and has 2 tasks to run. So CPU 0 takes its lock and queues the task.',
    );
    expect(said('TQ_DIRECT', 3, 3, 1)).toBe(
      "CPU 3 is the waker's own CPU: the task is queued at once, under the lock.",
    );
  });
  it('says of a task that never left its queue what it still owes', () => {
    expect(said('WK_DELAYED', 5, 1_211)).toBe(
      'The task had gone to sleep but had not left the runqueue of CPU 5, so it continues there and no CPU is chosen. It still owes 1.2 µs, a lag that it keeps.',
    );
    expect(said('WK_DELAYED', 5, 0)).toContain('starts again at the average');
  });
});

describe('whether a wakee takes the CPU', () => {
  it('is told without a comparison where there was none', () => {
    expect(said('PP_IDLE_CPU', 3)).toBe(
      'CPU 3 has nothing else to run and picks at once: the wakee runs.',
    );
    expect(said('PP_OTHER_CLASS', 3)).toContain('a task of a higher class runs');
    expect(said('PP_DUE', 3)).toContain('has already been asked to pick again');
    expect(said('PP_IDLE_CLASS', 7, 1)).toBe(
      'Task 7 is SCHED_IDLE and the wakee is not: it is preempted.',
    );
    expect(said('PP_IDLE_CLASS', 7, 0)).toBe(
      'A SCHED_IDLE wakee preempts no task, and a SCHED_BATCH wakee only SCHED_IDLE tasks: Task 7 continues.',
    );
  });
  it('is told by slices, lags and deadlines, with their signs', () => {
    expect(said('PP_SHORT', 100_000, 2_800_000)).toBe(
      "The wakee's slice of 100 µs is shorter than the 2.8 ms of the task that runs, whose slice protection does not apply.",
    );
    expect(said('PP_WAKEE', -127, -2_485_539)).toBe(
      'The wakee has a lag of −127 ns: it is not eligible.',
    );
    expect(said('PP_WAKEE', 1_697, 1_494)).toBe(
      'The wakee is eligible with a lag of +1.7 µs, but its deadline is 1.5 µs later than that of the task picked.',
    );
    expect(said('PP_WAKEE', 0, 0)).toContain('its deadline is as late as that of the task picked');
    expect(said('PP_WIN', 16, 103)).toBe(
      'That is the wakee, with a lag of +103 ns: it preempts Task 16.',
    );
    expect(said('PP_KEEP', 24, 0)).toBe('Task 24 would be picked, not the wakee, which waits.');
    expect(said('PP_KEEP', 24, 100_000)).toContain(
      'the protection of the task that runs is cut to 100 µs',
    );
  });
});

describe('a pick', () => {
  it('is told by eligibility, protection and deadlines in turn', () => {
    expect(said('PK_ONLY', 4)).toBe('Task 4 is the only task queued: nothing is compared.');
    expect(said('PK_RUNNING', 16, -103)).toBe(
      'Task 16 runs and has a lag of −103 ns: it is not eligible, so it is not a candidate.',
    );
    expect(said('PK_RUNNING', 16, 0)).toBe('Task 16 runs and has a lag of +0 ns: it is eligible.');
    expect(said('PK_PROTECTED', 16, 1_194_723)).toBe(
      'Its slice is protected for another 1.2 ms, so it continues.',
    );
    expect(said('PK_PROTECTED', 16, -5)).toBe('The protection of its slice ended 5 ns ago.');
    expect(said('PK_PROTECTED', 16, 0)).toBe('The protection of its slice has just ended.');
    expect(said('PK_DEADLINE', 25, 1, 4)).toBe(
      'Of 4 tasks that wait 1 is eligible; Task 25 has the earliest deadline of them.',
    );
    expect(said('PK_DEADLINE', -1, 0, 2)).toBe('Of 2 tasks that wait none is eligible.');
    expect(said('PK_CURR', 22, -2_555_745)).toBe(
      'The deadline of Task 22, which runs, is 2.6 ms later than that: it gives way.',
    );
    expect(said('PK_CURR', 22, 30)).toBe(
      'The deadline of Task 22, which runs, is 30 ns earlier than that: it goes on.',
    );
  });
  it('is told with who is dropped, and with the tick that asked for it', () => {
    expect(said('PK_DELAYED_DROP', 9, -40)).toBe(
      'Task 9 was already asleep and stayed in the queue only until its turn: it leaves now, with a lag of −40 ns, and the pick begins again.',
    );
    expect(said('TK_SLICE_END', 9, 12_000)).toBe(
      'The tick found that Task 9 had used up its slice: it was 12 µs beyond its deadline and got the next one. So the CPU picks again.',
    );
    expect(said('TK_PROT_END', 9, 12_000)).toBe(
      'The tick found that the protection of Task 9 had ended 12 µs ago, before its slice. So the CPU picks again.',
    );
  });
  it('is told by who has run least, in the order before 6.6', () => {
    expect(said('PK_LEAST', 9, 5_000_000)).toBe(
      'Of the queued tasks Task 9 has run least: 5 ms less than the running task.',
    );
    expect(said('PK_LEAST', 9, 0)).toBe('Of the queued tasks Task 9 has run least.');
    expect(said('PK_NEXT', 9)).toBe(
      'The running task was preempted for Task 9, which goes first unless another task has run much less.',
    );
    expect(said('TK_SHARE_END', 9, 12_000_000)).toBe(
      'The tick found that Task 9 had run 12 ms since it was picked: its share of a period, given the waiting tasks, is over. So the CPU picks again.',
    );
    expect(said('PP_BEHIND', 9, 5_000_000, 4_000_000)).toBe(
      'The wakee has run 5 ms less than Task 9, which is more than 4 ms: it preempts Task 9.',
    );
    expect(said('PP_BEHIND', 9, -1_000_000, 4_000_000)).toBe(
      'To take the CPU the wakee must have run 4 ms less than Task 9; it has run 1 ms more, and waits.',
    );
  });
  it('says times that are longer than 32 bits hold', () => {
    expect(said('PK_RUNNING', 16, -3_000_000_000)).toContain('a lag of −3 s');
  });
});

describe('a search before a CPU idles', () => {
  it('is told by what it is expected to take, what it took, and what it counts as since', () => {
    expect(said('NI_AVG_IDLE', 900_000, 40_000)).toBe(
      'It idles 900 µs on average, and with this domain its search is expected to take 40 µs, so it searches.',
    );
    expect(said('NI_AVG_IDLE', 30_000, 40_000)).toContain(
      'It idles 30 µs on average, and with the next outer domain its search would be expected to take 40 µs, so it does not search.',
    );
    expect(said('NI_PULLED', 1, 2_500)).toBe('1 task was pulled in 2.5 µs: the search ends here.');
    expect(said('NI_NOTHING', 2_500, 60_000)).toBe(
      'Nothing was pulled in 2.5 µs. From now on a search of this domain counts as 60 µs.',
    );
    expect(said('NI_WOKEN', 3)).toContain('a task was queued on CPU 3 itself');
  });
});
