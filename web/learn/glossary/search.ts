// Finds glossary entries by what a person types: in names first, then in texts. Plain text in and out.

import { markupPartsOf } from '../../ui/markup.ts';
import { entries, type GlossaryEntry } from './entries.ts';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[_\s-]+/g, ' ');

/** The text of an entry as it is read. */
export const entryText = ({ text }: GlossaryEntry): string =>
  markupPartsOf(text)
    .map((part) => part.text)
    .join('');

/** 0: begins a word of the name, 1: in the name, 2: in the text or kernel name; else undefined. */
function place(entry: GlossaryEntry, wanted: string): number | undefined {
  const name = plain(entry.name);
  if (name.startsWith(wanted) || name.includes(` ${wanted}`)) return 0;
  if (name.includes(wanted)) return 1;
  return plain(`${entryText(entry)} ${entry.kernel ?? ''}`).includes(wanted) ? 2 : undefined;
}

/** Entries that match, best first; all in alphabetical order if nothing is asked. */
export function searchEntries(query: string): readonly GlossaryEntry[] {
  const wanted = plain(query.trim());
  if (wanted === '') return entries;
  return entries
    .map((entry) => ({ entry, at: place(entry, wanted) }))
    .filter((match): match is { entry: GlossaryEntry; at: number } => match.at !== undefined)
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

export const entryNamed = (id: string): GlossaryEntry | undefined =>
  entries.find((each) => each.id === id);
