// Finds glossary entries by what a person types: in names first, then in texts. Plain text in and out.

import { partsOf } from '../../ui/markup.ts';
import { type Entry, entries } from './entries.ts';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[_\s-]+/g, ' ');

/** The text of an entry as it is read. */
export const textOf = ({ text }: Entry): string =>
  partsOf(text)
    .map((part) => part.text)
    .join('');

/** 0: begins a word of the name, 1: in the name, 2: in the text or kernel name; else undefined. */
function place(entry: Entry, wanted: string): number | undefined {
  const name = plain(entry.name);
  if (name.startsWith(wanted) || name.includes(` ${wanted}`)) return 0;
  if (name.includes(wanted)) return 1;
  return plain(`${textOf(entry)} ${entry.kernel ?? ''}`).includes(wanted) ? 2 : undefined;
}

/** Entries that match, best first; all in alphabetical order if nothing is asked. */
export function searchEntries(query: string): readonly Entry[] {
  const wanted = plain(query.trim());
  if (wanted === '') return entries;
  return entries
    .map((entry) => ({ entry, at: place(entry, wanted) }))
    .filter((match): match is { entry: Entry; at: number } => match.at !== undefined)
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

export const entryNamed = (id: string): Entry | undefined => entries.find((each) => each.id === id);
