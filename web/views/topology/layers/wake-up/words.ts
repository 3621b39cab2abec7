// What the picture, the key and the tables say of the search for a CPU. Texts only.

import { moment } from '../../../../ui/format.ts';
import type { LookResult, Placement, Test, TestKind } from './placement.ts';

const cpu = (id: number) => `CPU ${id}`;

const found: Readonly<Record<LookResult, string>> = {
  busy: 'busy',
  idle: 'idle',
  far: 'idle, other cluster',
};

const tests: Readonly<Record<TestKind, (of: number) => string>> = {
  target: (of) => `target: ${cpu(of)}`,
  previous: (of) => `previous: ${cpu(of)}`,
  recent: (of) => `recent: ${cpu(of)}`,
  siblings: (of) => `SMT siblings of ${cpu(of)}`,
  cluster: (of) => `cluster scan from ${cpu(of)}`,
  cores: (of) => `cores of the LLC from ${cpu(of)}`,
  scan: (of) => `LLC scan from ${cpu(of)}`,
  wide: (of) => `other LLCs from ${cpu(of)}`,
  'too-busy': (of) => `LLC of ${cpu(of)} too busy to scan`,
  'no-llc': () => 'no LLC to scan',
  groups: (of) => `groups of CPUs around ${cpu(of)}`,
  group: (of) => `in the group: ${cpu(of)}`,
};

/** "3", "3, 4", "3–7": the numbers of a test's looks. */
function numbersOf({ from, to }: Test): string {
  if (from === 0) return '';
  if (from === to) return `${from}`;
  return to - from === 1 ? `${from}, ${to}` : `${from}–${to}`;
}

/** Tests of one CPU. */
const single: readonly TestKind[] = ['target', 'previous', 'recent'];
/** Tests that look at no CPU. */
const blind: readonly TestKind[] = ['too-busy', 'no-llc', 'groups'];

/** What a test came to; of one that looks at one CPU, what that was. */
function outcomeOf({ looks }: Placement, test: Test): string {
  if (blind.includes(test.kind)) return '';
  if (single.includes(test.kind)) return found[looks[test.from - 1]!.found];
  if (test.found >= 0) return `${cpu(test.found)} idle`;
  return test.isCut ? 'gave up' : 'none idle';
}

export const words = {
  placed: {
    wake: { name: 'Wake-up', function: 'select_task_rq_fair' },
    fork: { name: 'New task', function: 'sched_balance_find_dst_cpu' },
    exec: { name: 'Exec', function: 'sched_balance_find_dst_cpu' },
  },
  none: 'No wake-up in the last 16 ms.',
  asking: 'Looking for the last wake-up',
  /** Where no CPU was checked, the class was not asked: a task with one CPU, or one that still leaves its own. */
  call({ placed, tests }: Placement, task: string): string {
    const isUnasked = placed === 'wake' && tests.length === 0;
    return `${isUnasked ? 'try_to_wake_up' : words.placed[placed].function}(${task})`;
  },
  at: (time: number) => moment(time),
  test: (placement: Placement, test: Test) => ({
    number: numbersOf(test),
    said: tests[test.kind](test.cpu),
    outcome: outcomeOf(placement, test),
  }),
  end: (placement: Placement) =>
    placement.looks.some(({ cpu: of, found: was }) => of === placement.chosen && was === 'idle')
      ? `→ runs on ${cpu(placement.chosen)}`
      : `→ queues on ${cpu(placement.chosen)}`,
  found,
  /** Of the moment of the search: the CPU may do something else by now. */
  look: (was: LookResult) => (was === 'busy' ? `✗ was ${found.busy}` : `✓ was ${found[was]}`),
  taken: 'taken',
  waker: 'waker',
  previous: 'previous',
  never: 'never checked',
  key: {
    order: 'order of the search',
    orderMeaning: 'The CPUs that the last wake-up checked, in order',
    busy: 'checked, busy',
    busyMeaning: 'A CPU that was checked and was running a task',
    never: 'idle, never checked',
    neverMeaning: 'An idle CPU that the search did not check',
    taken: 'CPU taken',
    takenMeaning: 'The CPU that the task was placed on',
  },
  table: 'CPUs that the search checked',
  column: { number: 'Look', cpu: 'CPU', test: 'Test', found: 'Found' },
  cpu: (order: number, was: LookResult) => `check ${order} of the search: ${found[was]}`,
  cpuNever: 'idle and never checked',
  sentence: (placement: Placement, task: string, never: readonly number[]) => {
    const what = words.placed[placement.placed].name;
    const asked = placement.looks.map(({ cpu: of, found: was }) => `CPU ${of} (${found[was]})`);
    const looked = asked.length > 0 ? `checked ${asked.join(', ')}` : 'checked no CPU';
    const missed =
      never.length > 0 ? `; idle and never checked: ${never.map((of) => cpu(of)).join(', ')}` : '';
    return `${what} of ${task} at ${moment(placement.time)} by CPU ${placement.waker}: ${looked}; it took CPU ${placement.chosen}${missed}.`;
  },
} as const;
