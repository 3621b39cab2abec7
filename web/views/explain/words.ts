// The words of the explain view: sentences of a decision's story, in the markup of markup.ts.
// Numbers arrive as numbers and leave with their unit.

import { capitalised } from '../../base/capital.ts';
import { BALANCE, MOVES } from '../../engine/abi.gen.ts';
import { levelName } from '../../engine/rt-searches.ts';
import { whole as number, plural as some, duration as span } from '../../ui/format.ts';

/** The kinds of balancers. */
export const balancers = {
  [BALANCE.BUSY]: 'at a tick, running a task',
  [BALANCE.IDLE]: 'idle',
  [BALANCE.NEWIDLE]: 'about to go idle',
  [BALANCE.NOHZ]: 'without a tick',
} as const;

type Said = Readonly<Record<number, (value: number) => string>>;

/** What a pass moves: how much of it is said. */
const amounts: Said = {
  [MOVES.LOAD]: (amount) => `a load of ${number(amount)}`,
  [MOVES.UTIL]: (amount) => `a utilisation of ${number(amount)}`,
  [MOVES.TASK]: (amount) => some(amount, 'task', 'tasks'),
  [MOVES.LLC_TASK]: (amount) => `${some(amount, 'task', 'tasks')} of those that prefer this LLC`,
};

/** By what a pass chose the CPU it took from. */
const metrics: Said = {
  [MOVES.LOAD]: (metric) => `the most load by its capacity, ${number(metric)}`,
  [MOVES.UTIL]: (metric) => `the highest utilisation, ${number(metric)}`,
  [MOVES.TASK]: (metric) => `the most runnable tasks, ${number(metric)}`,
  [MOVES.LLC_TASK]: (metric) => `the most tasks that prefer this LLC, ${number(metric)}`,
};

/** Whether pages can be moved, by the core's migrate type. */
const migrateTypes = ['unmovable', 'movable', 'reclaimable'] as const;
export const migrateType = (type: number): string => migrateTypes[type] ?? 'other';

const times = (count: number): string => some(count, 'time', 'times');

/** What ended the merging of a page as it was given back, by the core's merge stop. */
export const mergeStops = [
  (count: number) => `${times(count)}: the [buddy|buddy] is in use.`,
  (count: number) =>
    `${times(count)}: the [buddy|buddy] is free, but lies on the [page list|pcp] of a CPU, where the [zone|zone] does not see it.`,
  (count: number) => `${times(count)}: the [buddy|buddy] begins with a smaller free block.`,
  (count: number) => `${times(count)}: no block is larger than [order|page-order] 10.`,
  (count: number) =>
    `${times(count)}: the [buddy|buddy] lies in a [pageblock|pageblock] of another kind, which is not merged.`,
] as const;

/** What a group of CPUs was, by the core's group class. */
export const groupClasses = [
  'had spare CPUs',
  'was fully used',
  'had a task too big for its CPU',
  'had a core whose threads both ran tasks',
  'preferred other CPUs',
  'had tasks that may not move',
  'had tasks that prefer this LLC',
  'was overloaded',
] as const;

export const cpu = (id: number): string => `[CPU ${id}|cpu:${id}]`;
export const task = (id: number): string => (id < 0 ? 'No task' : `[Task ${id}|task:${id}]`);

/** A kernel prio as the RT priority people set. */
export function rank(prio: number): string {
  if (prio < 0) return '[deadline|deadline-class]';
  return prio < 99 ? `[RT${99 - prio}|rt-priority]` : 'no real-time task';
}

/** A cpupri level. */
export const levelLink = (of: number): string => `[${levelName(of)}|cpupri-level]`;

export type Nearness = 'itself' | 'core' | 'llc' | 'node' | 'package' | 'other';

const near: Readonly<Record<Nearness, string>> = {
  itself: 'the previous CPU itself',
  core: 'same [core|smt]',
  llc: 'same [LLC|llc]',
  node: 'same [node|numa-node]',
  package: 'same [socket|socket]',
  other: 'other [socket|socket]',
};

