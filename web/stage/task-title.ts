// What parts call a task in words: by its name on the machine that they speak of.

import { taskTitle } from '../engine/task-names.ts';
import type { VariantId } from './playback/playback.ts';
import { useSummaryPart } from './session.ts';

/** "worker 3 (task 12)"; before that machine is known, and of no side, its number alone. */
export function useTaskTitle(side: VariantId | undefined): (task: number) => string {
  const catalog = useSummaryPart(({ variants }) => (side ? variants[side].catalog : undefined));
  return (task) => (catalog ? taskTitle(catalog, task) : `task ${task}`);
}
