// The one kind of error this room throws for bad input: which field, what is wrong with it, and what
// would be right. Anything else that comes out of here is a defect of ours.

import { capitalised } from '../base/capital.ts';
import { nearest } from '../base/nearest.ts';

export { nearest };

/** Characters of a foreign value that a message repeats; hostile input must not fill the screen. */
const SHOWN_CHARACTERS = 60;

/** Bad input. `path` is the field's path in the document, '' for the document as a whole. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(path: string, problem: string, remedy: string) {
    super(`${path ? `${path}: ` : ''}${problem}; ${remedy}`);
    this.path = path;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The same error seen from a document that holds this one at `prefix`. */
  within(prefix: string): ScenarioError {
    const path = this.path.startsWith('[') || !this.path ? this.path : `.${this.path}`;
    return new ScenarioError(prefix + path, this.problem, this.remedy);
  }
}

/** The name that was meant, if one is near; then what would be right. */
export function meantOr(written: string, names: readonly string[], remedy: string): string {
  const meant = nearest(written, names);
  return meant === undefined ? remedy : `did you mean "${meant}"? ${capitalised(remedy)}`;
}

/** A value as a message may show it: short, on one line, without control characters. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(clip(value, SHOWN_CHARACTERS));
  return value.length > SHOWN_CHARACTERS ? `${text} and so on` : text;
}

/** One step of a path: `.key`, `[3]`, or `["odd key"]` for keys that no schema of ours has. */
export function pathStep(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[A-Za-z_$][\w$-]{0,63}$/.test(key) ? `.${key}` : `[${JSON.stringify(clip(key, 40))}]`;
}

/** Joins steps to a path as people write it: `variants[1].kernel.layout`. */
export function pathOf(keys: readonly (string | number)[]): string {
  return keys.map(pathStep).join('').replace(/^\./, '');
}

/** Cuts by code points, so that no half of a surrogate pair is left. */
function clip(text: string, length: number): string {
  return text.length > length ? [...text.slice(0, length)].slice(0, -1).join('') : text;
}
