// Extraction to the letter: what each task did, step by step, once.

import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { PROGRAM_STEPS, STEPS_TEXTS } from '../../../scenario/program/limits.ts';
import type { TaskForm } from '../../../scenario/program/schema.ts';
import { WORKLOAD_BYTES } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { type ExtractedParts, ns, policyOf, Unique } from './extract-names.ts';
import type { SegmentItem, Stories } from './segments.ts';
import { stepTexts } from './step-texts.ts';

/** Characters that steps may have in all: the rest of a file is names and assumptions. */
const mostCharacters = WORKLOAD_BYTES / 2;
/** The core counts an end of each phase and task, too. */
const mostSteps = PROGRAM_STEPS - 2000;

export function exactTasks(run: RecordedRun, stories: Stories, notes: ReaderNotes): ExtractedParts {
  const unique = new Unique();
  const names = new Map(
    [...stories.tasks.keys()].map((task) => [task, unique.name(run.tasks[task]!.comm)]),
  );
  const budget = { steps: mostSteps, characters: mostCharacters, cut: 0 };
  const lengths = cutEvenly(stories, budget);
  const tasks: TaskForm[] = [];
  for (const [task, story] of stories.tasks) {
    const steps = texts(story.items.slice(0, lengths.get(task)), task, names);
    if (steps.length === 0) continue;
    const { start } = story;
    tasks.push({
      name: names.get(task)!,
      ...policyOf(run.tasks[task]!),
      ...(start > 0 && { start: ns(start) }),
      loops: 1,
      phases: [{ loops: 1, steps, log: false }],
    });
  }
  if (budget.cut > 0)
    notes.add(
      `${counted(budget.cut, 'later step')} left out: a workload has at most ${mostSteps}.`,
    );
  return { tasks, resources: [] };
}

/** How many items of each task fit: all of them, or as many of the first for each. */
function cutEvenly(
  { tasks }: Stories,
  budget: { steps: number; characters: number; cut: number },
): ReadonlyMap<number, number> {
  const most = Math.min(budget.steps, Math.floor(budget.characters / 14));
  const counts = [...tasks.values()].map(({ items }) => items.length).sort((x, y) => x - y);
  let [left, each] = [most, Number.POSITIVE_INFINITY];
  for (const [at, count] of counts.entries()) {
    const fair = Math.floor(left / (counts.length - at));
    if (count > fair) {
      each = fair;
      break;
    }
    left -= count;
  }
  const lengths = new Map<number, number>();
  for (const [task, { items }] of tasks) {
    lengths.set(task, Math.min(items.length, each));
    budget.cut += Math.max(0, items.length - each);
  }
  return lengths;
}

function texts(
  items: readonly SegmentItem[],
  task: number,
  names: ReadonlyMap<number, string>,
): string[] {
  return stepTexts(items.map((item) => stepOf(item, task, names))).slice(0, STEPS_TEXTS);
}

/** A task awaits on the semaphore of its own name. */
function stepOf(item: SegmentItem, task: number, names: ReadonlyMap<number, string>): string {
  switch (item.does) {
    case 'run':
      return `run ${ns(item.ns)}`;
    case 'sleep':
      return `sleep ${ns(item.ns)}`;
    case 'post':
      return `post ${names.get(item.to)}`;
    case 'await':
      return `await ${names.get(task)}`;
  }
}
