// The use of a pasted structure: as a layout of a simulated one, or as a structure of one's own whose fields
// threads read and write.

import { ReaderNotes } from '../../exchange/own/notes.ts';
import { type ReadStruct, readStructs } from '../../exchange/own/struct/read.ts';
import { relayout } from '../../exchange/own/struct/relayout.ts';
import { workbenchRecipe } from '../../exchange/own/struct/workbench.ts';
import { readShort } from '../../exchange/own/workload/short.ts';
import { fieldName, placesOfFields } from '../../exchange/own/workload/short-struct.ts';
import type { Recipe } from '../../scenario/index.ts';
import { ScenarioError } from '../../scenario/index.ts';
import {
  type ArrayLengths,
  builtInLayout,
  type LayoutName,
  plainLayout,
  tableNamed,
} from '../../scenario/layout/index.ts';
import type { Session } from '../../stage/session.ts';
import type { ShownStructure } from '../../views/layout/index.ts';
import { words } from './words.ts';

const rootDomain = 'root_domain';

/** How a simulated structure would lie as the text has it. */
export interface Relaid {
  readonly name: string;
  readonly of: ShownStructure | undefined;
  readonly edits: readonly string[];
  readonly notes: readonly string[];
}

/** What threads do with a field. */
export const uses = ['none', 'write', 'read', 'read4', 'add4'] as const;
export type PastedUse = (typeof uses)[number];

export interface OwnField {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly use: PastedUse;
}

export interface PastedStruct {
  readonly name: string;
  /** Or why it cannot be: fields of other names. */
  readonly relaid: Relaid | string;
  /** Or the reason why it cannot be one: unknown sizes. */
  readonly fields: readonly OwnField[] | string;
}

const sentence = ({ path, problem, remedy }: ScenarioError): string =>
  `${path === 'text' ? '' : `${path} `}${problem}; ${remedy}.`;

function orWhy<Value>(make: () => Value): Value | string {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    return sentence(cause);
  }
}

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
  counts: ArrayLengths,
): Relaid {
  const key = meant(structs, shown);
  const notes = new ReaderNotes();
  if (key === rootDomain) {
    const edits = relayout(structs, rootDomain, builtInLayout(base), notes);
    return { name: rootDomain, of: undefined, edits, notes: notes.list() };
  }
  const table = tableNamed(key)!;
  const own = structs.some(({ name }) => name === key) ? key : table.name;
  const edits = relayout(structs, own, plainLayout(table, counts), notes);
  return { name: table.name, of: { structure: key, counts }, edits, notes: notes.list() };
}

/** The most fields that are offered: as many as a reader can look through. */
const offered = 40;

/** The first two are beside each other on a line, which is what the workbench is for. */
function ownFields(struct: ReadStruct): OwnField[] {
  const places = [...placesOfFields(struct)].slice(0, offered);
  const sizes = new Map(struct.fields.map((field) => [fieldName(field), field.size]));
  return places.map(([name, offset], at) => ({
    ...{ name, offset, size: sizes.get(name) ?? 1 },
    use: at === 0 ? 'write' : at === 1 ? 'read4' : 'none',
  }));
}

/** Undefined: nothing was pasted. A text: what is wrong with it. */
export function pasted(
  text: string,
  shown: string,
  base: LayoutName,
  counts: ArrayLengths,
): PastedStruct | string | undefined {
  if (text.trim() === '') return undefined;
  return orWhy(() => {
    const structs = readStructs(text);
    return {
      name: structs.at(-1)!.name,
      relaid: orWhy(() => relaid(structs, shown, base, counts)),
      fields: orWhy(() => ownFields(structs.at(-1)!)),
    };
  });
}

/** ns that a thread computes between two touches, and what a run of such threads takes. */
const between = '100ns';
const simulated = '2ms';

const linesOf: Readonly<Record<PastedUse, (field: string) => string | undefined>> = {
  none: () => undefined,
  write: (field) => `${field}_writer : store ${field}; run ${between}`,
  read: (field) => `${field}_reader : load ${field}; run ${between}`,
  read4: (field) => `${field}_reader x4 : load ${field}; run ${between}`,
  add4: (field) => `${field}_adder x4 : add ${field}; run ${between}`,
};

/** The workload in the short form: the structure as it was pasted, and the threads. */
export function workbenchText(text: string, fields: readonly OwnField[]): string {
  const lines = fields.flatMap(({ name, use }, at) => {
    // A task's name has 32 letters at most, and is its own.
    const line = linesOf[use](name);
    const short = name.length > 20 ? `${name.slice(0, 16)}_${at}` : name;
    return line ? [line.replace(`${name}_`, `${short}_`)] : [];
  });
  return [`duration ${simulated}`, text.trim(), ...lines, ''].join('\n');
}

/** Puts it on stage: A as declared, B with each field on a line of its own. Throws ScenarioError. */
export async function openWorkbench(
  { stage, opened }: Session,
  text: string,
  fields: readonly OwnField[],
): Promise<void> {
  const workload = readShort(workbenchText(text, fields));
  const recipe = workbenchRecipe({
    ...{ workload, declared: words.declared, moved: words.moved },
    ...{ platform: opened.scenario.platform, machine: opened.recipe.machine },
  });
  await stage.open(recipe as unknown as Recipe);
}
