// Every word the machine view shows or reads aloud. Kernel terms and units stay as they are.

import { TASK } from '../../engine/abi.gen.ts';
import { taskName } from '../../engine/task-names.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import { duration } from '../../ui/format.ts';
import type { Activity } from './activity.ts';

export const words = {
  activity: {
    idle: 'idle',
    user: 'user',
    kernel: 'kernel',
    stalled: 'line wait',
    spinning: 'lock wait',
  } satisfies Record<Activity, string>,
  package: (id: number) => `Socket ${id}`,
  node: (id: number) => `Node ${id}`,
  llc: (id: number) => `LLC ${id}`,
  // Where there is no room for more: N0 as numastat says it; L3 would mean a level of caches.
  shortNode: (id: number) => `N${id}`,
  shortLlc: (id: number) => String(id),
  cpu: (id: number) => `CPU ${id}`,
  doing: { runs: 'runs', waits: 'waits to run', sleeps: 'sleeps', none: 'not started' },
  doingOfMany: { runs: 'run', waits: 'wait to run', sleeps: 'sleep', none: 'not started' },
  /** Beside the name of a CPU that waits for a line or a lock. */
  waitsOnCard: 'waits',
  /** On a card of a CPU, where its own task is named alone. */
  waitsHere: (name: string) => `${name} waits`,
  sleepsHere: (name: string) => `${name} asleep`,
  tasksHere: (count: number) => `${count} tasks`,
  tasksOf: (count: number, role: string) => `${role}: ${count} tasks`,
  since: (span: string) => `since ${span}`,
  tasks: (side: string) => `Tasks of machine ${side}`,
  waitingTasks: (count: number) => (count === 1 ? '1 task queued' : `${count} tasks queued`),
  held: (core: number) => (core < 0 ? 'shared' : `owner: core ${core}`),
  shared: 'shared',
  lock: (id: number) => `lock ${id}`,
  aLock: 'a lock',
  /** Under the number of the core that has the line. */
  holder: 'core',
  /** For a line or a lock; `elsewhere`: for others. */
  waitingCpus: (count: number, elsewhere: number) => {
    if (count === 0)
      return elsewhere === 0
        ? 'no waiters'
        : `${elsewhere} ${elsewhere === 1 ? 'waits' : 'wait'} elsewhere`;
    return count === 1 ? '1 waiter' : `${count} waiters`;
  },
  more: (count: number) => `+${count}`,
  waitsSince: (span: string, before: number) => `${span}, ${before} before it`,
  rest: (directions: number, rate: string) => `+ ${directions} more, ${rate}`,
  matrix: (of: 'llc' | 'node' | 'package') =>
    `Transfers, ${{ llc: 'LLC to LLC', node: 'node to node', package: 'socket to socket' }[of]}`,
  matrixWay: 'from row, to column',
  inside: (rate: string) => `inside caches ${rate}`,
  transfers: (side: string) => `Transfers between caches of machine ${side}, per second`,
  mechanism: (title: string, side: string) => `${title} of machine ${side}`,
  restOf: (directions: number) => `${directions} more`,
  insideAll: 'inside caches',
  noLine: 'no line was fetched yet',
  grid: (side: string) =>
    `CPUs of machine ${side}. Arrow keys move, Enter selects, T moves from task to task, D shows the scheduling domains.`,
  lane: (side: string, line: string) => `Cache line under machine ${side}${line && `: ${line}`}`,
  undrawn: (side: string) =>
    `The picture of machine ${side} cannot be drawn here. Load the page again, or use a newer browser.`,
  tree: (side: string) => `What the CPUs of machine ${side} do`,
  level: (level: number) => (level <= 0 ? 'no real-time task' : `RT${level}`),
  column: {
    package: 'Socket',
    node: 'Node',
    llc: 'LLC',
    cpus: 'CPUs',
    queued: 'tasks queued',
    task: 'Task',
    state: 'State',
    cpu: 'CPU',
    from: 'From',
    to: 'To',
    rate: 'Transfers',
  },
} as const;

/** "root_domain line 3", "rq 17 line 1": the instance only where there are several. */
export function lineNames(catalog: Catalog): string[] {
  const { lines, structures } = catalog;
  const numbered = new Set<number>();
  for (let line = 0; line < lines.count; line++) {
    if (lines.instance[line]! > 0) numbered.add(lines.structure[line]!);
  }
  return Array.from({ length: lines.count }, (_, line) => {
    const structure = lines.structure[line]!;
    const name = structures[structure] || `structure ${structure}`;
    const which = numbered.has(structure) ? ` ${lines.instance[line]}` : '';
    return `${name}${which} line ${lines.lineNumber[line]}`;
  });
}

/** Priority as people say it: kernel prio 0 is RT99, 120 is nice 0. */
export function priorityText(policy: number, priority: number): string {
  if (policy === 3) return 'stop';
  return policy === 0 ? `nice ${priority - 120}` : `RT${99 - priority}`;
}

/** What a task does at a moment, in a word. */
export function doingOf({ cpus, tasks }: Frame, task: number): string {
  const cpu = tasks.cpu[task]!;
  const state = tasks.state[task];
  if (cpu >= 0 && cpus.task[cpu] === task) return words.doing.runs;
  if (state === TASK.SLEEPING) {
    return tasks.runtime[task]! > 0 ? words.doing.sleeps : words.doing.none;
  }
  return state === TASK.NEW ? words.doing.none : words.doing.waits;
}

/** One sentence on a task: name, state, since when, where. */
export function taskSentence(catalog: Catalog, task: number, frame: Frame | undefined): string {
  const name = taskName(catalog, task);
  if (!frame) return name;
  const { cpu, since } = frame.tasks;
  const state = doingOf(frame, task);
  if (state === words.doing.none) return `${name}, ${state}`;
  const on = cpu[task]!;
  const where = [words.cpu(on), words.llc(catalog.topology.llc[on]!)];
  return [name, `${state} ${words.since(duration(since[task]!))}`, ...where].join(', ');
}

/** One sentence on a CPU, for reading aloud. */
export function cpuSentence(
  cpu: number,
  frame: Frame,
  lines: readonly string[],
  taskName: (task: number) => string,
  activity: Activity,
): string {
  const { cpus } = frame;
  const parts = [words.cpu(cpu), words.activity[activity]];
  if (cpus.line[cpu]! >= 0) {
    parts.push(lines[cpus.line[cpu]!] ?? `line ${cpus.line[cpu]}`, duration(cpus.since[cpu]!));
  }
  if (cpus.task[cpu]! >= 0) parts.push(taskName(cpus.task[cpu]!));
  const behind = cpus.queued[cpu]! - (cpus.task[cpu]! >= 0 ? 1 : 0);
  if (behind > 0) parts.push(words.waitingTasks(behind));
  return parts.join(', ');
}