export const words = {
  title: 'Why?',
  asked: 'The question',
  looked: 'What was checked',
  refused: 'What was rejected',
  chosen: 'The choice',
  followed: 'What happened next',
  cost: 'Cost',
  /** Names of decisions, by the kernel function that takes them. */
  decisions: {
    select_task_rq_rt: 'Where a woken task goes',
    push_rt_task: 'Push of a waiting task',
    pull_rt_task: 'Pull to a CPU whose priority fell',
    wakeup_preempt_rt: 'Whether a wakee preempts',
    select_task_rq_fair: 'Where an ordinary task goes',
    task_cache_work: 'Which LLC a process prefers',
    account_mm_sched: 'A preference cleared or withheld',
    can_migrate_llc_task: 'A move refused by cache-aware balancing',
    detach_tasks: 'A task moved by balancing',
    alb_break_llc: 'An active balance refused',
    sched_balance_rq: 'A balance pass',
    sched_balance_newidle: 'Whether a newly idle CPU looks for work',
    task_numa_migrate: 'A task moves to its memory',
    rmqueue_bulk: 'Refill of a page list',
    free_pcppages_bulk: 'Flush of a page list',
    steal_suitable_fallback: 'A block of another type is taken',
  } as Readonly<Record<string, string>>,
  function: (name: string) => `Decided in [${name}()|${termOfFunction(name)}]`,
  select: {
    asked: (who: string, prio: string, by: string, last: string) =>
      `${who} (${prio}) was woken. ${by} executed the [wake-up|wakeup] and had to choose a CPU for it; the task last ran on ${last}.`,
    free: (previous: string, runs: string) =>
      `The previous CPU, ${previous}, was checked first and had ${runs}. The wakee need not wait there, so [cpupri|cpupri] was not searched.`,
    busy: (previous: string, runs: string) =>
      `The previous CPU, ${previous}, was checked first and had ${runs}, behind which the wakee would have to wait. So the search began.`,
  },
  push: {
    asked: (who: string, prio: string, on: string) =>
      `${who} (${prio}) was runnable on ${on} but not running: the CPU was [RT overloaded|rt-overload]. Could the task run elsewhere at once?`,
    walked: (on: string) => `The [push IPI|push-ipi] had reached ${on} on its walk.`,
    running: (runs: string) => `The running task was ${runs}.`,
  },
  pull: {
    asked: (by: string) =>
      `${by} had just dropped to a lower [cpupri level|cpupri-level] and could pull a task that waits elsewhere.`,
    overloaded: (count: number) =>
      `It read the [overload count|rto-count] of the [root domain|root-domain]: ${some(count, 'CPU was', 'CPUs were')} marked as overloaded.`,
    locked: (by: string, from: string) =>
      `The kernel runs without [RT_PUSH_IPI|push-ipi], so ${by} locked the runqueue of ${from} besides its own and took the first task there that may run on ${by}.`,
    next: 'It then incremented [rto_loop_next|rto-loop] and tried to take [rto_loop_start|rto-loop], which only one CPU can hold.',
  },
  pages: {
    /** Decisions whose result is a number of pages. */
    decisions: ['rmqueue_bulk', 'free_pcppages_bulk', 'steal_suitable_fallback'] as string[],
    mark: (decision: string, by: number, pages: number) =>
      `${decision}: ${some(pages, 'page', 'pages')}, CPU ${by}`,
    refill: (by: string) => `The [page list|pcp] of ${by} was empty, and a page was wanted.`,
    flush: (by: string, held: number) =>
      `The [page lists|pcp] of ${by} had reached their [high|pcp-high] mark; afterwards ${some(held, 'page was', 'pages were')} left on them.`,
    wanted: (wanted: number) =>
      `${some(wanted, 'page was', 'pages were')} asked for under one hold of the [zone lock|zone-lock] ([batch|pcp-batch]).`,
    got: (pages: number) => `${some(pages, 'page', 'pages')} moved.`,
    work: (steps: number, order: number) =>
      `The [buddy allocator|buddy] split or merged ${some(steps, 'block', 'blocks')}; the largest had [order|page-order] ${order}.`,
    decay: (by: string, held: number) =>
      `Once per second the [high|pcp-high] mark of the [page lists|pcp] of ${by} is lowered; afterwards ${some(held, 'page was', 'pages were')} left on them.`,
    merged: (merged: number, single: number) =>
      `When they were given back, ${some(merged, 'page', 'pages')} found a free [buddy|buddy], ${number(single)} did not; later pages may have merged with them.`,
    fellBack: (by: string, type: string) =>
      `A refill of ${by} wanted ${type} pages, and the [zone|zone] had no free block of that [migrate type|migrate-type].`,
    found: (order: number, type: string) =>
      `The block that was found had [order|page-order] ${order}, on the list of ${type} pages.`,
    inPageblock: (free: number, onLru: number, alike: number) =>
      `Of the 512 pages of its [pageblock|pageblock] ${number(free)} were free and ${number(onLru)} on the [LRU lists|lru]; ${number(alike)} more counted as of the wanted type. If half of them are free or of that type, the pageblock changes its type.`,
    fallbacks: (times: number) =>
      `The refill fell back ${number(times)} times; this was the first time.`,
    changed: (pages: number) => `${some(pages, 'page changes', 'pages change')} lists.`,
  },
  wide: (waker: number, wakee: number, llc: number) =>
    `The waker had switched wakees ${some(waker, 'time', 'times')}, the wakee ${some(wakee, 'time', 'times')}: a [wide pair|wide-wakers]. One count is at least the ${some(llc, 'CPU', 'CPUs')} of an LLC and the other at least ${number(llc)} times that, so the task is not [brought to its waker|wake-affine].`,
  balance: {
    asked: (
      by: string,
      who: (typeof balancers)[keyof typeof balancers],
      forCpu: string | undefined,
      cpus: number,
    ) =>
      `${by}${forCpu ? `, on behalf of ${forCpu}` : ''}, ${who}, balanced its [domain|sched-domain] of ${some(cpus, 'CPU', 'CPUs')}.`,
    summed: (groups: number, code: string) =>
      `${some(groups, 'group', 'groups')} of CPUs ${groups === 1 ? 'was' : 'were'} compared. ${code}`,
    group: (what: string, tasks: number, idle: number) =>
      `${what}: ${some(tasks, 'task', 'tasks')}, ${some(idle, 'CPU', 'CPUs')} idle`,
    own: (group: string) => `The local group ${group}.`,
    busiest: (group: string) => `The busiest other group ${group}.`,
    wanted: (moves: number, amount: number, code: string) =>
      `To be moved: ${(amounts[moves] ?? amounts[MOVES.LOAD]!)(amount)}. ${code}`,
    source: (from: string, moves: number, metric: number, code: string) =>
      `${from} was chosen as the source: it had ${(metrics[moves] ?? metrics[MOVES.LOAD]!)(metric)}. ${code}`,
    step: (sentence: string, times: number, code: string) =>
      `${times > 1 ? `${number(times)} times: ${sentence}` : capitalised(sentence)}${code && `. ${code}`}`,
    first: (which: string) => `${which} balances instead.`,
    tried: (tasks: number, from: string) =>
      `${some(tasks, 'waiting task', 'waiting tasks')} of ${from} ${tasks === 1 ? 'was' : 'were'} examined.`,
    failed: (passes: number) =>
      `${some(passes, 'pass', 'passes')} before this one had moved nothing.`,
    moved: (tasks: number, from: string, to: string) =>
      `${some(tasks, 'task goes', 'tasks go')} from ${from} to ${to}.`,
    kept: 'No task moves.',
    moves: (who: string, from: string, to: string) => `${who} goes from ${from} to ${to}.`,
    gate: (by: string, isOverloaded: boolean) =>
      `${by} had nothing left to run${isOverloaded ? ', while some [runqueue|runqueue] had more than one task' : ''}.`,
    idles: (idle: number, cost: number) =>
      `It idles ${span(idle)} on average; the innermost [domain|sched-domain] is expected to cost ${span(cost)}.`,
    dice: (drawn: number, most: number) =>
      `A random number from 0 to 1,023 was ${number(drawn)}; up to ${number(most)} the [domain|sched-domain] would have been searched.`,
  },
  cache: {
    scan: (who: string, by: string) =>
      `A new epoch had begun for the process of ${who}, which had to look where the process had run, on its way back to user mode on ${by}.`,
    account: (who: string, by: string) =>
      `The time that ${who} ran on ${by} was added to the account, and the kernel checked whether the task and its process may prefer an [LLC|llc].`,
    detach: (by: string, who: string, from: string) =>
      `A balance pass of ${by} tried to take ${who} from ${from}, out of or into the [LLC|llc] that its process prefers.`,
    over: (by: string, who: string) =>
      `A balance pass of ${by} tried to take ${who}, but its process exceeded a limit of the LLC where the task would go.`,
    force: (by: string, who: string, from: string) =>
      `${by} wanted the stopper thread of ${from} to move ${who}, which runs there.`,
    anchor: (which: string, llc: number) =>
      `The preferred LLC of the process is LLC ${llc}, that of ${which}.`,
    none: 'The process prefers no LLC.',
    before: (which: string, llc: number) =>
      `Before, the preferred LLC was LLC ${llc}, that of ${which}.`,
    noneBefore: 'Before, the process preferred no LLC.',
  },
  search: {
    none: 'No level was searched: the task may use only one CPU.',
    levels: (probed: number, last: string) =>
      probed === 1
        ? `[cpupri|cpupri] was searched from its lowest level up; the first, ${last}, had a CPU.`
        : `[cpupri|cpupri] was searched from its lowest level up: the [counts|cpupri-count] of ${number(probed)} levels were read, up to ${last}.`,
    refused: (count: number) =>
      `${some(count, 'level was', 'levels were')} populated, but none of the CPUs in its [mask|cpupri-mask] is in the task's [affinity|affinity].`,
    found: (at: string, count: number, list: string, more: number) =>
      `Level ${at} had ${some(count, 'CPU', 'CPUs')} that the task may use: ${list}${more > 0 ? ` and ${number(more)} more` : ''}.`,
    ghosts: (count: number, at: string) =>
      `${some(count, 'of them is a [ghost|ghost]', 'of them are [ghosts|ghost]')}: listed at ${at} since the [masks|cpupri-mask] were made, although not at that level.`,
    nothing: 'No level below its own has a CPU that the task may use.',
    own: (chosen: string) => `${chosen} is the task's own CPU and among them: it comes first.`,
    self: (chosen: string) =>
      `${chosen} makes the decision and is itself in the innermost [sched domain|sched-domain] with such a CPU: it is preferred.`,
    nearest: (chosen: string, how: string) =>
      `From the previous CPU outwards, [domain|sched-domain] by domain, ${chosen} was the first CPU found (${how}); a rotating cursor spreads such picks.`,
    recheck: (of: string, prio: string) =>
      `The result of a cpupri search is a hint, read without a lock: the top priority of ${of} was read again and was ${prio}.`,
  },
  candidate: {
    farther: (which: string, how: string) => `${which}: ${how}, farther away.`,
    turn: (which: string, how: string) => `${which}: ${how}, equally near, but not next in turn.`,
    raised: (which: string) => `${which}: no longer lower than the task.`,
    more: (count: number) => `And ${number(count)} more that the record does not name.`,
  },
  near: (how: Nearness) => near[how],
  reason: (sentence: string, term?: string, code?: string) =>
    term ? `${sentence}. Reason: [${code}|${term}].` : `${sentence}.`,
  goes: (who: string, to: string) => `${who} goes to ${to}.`,
  stays: (who: string, on: string) => `${who} stays on ${on}.`,
  walk: (from: string) => `The walk begins at ${from}.`,
  generic: (chosen: string, previous: string) => `Chosen: ${chosen}; before: ${previous}.`,
  spent: (cost: number, accesses: number) =>
    `${span(cost)}, in which ${some(accesses, 'shared field was', 'shared fields were')} touched.`,
  private:
    'All of them were in the core’s own caches: no [cache line|cache-line] had to be fetched.',
  fetched: (fetches: number, waited: number, stalled: number) =>
    `${some(fetches, '[cache line|cache-line] had', '[cache lines|cache-line] had')} to be fetched. The CPU stalled ${span(stalled)} for them; the requests [queued|line-queue] ${span(waited)} behind others:`,
  line: (name: string, line: number) => `[${name}|line:${line}]`,
  fetch: (times: number, stalled: number, waited: number) =>
    `${times > 1 ? `${number(times)} times, ` : ''}stalled ${span(stalled)}${waited > 0 ? `, queued ${span(waited)}` : ''}`,
  locks: (times: number, waited: number) =>
    `${some(times, '[lock was|spinlock]', '[locks were|spinlock]')} taken; the CPU [spun|spinlock] ${span(waited)} for them.`,
  more: (count: number) => `${number(count)} more lines`,
  leftOut: (count: number) => `${number(count)} later steps are not listed.`,
} as const;

/** The glossary entry about a kernel function that takes decisions. */
export function termOfFunction(name: string): string {
  return name.replaceAll('_', '-');
}
