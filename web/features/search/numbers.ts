// What is found by its number: a CPU or a task of the machine on stage, or that there is none of that number.

import type { Catalog } from '../../engine/types.ts';
import { words } from './words.ts';

/** As far as a catalog counts what it names. */
export interface NumberedName {
  readonly topology: Pick<Catalog['topology'], 'cpus'>;
  readonly tasks: number;
}

/** What can be asked for by its number on stage, and how many there are; undefined: nothing, or not by this text. */
export function askedNumber(query: string, catalog: NumberedName | undefined) {
  const asked = /^\s*(cpu|task|thread)\s*#?(\d{1,5})\s*$/i.exec(query);
  if (!asked || !catalog) return undefined;
  const isCpu = asked[1]!.toLowerCase() === 'cpu';
  return { isCpu, number: Number(asked[2]), count: isCpu ? catalog.topology.cpus : catalog.tasks };
}

/** Why nothing is found by a number that nothing on stage has; undefined: that is not why. */
export function noSuchNumber(query: string, catalog: NumberedName | undefined): string | undefined {
  const asked = askedNumber(query, catalog);
  if (!asked || asked.number < asked.count) return undefined;
  return asked.isCpu ? words.cpusAre(asked.count) : words.tasksAre(asked.count);
}

/** An example of what can be asked for by its number, as there is one on stage. */
export function hintOf(catalog: NumberedName | undefined): string {
  if (!catalog) return words.hintElsewhere;
  return words.hint(Math.min(123, catalog.topology.cpus - 1), Math.min(7, catalog.tasks - 1));
}
