// The `structures` of a layout: edits of simulated structures other than root_domain, and what the core is
// told of them. The model that C's rules live in is layout/.

import { ScenarioError } from './error.ts';
import {
  type ArrayLengths,
  declarationsFor,
  type EditOutcome,
  parseEdit,
  type RootDomain,
  relaid,
  tableNamed,
} from './layout/index.ts';
import type { EditedLayout } from './layout-schema.ts';
import type { Machine } from './topology.ts';

/** Values of world_def: every member of each structure that is changed, in order. */
export interface StructureValues {
  readonly layout_members: number;
  readonly layout_member: readonly number[];
  readonly layout_attribute: readonly number[];
  readonly layout_padding: readonly number[];
}

/** Why an edit is refused, as an error with its path; the first `earlier` edits stand elsewhere. */
export function refusedEdit(
  { reason, remedy, index = 0 }: Extract<EditOutcome, { ok: false }> & { readonly index?: number },
  edits: readonly string[],
  path: string,
  earlier = 0,
): ScenarioError {
  return new ScenarioError(
    `${path}[${index - earlier}]`,
    `"${edits[index]}" is refused: ${clause(reason)}`,
    remedy ? clause(`${remedy[0]!.toLowerCase()}${remedy.slice(1)}`) : 'leave it out',
  );
}

const clause = (sentence: string): string => sentence.replace(/\.$/, '');

/** How long the arrays of simulated structures are on a machine. */
export const arrayLengthsOf = ({ cpus, nodes, llc, core, schedMc }: Machine): ArrayLengths => ({
  words: Math.ceil(cpus / 64),
  cpus,
  nodes,
  caches: new Set(schedMc ? llc : core).size,
});

/**
 * A structure after its edits. Throws ScenarioError where C's rules refuse one; the first `earlier` of
 * them stand elsewhere and do not count in its path.
 */
function relaidStructure(
  key: string,
  edits: readonly string[],
  { path, machine, earlier = 0 }: { path: string; machine: Machine; earlier?: number },
): RootDomain {
  const outcome = relaid(
    tableNamed(key)!,
    edits.map((text) => parseEdit(text)!),
    arrayLengthsOf(machine),
  );
  if (!outcome.ok) throw refusedEdit(outcome, edits, `${path}.structures.${key}`, earlier);
  return outcome.layout;
}

/** What the core is told of other structures: those that are changed, member by member. */
export function structureValues(
  structures: EditedLayout['structures'] = {},
  path = '',
  machine?: Machine,
): StructureValues {
  const declared = Object.entries(structures).flatMap(([key, edits]) =>
    declarationsFor(tableNamed(key)!, relaidStructure(key, edits, { path, machine: machine! })),
  );
  return {
    layout_members: declared.length,
    layout_member: declared.map(({ member }) => member),
    layout_attribute: declared.map(({ attribute }) => attribute),
    layout_padding: declared.map(({ padding }) => padding),
  };
}

/** The edits of a variant, and those of a recipe behind them; each is asked whether C allows it. */
export function joinedStructures(
  before: EditedLayout['structures'],
  own: EditedLayout['structures'],
  machine: Machine,
): EditedLayout['structures'] {
  if (!own) return before;
  const joined = { ...before };
  for (const [key, edits] of Object.entries(own)) {
    const earlier = before?.[key] ?? [];
    joined[key] = [...earlier, ...edits];
    relaidStructure(key, joined[key], { path: 'layout', machine, earlier: earlier.length });
  }
  return joined;
}
