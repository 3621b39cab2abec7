// What extracted tasks are called and how they are scheduled, as a workload may say it.

import type { RecordedTask } from '../../../engine/recorded/rows.ts';
import type { ResourceForm, TaskForm } from '../../../scenario/program/schema.ts';

/** What an extraction gives. */
export interface ExtractedParts {
  readonly tasks: readonly TaskForm[];
  readonly resources: readonly ResourceForm[];
}

const longest = 32;

/** A name made legal: other letters become "_". */
export const legal = (text: string): string =>
  text.replace(/[^A-Za-z0-9_.:<>-]/g, '_').slice(0, longest) || 'task';

/** Gives each name once: the second "a" is "a.2". */
export class Unique {
  readonly #given = new Set<string>();

  name(text: string): string {
    const wanted = legal(text);
    let name = wanted;
    for (let more = 2; this.#given.has(name); more++) {
      const end = `.${more}`;
      name = `${wanted.slice(0, longest - end.length)}${end}`;
    }
    this.#given.add(name);
    return name;
  }
}

/** Kernel priority as policy with nice or rt. */
export function policyOf({ prio }: RecordedTask): Pick<TaskForm, 'policy' | 'nice' | 'rt'> {
  if (prio < 100) return { policy: 'fifo', rt: Math.min(99, Math.max(1, 99 - prio)) };
  const nice = Math.min(19, Math.max(-20, prio - 120));
  return nice === 0 ? {} : { nice };
}

export const ns = (time: number): string => `${Math.max(1, Math.round(time))}ns`;
