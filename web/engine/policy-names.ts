// Puts the names that a policy's text gives to its variables among the fields of a catalog, so that whatever names a
// word of memory names theirs. Only runs with a policy fetch this file.

import { type Catalog, lineBytes, type PolicyNames } from './types/catalog.ts';

const wordBytes = 8;
/** Variables of more words are named by line only: a list of thousands of names is of no use to a reader. */
const mostNamed = 512;

/** What the core calls the structure of each storage. */
const structures = {
  shared: 'policy: variables',
  percpu: 'policy: variables of a CPU',
  pertask: 'policy: variables of a task',
} as const;

interface Place {
  readonly structure: number;
  readonly offset: number;
  readonly size: number;
  readonly name: string;
}

/** The words of a shared variable from `begin` on, or what of each line is its. */
function placesOf(
  structure: number,
  { name, length, isSingle }: PolicyNames['variables'][number],
  begin: number,
): Place[] {
  const word = (i: number): Place => ({
    ...{ structure, offset: begin + i * wordBytes, size: wordBytes },
    name: isSingle ? name : `${name}[${i}]`,
  });
  if (length <= mostNamed) return Array.from({ length }, (_, i) => word(i));
  const places: Place[] = [];
  for (let i = 0; i < length; ) {
    const offset = begin + i * wordBytes;
    const words = Math.min(length - i, (lineBytes - (offset % lineBytes)) / wordBytes);
    const of = words === 1 ? `${i}` : `${i} … ${i + words - 1}`;
    places.push({ structure, offset, size: words * wordBytes, name: `${name}[${of}]` });
    i += words;
  }
  return places;
}

/** Variables of a storage follow each other in the order of the text. */
function named(catalog: Catalog, { variables }: PolicyNames): Place[] {
  const used = new Map<string, number>();
  return variables.flatMap((variable) => {
    const { storage, length, name } = variable;
    const structure = catalog.structures.indexOf(structures[storage]);
    const offset = used.get(storage) ?? 0;
    const isShared = storage === 'shared';
    used.set(storage, offset + (isShared ? length : 1) * wordBytes);
    if (structure < 0) return [];
    if (!isShared) return [{ structure, offset, size: wordBytes, name }];
    return placesOf(structure, variable, offset);
  });
}

/** The catalog of a run with that policy, with its names. */
export function withPolicyNames(catalog: Catalog, policy: PolicyNames): Catalog {
  const { fields } = catalog;
  const known = Array.from({ length: fields.count }, (_, i) => ({
    structure: fields.structure[i]!,
    offset: fields.offset[i]!,
    size: fields.size[i]!,
    name: fields.name[i]!,
  }));
  const all = [...known, ...named(catalog, policy)].sort(
    (a, b) => a.structure - b.structure || a.offset - b.offset,
  );
  return {
    ...catalog,
    policy,
    fields: {
      count: all.length,
      structure: Uint16Array.from(all, ({ structure }) => structure),
      offset: Uint32Array.from(all, ({ offset }) => offset),
      size: Uint32Array.from(all, ({ size }) => size),
      name: all.map(({ name }) => name),
    },
  };
}
