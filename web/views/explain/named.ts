// Stories speak of tasks by the kernel's number, which is all that a record has; a reader knows them from the stage. Here
// each link to a task gets the name that it has there, with that number in brackets.

import { capitalised } from '../../base/capital.ts';
import { taskTitle } from '../../engine/task-names.ts';
import type { Catalog } from '../../engine/types.ts';

const link = /\[[Tt]ask (\d+)\|task:\1\]/g;

/** A sentence in the markup of markup.ts. */
export const withTaskNames = (catalog: Catalog, text: string): string =>
  text.replace(link, (_, id: string, at: number) => {
    const title = taskTitle(catalog, Number(id));
    const begins = at === 0 || /[.?!] $/.test(text.slice(0, at));
    return `[${begins ? capitalised(title) : title}|task:${id}]`;
  });

/** All sentences of what is told: texts, and lists of them, whatever they are called. */
export function named<Told>(catalog: Catalog, told: Told): Told {
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return withTaskNames(catalog, value);
    if (Array.isArray(value)) return value.map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, of(each)]));
  };
  return of(told) as Told;
}
