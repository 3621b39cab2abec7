// Overrides: "workload.user=300us", "variant.B.kernel.layout=p2", "seed=3". They change the document
// before it is validated, so that whatever is wrong with them is said with the field's path.

import { meantOr, ScenarioError } from './error.ts';
import { isForbiddenKey, type Json, type JsonObject, readJson } from './json.ts';
import { OVERRIDES } from './limits.ts';

/** One override: a path of keys joined by dots, and the value to put there. */
export interface Override {
  readonly path: string;
  readonly value: Json;
}

/**
 * Reads "path=value". A value that is JSON is taken as such (3, true, "text", [1, 2]); anything else
 * is text (300us). Throws ScenarioError.
 */
export function parseOverride(written: string): Override {
  const equals = written.indexOf('=');
  if (equals <= 0) {
    throw new ScenarioError(
      written.slice(0, 60),
      'is not an override',
      'write path=value, such as workload.user=300us',
    );
  }
  const path = written.slice(0, equals).trim();
  return { path, value: overrideValue(written.slice(equals + 1).trim(), path) };
}

function overrideValue(written: string, path: string): Json {
  if (!/^(-?\d+(\.\d+)?([eE][+-]?\d+)?$|true$|false$|null$|["[{])/.test(written)) return written;
  try {
    return readJson(written);
  } catch (cause) {
    throw (cause as ScenarioError).within(path);
  }
}

/** The document with the overrides put in, in order; the given one stays as it is. */
export function applyOverrides(document: JsonObject, overrides: readonly Override[]): JsonObject {
  if (overrides.length > OVERRIDES) {
    throw new ScenarioError('', `has ${overrides.length} overrides`, `give at most ${OVERRIDES}`);
  }
  if (overrides.length === 0) return document;
  const result = structuredClone(document);
  for (const { path, value } of overrides) put(result, path, structuredClone(value));
  return result;
}

function put(document: JsonObject, path: string, value: Json): void {
  const keys = path.split('.');
  if (keys.length > 8 || keys.some((key) => !/^[\w$+-]{1,64}$/.test(key) || isForbiddenKey(key))) {
    throw new ScenarioError(
      path.slice(0, 80),
      'is not the path of a field',
      'write keys joined by dots, such as workload.user or variant.B.kernel.layout',
    );
  }
  if (keys[0] === 'format') {
    throw new ScenarioError(path, 'cannot be overridden', 'leave the format as it is');
  }
  // A machine given by name is short for an object; an override may reach into it.
  if (keys[0] === 'platform' && keys.length > 1 && typeof document.platform === 'string') {
    document.platform = { topology: document.platform };
  }
  const inVariant = keys[0] === 'variant';
  if (inVariant && keys.length < 3) throw wholeVariant(path);
  let at: JsonObject | Json[] = inVariant ? variantNamed(document, keys[1]!, path) : document;
  for (const key of keys.slice(inVariant ? 2 : 0, -1)) at = enter(at, key, path);
  const last = keys.at(-1)!;
  if (Array.isArray(at)) at[indexIn(at, last, path)] = value;
  else at[last] = value;
}

/** One level deeper. Levels that may be left out of a document are made. */
function enter(at: JsonObject | Json[], key: string, path: string): JsonObject | Json[] {
  if (Array.isArray(at)) return inner(at[indexIn(at, key, path)]!, key, path);
  if (!Object.hasOwn(at, key)) at[key] = {};
  return inner(at[key]!, key, path);
}

function inner(value: Json, key: string, path: string): JsonObject | Json[] {
  if (value !== null && typeof value === 'object') return value;
  throw new ScenarioError(
    path,
    `descends into "${key}", which is a plain value`,
    `end the path there`,
  );
}

function indexIn(list: readonly Json[], key: string, path: string): number {
  const index = /^\d{1,4}$/.test(key) ? Number(key) : -1;
  if (index >= 0 && index < list.length) return index;
  throw new ScenarioError(
    path,
    `names "${key}" in a list of ${list.length}`,
    list.length > 0 ? `write 0 to ${list.length - 1}` : 'the list is empty',
  );
}

function variantNamed(document: JsonObject, id: string, path: string): JsonObject {
  const variants = Array.isArray(document.variants) ? document.variants : [];
  const ids: string[] = [];
  for (const variant of variants) {
    if (variant === null || typeof variant !== 'object' || Array.isArray(variant)) continue;
    if (variant.id === id) return variant;
    ids.push(String(variant.id));
  }
  throw new ScenarioError(
    path,
    `names a variant "${id}" that does not exist`,
    meantOr(id.toUpperCase(), ids, `the variants are ${ids.join(', ')}`),
  );
}

const wholeVariant = (path: string): ScenarioError =>
  new ScenarioError(
    path,
    'does not name a field of a variant',
    'write the variant and the field, such as variant.B.kernel.layout',
  );
