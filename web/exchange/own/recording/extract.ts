// A workload out of a recording: exact, each task's runs and waits one after the other, or fitted, tasks that do alike as a
// kind whose runs and sleeps are drawn from what was recorded. What that takes for granted is kept with it and said.

import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { parseWorkload } from '../../../scenario/program/compile.ts';
import type { WorkloadForm } from '../../../scenario/program/schema.ts';
import { workloadFormat } from '../../../scenario/program/schema.ts';
import { counted, ReaderNotes } from '../notes.ts';
import { exactTasks } from './extract-exact.ts';
import { fittedTasks } from './extract-fitted.ts';
import { taskStoriesOf } from './segments.ts';
import { figuresOf, nameOfTask } from './statistics.ts';

export interface ExtractWanted {
  readonly form: 'exact' | 'fitted';
  /** Tasks that are kept: those with most CPU time. */
  readonly tasks?: number | undefined;
  /** Only tasks whose name holds it. */
  readonly comm?: string | undefined;
  readonly title?: string | undefined;
}

export interface Extracted {
  readonly workload: WorkloadForm;
  readonly notes: readonly string[];
  /** Shares, 0 to 1: wake-ups that kept tasks did, and CPU time that is in it. */
  readonly explained: number;
  readonly covered: number;
}

/** Tasks that are kept by default, and at most. */
const usual = 256;
export const mostExtracted = 4096;

/** What any extraction takes for granted. */
const assumed = [
  'Work runs at full speed: whatever slowed it in the recording (frequency, siblings, cache misses, interrupts) is part of its length.',
  'Time in the kernel is part of the work.',
  'Locks and I/O are seen as sleeps; how long they take does not change with the new schedule.',
  'A wake-up comes at the same point in the waker’s work.',
  'Affinity, control groups and memory are not in a trace: tasks may use all CPUs and have no footprint.',
];

/** Threads of the kernel that belong to one CPU: the simulation has its own. */
const isOfCpu = (comm: string): boolean => /\/\d{1,4}$/.test(comm) || comm.startsWith('kworker/');

/** Throws ScenarioError where nothing is left to make a workload of. */
export function extracted(run: RecordedRun, wanted: ExtractWanted): Extracted {
  const notes = new ReaderNotes();
  const figures = figuresOf(run);
  const all = figures.tasks.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const kept = keptTasks(run, wanted, figures.tasks, notes);
  const stories = taskStoriesOf(run, kept);
  if (stories.cut > 0) {
    notes.add(`${counted(stories.cut, 'run')} that a gap cuts left out.`);
  }
  const parts =
    wanted.form === 'exact' ? exactTasks(run, stories, notes) : fittedTasks(run, stories, notes);
  if (parts.tasks.length === 0) {
    throw new ScenarioError(
      'recording',
      'has no task that runs and waits',
      'record for longer, or name others with --comm',
    );
  }
  const told = [...stories.tasks.values()].reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  const explained = stories.wakeups > 0 ? stories.explained / stories.wakeups : 0;
  const covered = all > 0 ? told / all : 0;
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  notes.add(
    `${percent(explained)} of the wake-ups are by tasks that are kept, the others are sleeps of the recorded length; ${percent(covered)} of the CPU time is in it.`,
  );
  for (const sentence of assumed) notes.add(sentence);
  const workload = parseWorkload({
    format: workloadFormat,
    title: (wanted.title ?? `A recording, ${wanted.form}`).slice(0, 120),
    duration: durationOf(run),
    ...(parts.resources.length > 0 && { resources: parts.resources }),
    tasks: parts.tasks,
    not_modelled: notes
      .list()
      .slice(0, 32)
      .map((note) => note.slice(0, 400)),
  });
  return { workload, notes: notes.list(), explained, covered };
}

/** As long as the recording; a run has at least a microsecond. */
const durationOf = (run: RecordedRun): string => `${Math.max(1000, Math.ceil(run.duration))}ns`;

function keptTasks(
  run: RecordedRun,
  { tasks: most = usual, comm }: ExtractWanted,
  figures: readonly { readonly cpuTime: number; readonly runs: number }[],
  notes: ReaderNotes,
): ReadonlySet<number> {
  const all = run.tasks.map((task, number) => ({ number, ...task, ...figures[number]! }));
  const own = all.filter((task) => !isOfCpu(task.comm));
  if (own.length < all.length) {
    notes.add(
      `${counted(all.length - own.length, 'thread')} of the kernel that belong to a CPU left out.`,
    );
  }
  const named = comm === undefined ? own : own.filter((task) => nameOfTask(task).includes(comm));
  const seen = named.filter(({ runs, cpuTime }) => runs > 0 || cpuTime > 0);
  const longest = seen.sort((x, y) => y.cpuTime - x.cpuTime || x.number - y.number).slice(0, most);
  if (longest.length < seen.length) {
    notes.add(`${counted(seen.length - longest.length, 'task')} with less CPU time left out.`);
  }
  return new Set(longest.map(({ number }) => number));
}
