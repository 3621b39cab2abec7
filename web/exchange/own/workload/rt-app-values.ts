// Values of rt-app's files by the kind that each key must have, and names as our own form takes them. rt-app ends at a
// value of the wrong kind, so it is refused here.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import type { Loose, LooseEntry, LooseObject } from './loose-json.ts';

/** Where something stands: its line first, for people; then its path. */
export const sourcePlace = (entry: { readonly line: number }, path: string): string =>
  `line ${entry.line}, ${withoutControls(path).slice(0, 160)}`;

const wrongKind = (entry: LooseEntry, path: string, wanted: string): ScenarioError =>
  new ScenarioError(
    sourcePlace(entry, path),
    `is not ${wanted}`,
    `write ${wanted}, as rt-app wants it`,
  );

export function objectOf(entry: LooseEntry, path: string): LooseObject {
  if (entry.value.is === 'object') return entry.value;
  throw wrongKind(entry, path, 'an object {…}');
}

export function textOfEntry(entry: LooseEntry, path: string): string {
  if (entry.value.is === 'text') return entry.value.value;
  throw wrongKind(entry, path, 'a text');
}

/** A whole number within the bounds; a fraction is cut as rt-app cuts it, and that is said. */
export function wholeNumber(
  entry: LooseEntry,
  path: string,
  notes: ReaderNotes,
  [least, most]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): number {
  const { value } = entry;
  if (value.is !== 'number') throw wrongKind(entry, path, 'a whole number');
  if (!value.whole)
    notes.add(`Fractions of numbers are cut, as rt-app cuts them (first at line ${entry.line}).`);
  const number = Math.trunc(value.value);
  if (number >= least && number <= most) return number;
  const problem = `is ${number}`;
  throw new ScenarioError(
    sourcePlace(entry, path),
    problem,
    `write a number from ${least} to ${most}`,
  );
}

export const find = (object: LooseObject, key: string): LooseEntry | undefined =>
  object.entries.findLast((entry) => entry.key === key);

/** The text at a key of an object, or what stands for it. */
export function textAt(object: LooseObject, key: string, otherwise: string, path: string): string {
  const entry = find(object, key);
  return entry ? textOfEntry(entry, `${path}.${key}`) : otherwise;
}

/** As bare rt-app reads equal keys of an object: the last value, in the place of the first; nested ones, too. */
export function lastOfEqual(value: Loose): Loose {
  if (value.is === 'list') return { ...value, items: value.items.map(lastOfEqual) };
  if (value.is !== 'object') return value;
  const kept = new Map<string, LooseEntry>();
  for (const entry of value.entries)
    kept.set(entry.key, { ...entry, value: lastOfEqual(entry.value) });
  return { ...value, entries: [...kept.values()] };
}

/** Names as our own form takes them, each once; what had to change is said. */
export class LegalNames {
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #notes: ReaderNotes;

  constructor(notes: ReaderNotes) {
    this.#notes = notes;
  }

  of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const plain = name.replace(/[^A-Za-z0-9_.:<>-]/gu, '_').slice(0, 32) || '_';
    let legal = plain;
    for (let again = 2; this.#taken.has(legal); again++) {
      const end = `_${again}`;
      legal = plain.slice(0, 32 - end.length) + end;
    }
    if (legal !== name)
      this.#notes.add(`"${withoutControls(name).slice(0, 60)}" is called ${legal} here.`);
    this.#taken.add(legal);
    this.#known.set(name, legal);
    return legal;
  }
}
