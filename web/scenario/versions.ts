// Which version of a format a document is in, and how older ones are brought up to date. Documents
// say so themselves: "format": "schedscape-recipe/3".

import { ScenarioError, shown } from './error.ts';
import type { Json, JsonObject } from './json.ts';

/** Turns a document of version n into one of version n + 1; index 0 is for version 1. */
export type Migration = (document: JsonObject) => JsonObject;

/** The document in the present version of `format`. Throws ScenarioError. */
export function migrated(
  document: Json,
  format: string,
  current: number,
  migrations: readonly Migration[],
): JsonObject {
  if (document === null || typeof document !== 'object' || Array.isArray(document)) {
    throw new ScenarioError(
      '',
      `the document is ${shown(document)}`,
      `write an object { "format": "${format}/${current}", ... }`,
    );
  }
  let result = document;
  for (let version = versionOf(document, format, current); version < current; version++) {
    result = { ...migrations[version - 1]!(result), format: `${format}/${version + 1}` };
  }
  return result;
}

function versionOf(document: JsonObject, format: string, current: number): number {
  const written = document.format;
  const remedy = `write "format": "${format}/${current}"`;
  if (written === undefined) throw new ScenarioError('format', 'is missing', remedy);
  const parts = typeof written === 'string' ? /^([a-z-]{1,40})\/(\d{1,6})$/.exec(written) : null;
  if (!parts || parts[1] !== format || parts[2] === '0') {
    throw new ScenarioError('format', `is ${shown(written)}`, remedy);
  }
  const version = Number(parts[2]);
  if (version > current) {
    throw new ScenarioError(
      'format',
      `is version ${version}, which a newer Schedscape wrote`,
      `open it there, or reload to get the newer one; this one reads up to version ${current}`,
    );
  }
  return version;
}
