// Puts the names of a structure that the tasks of a workload of one's own share, and of its fields, into a catalog, so
// that whatever names a word of memory names theirs. Where they lie the definition says.

import type { Catalog } from './types/catalog.ts';

/** A field: where it lies as declared and where it is moved to, bytes. */
export interface SharedField {
  readonly name: string;
  readonly at: number;
  readonly moved: number;
  readonly bytes: number;
  /** Its structure. */
  readonly of: string;
}

/** The parameter of the workload `program` that says where fields lie. */
const FIELDS = 1;
/** Of its words the one that lays them out anew. */
const MOVED = 1;
const structureName = 'structure of the program';

/** Whether fields are moved in a run of a program with these parameters of its workload. */
export const areFieldsMoved = (parameters: unknown): boolean =>
  (parameters as ArrayLike<number> | undefined)?.[FIELDS] === MOVED;

/** The catalog of a run with these names; `moved`: as areFieldsMoved says. */
export function withFieldNames(
  catalog: Catalog,
  shared: readonly SharedField[],
  moved: boolean,
): Catalog {
  const structure = catalog.structures.indexOf(structureName);
  if (shared.length === 0 || structure < 0) return catalog;
  const { fields } = catalog;
  const own = shared.map(({ name, at, moved: to, bytes }) => {
    const offset = moved ? to : at;
    return { structure, offset, size: bytes, name };
  });
  const known = Array.from({ length: fields.count }, (_, at) => ({
    structure: fields.structure[at]!,
    offset: fields.offset[at]!,
    size: fields.size[at]!,
    name: fields.name[at]!,
  }));
  const all = [...known, ...own].sort(
    (one, other) => one.structure - other.structure || one.offset - other.offset,
  );
  return {
    ...catalog,
    structures: catalog.structures.with(structure, `struct ${shared[0]!.of}`),
    fields: {
      count: all.length,
      structure: Uint16Array.from(all, (field) => field.structure),
      offset: Uint32Array.from(all, (field) => field.offset),
      size: Uint32Array.from(all, (field) => field.size),
      name: all.map((field) => field.name),
    },
  };
}
