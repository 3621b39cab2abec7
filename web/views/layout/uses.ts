// The heat of each field of a structure: the functions that load and store it, and how often that found the line
// dirty in another core's cache. Read from the c2c rows of a measured window, by field name, so that it can be laid
// over any layout.

import { type C2cRows, type Catalog, lineBytes } from '../../engine/types.ts';

export interface AccessCounts {
  readonly loads: number;
  readonly stores: number;
  /** Loads that found the line modified elsewhere, local and remote. */
  readonly hitm: number;
}

export interface FieldUse extends AccessCounts {
  /** By kernel function, most HITM first, then most accesses. */
  readonly by: readonly (AccessCounts & { readonly symbol: string })[];
}

/** By the core's name of a field: "rto_mask", "count[3]". Untouched fields are absent. */
export type FieldUses = ReadonlyMap<string, FieldUse>;

export const heats = ['hitm', 'loads', 'stores'] as const;
/** What the colour of a field stands for. */
export type FieldHeat = (typeof heats)[number];

const rootDomain = 'root_domain';

/** The field that holds each byte of a structure. */
function fieldByByte({ fields }: Catalog, structure: number): readonly (string | undefined)[] {
  const found: string[] = [];
  for (let at = 0; at < fields.count; at += 1) {
    if (fields.structure[at] !== structure) continue;
    const end = fields.offset[at]! + fields.size[at]!;
    for (let byte = fields.offset[at]!; byte < end; byte += 1) found[byte] = fields.name[at]!;
  }
  return found;
}

const added = (use: AccessCounts | undefined, more: AccessCounts): AccessCounts => ({
  loads: (use?.loads ?? 0) + more.loads,
  stores: (use?.stores ?? 0) + more.stores,
  hitm: (use?.hitm ?? 0) + more.hitm,
});

/** Most HITM first; ties by accesses, then by name, so that the order never depends on the rows'. */
function hotterFirst(one: FieldUse['by'][number], other: FieldUse['by'][number]): number {
  const accesses = (use: AccessCounts) => use.loads + use.stores;
  return (
    other.hitm - one.hitm ||
    accesses(other) - accesses(one) ||
    one.symbol.localeCompare(other.symbol)
  );
}

/**
 * The uses of each field of a structure in these rows, by what the core calls the structure; of all of its
 * kind together.
 */
export function fieldUses(catalog: Catalog, rows: C2cRows, name = rootDomain): FieldUses {
  const structure = catalog.structures.indexOf(name);
  const fields = fieldByByte(catalog, structure);
  const bySymbol = new Map<string, Map<string, AccessCounts>>();
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.line[at]!;
    if (catalog.lines.structure[line] !== structure) continue;
    const byte = (catalog.lines.lineNumber[line]! - 1) * lineBytes + rows.offset[at]!;
    const field = fields[byte];
    if (field === undefined) continue;
    const uses = bySymbol.get(field) ?? new Map<string, AccessCounts>();
    bySymbol.set(field, uses);
    const symbol = catalog.symbols[rows.symbol[at]!] ?? '';
    const use = {
      loads: rows.loads[at]!,
      stores: rows.stores[at]!,
      hitm: rows.localHitm[at]! + rows.remoteHitm[at]!,
    };
    uses.set(symbol, added(uses.get(symbol), use));
  }
  return new Map([...bySymbol].map(([field, uses]) => [field, fieldUse(uses)]));
}

/**
 * Structures whose lines cost what the model of pages says, which counts no c2c rows; only worlds with page
 * lists have them.
 */
const uncounted: readonly string[] = ['per_cpu_pageset', 'per_cpu_pages'];

/**
 * The structures that were touched, by the core's names: most HITM first, then loads; structures without counts
 * last.
 */
export function usedStructures(catalog: Catalog, rows: C2cRows): string[] {
  const heat = catalog.structures.map(() => ({ hitm: 0, touches: 0 }));
  for (let at = 0; at < rows.count; at += 1) {
    const of = heat[catalog.lines.structure[rows.line[at]!]!];
    if (!of) continue;
    of.hitm += rows.localHitm[at]! + rows.remoteHitm[at]!;
    of.touches += rows.loads[at]! + rows.stores[at]!;
  }
  const lie = new Set(catalog.lines.structure);
  const counted = heat
    .map((use, structure) => ({ ...use, name: catalog.structures[structure]! }))
    .filter(({ touches }) => touches > 0)
    .sort((one, other) => other.hitm - one.hitm || other.touches - one.touches)
    .map(({ name }) => name);
  const others = uncounted.filter((name) => lie.has(catalog.structures.indexOf(name)));
  return [...counted, ...others];
}

function fieldUse(uses: ReadonlyMap<string, AccessCounts>): FieldUse {
  const by = [...uses].map(([symbol, use]) => ({ symbol, ...use })).sort(hotterFirst);
  return { ...by.reduce<AccessCounts>(added, { loads: 0, stores: 0, hitm: 0 }), by };
}

/** The uses of several fields together. */
export function usesTogether(uses: FieldUses, fields: readonly string[]): FieldUse {
  const bySymbol = new Map<string, AccessCounts>();
  for (const field of fields) {
    for (const { symbol, ...use } of uses.get(field)?.by ?? []) {
      bySymbol.set(symbol, added(bySymbol.get(symbol), use));
    }
  }
  return fieldUse(bySymbol);
}

/** Of everything measured: what shares are taken of, and the hottest field. */
export interface FieldScale {
  readonly total: number;
  readonly most: number;
}

export function fieldScale(uses: FieldUses, heat: FieldHeat): FieldScale {
  const values = [...uses.values()].map((use) => use[heat]);
  return { total: values.reduce((sum, value) => sum + value, 0), most: Math.max(0, ...values) };
}

/**
 * The heat of a value for colour, 0 to 1. The square root keeps fields of a tenth of the hottest apart
 * from cold ones.
 */
export const warmth = (value: number, { most }: FieldScale): number =>
  most > 0 ? Math.sqrt(value / most) : 0;
