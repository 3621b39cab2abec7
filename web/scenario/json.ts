// Takes foreign JSON, as text or as a value, into plain data that is safe to look at: bounded in
// size, depth and count, with finite numbers and without keys that reach into prototypes. Says
// nothing about what the data means.

import { pathOf, ScenarioError, shown } from './error.ts';
import { DOCUMENT_CHARACTERS, DOCUMENT_DEPTH, DOCUMENT_VALUES, TEXT_CHARACTERS } from './limits.ts';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** True for keys that would reach into the language instead of the data. */
export const isForbiddenKey = (key: string): boolean => forbiddenKeys.has(key);

/** Plain data of a JSON text, with or without a byte-order mark. Throws ScenarioError. */
export function readJson(given: string): Json {
  const text = given.replace(/^\uFEFF/, '');
  if (text.length > DOCUMENT_CHARACTERS) {
    throw new ScenarioError(
      '',
      `the text has ${text.length} characters`,
      `at most ${DOCUMENT_CHARACTERS} are read`,
    );
  }
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ScenarioError('', 'the text is not JSON', `mend it: ${whereJsonBreaks(text, cause)}`);
  }
  return plainJson(value);
}

/** Depth is judged before parsing, because some parsers recurse. Brackets in strings do not count. */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > DOCUMENT_DEPTH) throw tooDeep([]);
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
}

const tooDeep = (keys: readonly (string | number)[]): ScenarioError =>
  new ScenarioError(
    pathOf(keys),
    `is nested deeper than ${DOCUMENT_DEPTH} levels`,
    'no Schedscape format is nested that deeply: check the brackets',
  );

/** Engines word this differently; all we keep is the line, if a position is named. */
function whereJsonBreaks(text: string, cause: unknown): string {
  const position = /position (\d{1,9})/.exec(String(cause))?.[1];
  if (position === undefined) return 'check quotes, commas and brackets, most of all at the end';
  const line = text.slice(0, Number(position)).split('\n').length;
  return `check line ${line} for a missing quote, comma or bracket`;
}

/**
 * A copy of `value` that holds nothing but plain data. A value that JSON cannot say (a function, a
 * cycle, NaN, an object of some class, a getter that throws) is refused. Throws ScenarioError only.
 */
export function plainJson(value: unknown): Json {
  const budget = { values: DOCUMENT_VALUES, characters: DOCUMENT_CHARACTERS };
  try {
    return copy(value, [], budget);
  } catch (cause) {
    if (cause instanceof ScenarioError) throw cause;
    throw new ScenarioError('', 'the value cannot be read', 'give plain JSON data');
  }
}

interface Budget {
  values: number;
  characters: number;
}

function copy(value: unknown, keys: (string | number)[], budget: Budget): Json {
  if (--budget.values < 0) {
    throw new ScenarioError(
      '',
      `the document holds more than ${DOCUMENT_VALUES} values`,
      'make it smaller',
    );
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return copyText(value, keys, budget);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value || 0; // JSON text does not keep -0
    throw new ScenarioError(pathOf(keys), `is ${value}`, 'write a finite number');
  }
  if (typeof value !== 'object') {
    const problem = value === undefined ? 'is missing' : `is ${shown(typeof value)}`;
    throw new ScenarioError(pathOf(keys), problem, 'give plain JSON data');
  }
  if (keys.length >= DOCUMENT_DEPTH) throw tooDeep(keys);
  return Array.isArray(value) ? copyList(value, keys, budget) : copyObject(value, keys, budget);
}

function copyText(text: string, keys: readonly (string | number)[], budget: Budget): string {
  budget.characters -= text.length;
  if (text.length > TEXT_CHARACTERS || budget.characters < 0) {
    throw new ScenarioError(
      pathOf(keys),
      `is a text of ${text.length} characters`,
      `write at most ${TEXT_CHARACTERS}, and ${DOCUMENT_CHARACTERS} in the whole document`,
    );
  }
  return text;
}

function copyList(list: readonly unknown[], keys: (string | number)[], budget: Budget): Json[] {
  const length = list.length;
  if (length > budget.values) budget.values = 0;
  const result: Json[] = [];
  for (let i = 0; i < length; i++) {
    keys.push(i);
    result.push(copy(list[i], keys, budget));
    keys.pop();
  }
  return result;
}

function copyObject(object: object, keys: (string | number)[], budget: Budget): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new ScenarioError(pathOf(keys), 'is not plain data', 'give plain JSON data');
  }
  const result: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue; // an optional property left open, as in our own objects
    keys.push(key);
    if (isForbiddenKey(key)) {
      throw new ScenarioError(pathOf(keys), 'is not a key that data may have', 'remove it');
    }
    copyText(key, keys, budget);
    result[key] = copy(value, keys, budget);
    keys.pop();
  }
  return result;
}
