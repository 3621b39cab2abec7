// What becomes of a pasted structure: a layout of the simulated one of that name, or of the one that is shown.

import { Notes } from '../../exchange/own/notes.ts';
import { type ReadStruct, readStructs } from '../../exchange/own/struct/read.ts';
import { relaidBy } from '../../exchange/own/struct/relay.ts';
import { ScenarioError } from '../../scenario/index.ts';
import {
  builtInLayout,
  type Counts,
  type LayoutName,
  plainLayout,
  tableNamed,
} from '../../scenario/layout/index.ts';
import type { Shown } from '../../views/layout/index.ts';

const rootDomain = 'root_domain';

/** How a simulated structure would lie as the text has it. */
export interface Relaid {
  readonly name: string;
  readonly of: Shown | undefined;
  readonly edits: readonly string[];
  readonly notes: readonly string[];
}

const sentence = ({ path, problem, remedy }: ScenarioError): string =>
  `${path === 'text' ? '' : `${path} `}${problem}; ${remedy}.`;

/** The structure that a text is of: the one of that name, else the one that is shown. */
function meant(structs: readonly ReadStruct[], shown: string): string {
  const names = structs.map(({ name }) => name);
  if (names.includes(rootDomain)) return rootDomain;
  const named = names.findLast((name) => tableNamed(name) !== undefined);
  return named === undefined ? shown : tableNamed(named)!.key;
}

function relaid(
  structs: readonly ReadStruct[],
  shown: string,
  base: LayoutName,
  counts: Counts,
): Relaid {
  const key = meant(structs, shown);
  const notes = new Notes();
  if (key === rootDomain) {
    const edits = relaidBy(structs, rootDomain, builtInLayout(base), notes);
    return { name: rootDomain, of: undefined, edits, notes: notes.list() };
  }
  const table = tableNamed(key)!;
  const own = structs.some(({ name }) => name === key) ? key : table.name;
  const edits = relaidBy(structs, own, plainLayout(table, counts), notes);
  return { name: table.name, of: { structure: key, counts }, edits, notes: notes.list() };
}

/** Undefined: nothing was pasted. A text: what is wrong with it. */
export function pasted(
  text: string,
  shown: string,
  base: LayoutName,
  counts: Counts,
): Relaid | string | undefined {
  if (text.trim() === '') return undefined;
  try {
    return relaid(readStructs(text), shown, base, counts);
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    return sentence(cause);
  }
}
