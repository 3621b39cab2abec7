// Finds lines and fields by name in a catalog: which line is meant, what lies on it, and what an
// address means.

import { type Catalog, lineBytes } from './types/catalog.ts';

/** A field on a line; `offset` is in bytes from the start of the line. */
export interface FieldOnLine {
  readonly offset: number;
  readonly size: number;
  readonly name: string;
}

/** The fields that begin on `line`, by offset. */
export function fieldsOnLine(catalog: Catalog, line: number): FieldOnLine[] {
  const { fields, lines } = catalog;
  const structure = lines.structure[line];
  const start = (lines.lineNumber[line]! - 1) * lineBytes;
  const found: FieldOnLine[] = [];
  for (let at = 0; at < fields.count; at += 1) {
    const offset = fields.offset[at]! - start;
    if (fields.structure[at] !== structure || offset < 0 || offset >= lineBytes) continue;
    found.push({ offset, size: fields.size[at]!, name: fields.name[at]! });
  }
  return found;
}

/** The name of the field at an address (line * lineBytes + byte in it), or '' where none is named. */
export function fieldAt(catalog: Catalog, address: number): string {
  const byte = address % lineBytes;
  const onLine = fieldsOnLine(catalog, Math.floor(address / lineBytes));
  return onLine.find(({ offset, size }) => byte >= offset && byte < offset + size)?.name ?? '';
}

/** A cache line by name: by its number in the structure, or by a field that lies on it. */
export interface LineQuestion {
  readonly structure: string;
  readonly line?: number | undefined;
  readonly field?: string | undefined;
  readonly index?: number | undefined;
  readonly instance?: number | undefined;
}

/**
 * What is asked today: locks of a zone were structures of their own in links of version 0.1, and are
 * members of one now, wherever a layout puts them.
 */
function asked(question: LineQuestion, { fields, structures }: Catalog): LineQuestion {
  const { structure, instance } = question;
  const at = structures.includes(structure) ? -1 : fields.name.indexOf(structure);
  if (at < 0) return question;
  return { structure: structures[fields.structure[at]!]!, field: structure, instance };
}

/** The index of the line asked for, or undefined if there is none. */
export function findLine(catalog: Catalog, given: LineQuestion): number | undefined {
  const { lines, structures, fields } = catalog;
  const question = asked(given, catalog);
  const { field, index, instance = 0 } = question;
  const structure = structures.indexOf(question.structure);
  const name = index === undefined ? field : `${field}[${index}]`;
  const isIt = (each: string, at: number) => each === name && fields.structure[at] === structure;
  const at = fields.name.findIndex(isIt);
  const number = question.line ?? (at < 0 ? 0 : Math.floor(fields.offset[at]! / lineBytes) + 1);
  for (let line = 0; line < lines.count; line += 1) {
    if (lines.structure[line] !== structure || lines.lineNumber[line] !== number) continue;
    if (lines.instance[line] === instance) return line;
  }
  return undefined;
}
