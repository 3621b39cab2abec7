// The kinds of field our formats are made of, as valibot schemas that know what would be right, and
// the step from valibot's findings to a ScenarioError. What the formats hold stands in schema.ts
// and the files called ...-schema.ts.

import * as v from 'valibot';
import { capitalised } from '../base/capital.ts';
import { meantOr, pathOf, ScenarioError, shown } from './error.ts';
import type { Json } from './json.ts';
import { formatTime, parseTime, timePattern } from './units.ts';

/** Separates problem and remedy in a message; a message without it is a remedy. */
const BETWEEN = '\u0000';

/** What would be right, by schema; `missing key` messages look it up. */
const remedies = new WeakMap<object, string>();

function remembering<Schema extends object>(schema: Schema, remedy: string): Schema {
  remedies.set(schema, remedy);
  return schema;
}

const remedyOf = (schema: object): string => remedies.get(schema) ?? 'see the format';

/** A text of 1 to `most` characters. */
export function text(most: number, what: string) {
  const remedy = `write ${what} as text of 1 to ${most} characters, in quotes`;
  return remembering(
    v.pipe(
      v.string(remedy),
      v.minLength(1, remedy),
      v.maxLength(most, remedy),
      v.description(sentence(what)),
    ),
    remedy,
  );
}

/** A text of a given form; `form` says it in words. The pattern must match in linear time. */
export function formed(pattern: RegExp, what: string, form: string) {
  const remedy = `write ${what}: ${form}`;
  return remembering(
    v.pipe(v.string(remedy), v.regex(pattern, remedy), v.description(sentence(what))),
    remedy,
  );
}

/** A whole number from `low` to `high`. */
export function integer(low: number, high: number, what: string) {
  const remedy = `write ${what} as a whole number from ${low} to ${high}`;
  return remembering(
    v.pipe(
      v.number(remedy),
      v.integer(remedy),
      v.minValue(low, remedy),
      v.maxValue(high, remedy),
      v.description(sentence(what)),
    ),
    remedy,
  );
}

/** A number from `low` to `high`. */
export function number(low: number, high: number, what: string) {
  const remedy = `write ${what} as a number from ${low} to ${high}`;
  return remembering(
    v.pipe(
      v.number(remedy),
      v.minValue(low, remedy),
      v.maxValue(high, remedy),
      v.description(sentence(what)),
    ),
    remedy,
  );
}

export function flagSchema(what: string) {
  const remedy = `write true or false (${what})`;
  return remembering(v.pipe(v.boolean(remedy), v.description(sentence(what))), remedy);
}

/** A time with its unit, from `low` to `high` ns. */
export function time(low: number, high: number, what: string) {
  const range = `from ${formatTime(low)} to ${formatTime(high)}`;
  const remedy = `write ${what} as a time with its unit, ${range}, such as "${formatTime(low || 1000)}"`;
  const unfit = (input: unknown): string | undefined => {
    if (typeof input === 'number') {
      return `is ${shown(input)} without a unit${BETWEEN}${remedy}`;
    }
    if (typeof input !== 'string') return remedy;
    const parsed = parseTime(input);
    if ('problem' in parsed) return `${shown(input)} ${parsed.problem}${BETWEEN}${parsed.remedy}`;
    return parsed.ns < low || parsed.ns > high ? remedy : undefined;
  };
  return remembering(
    v.pipe(
      v.string((issue) => unfit(issue.input) ?? remedy),
      v.regex(timePattern, (issue) => unfit(issue.input) ?? remedy),
      v.check(
        (input) => unfit(input) === undefined,
        (issue) => unfit(issue.input) ?? remedy,
      ),
      v.description(`${sentence(what)} A time with its unit, ${range}.`),
    ),
    remedy,
  );
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(words: Words, what: string) {
  const remedy = (input?: unknown) => {
    const right = `write ${what}: one of ${words.join(', ')}`;
    return typeof input === 'string' ? meantOr(input, words, right) : right;
  };
  const schema = v.pipe(
    v.picklist(words, (issue) => remedy(issue.input)),
    v.description(sentence(what)),
  );
  return remembering(schema, remedy());
}

/** A list of `least` to `most` items. */
export function list<Item extends v.GenericSchema>(
  item: Item,
  least: number,
  most: number,
  what: string,
) {
  const remedy = `write ${what} as a list of ${least} to ${most}`;
  return remembering(
    v.pipe(
      v.array(item, remedy),
      v.minLength(least, (issue) => `is a list of ${issue.input.length}${BETWEEN}${remedy}`),
      v.maxLength(most, (issue) => `is a list of ${issue.input.length}${BETWEEN}${remedy}`),
      v.description(sentence(what)),
    ),
    remedy,
  );
}

/** An object with these keys and no other. Wrap what may be left out in optional(). */
export function record<const Entries extends v.ObjectEntries>(entries: Entries, what: string) {
  const known = Object.keys(entries);
  const remedy = `write ${what} as an object { ${known.join(', ')} }`;
  const message = (issue: v.StrictObjectIssue): string => {
    const key = String(issue.path?.[0].key ?? '');
    if (issue.expected === 'never') {
      const right = meantOr(key, known, `the keys here are ${known.join(', ')}`);
      return `is not a known key${BETWEEN}${right}`;
    }
    if (issue.path && Object.hasOwn(entries, key)) {
      return `is missing${BETWEEN}${remedyOf(entries[key]!)}`;
    }
    return remedy;
  };
  return remembering(v.strictObject(entries, message), remedy);
}

/** An object whose keys are names of one form: at most `most` of them. */
export function tableSchema<Value extends v.GenericSchema<unknown, unknown>>(
  key: v.GenericSchema<string, string>,
  value: Value,
  most: number,
  what: string,
) {
  const remedy = `write ${what} as an object of at most ${most} entries`;
  return remembering(
    v.pipe(v.record(key, value, remedy), v.maxEntries(most, remedy), v.description(sentence(what))),
    remedy,
  );
}

/** A field that may be left out. */
export const optional = <Schema extends v.GenericSchema>(schema: Schema) =>
  remembering(v.optional(schema), remedyOf(schema));

/** For a union that nothing fits: what keeps the form that was most likely meant from fitting. */
const causes = new WeakMap<object, v.BaseIssue<unknown>>();

/** One form or another; the error is that of the form that was most likely meant. */
export function either<const Forms extends readonly v.GenericSchema[]>(forms: Forms, what: string) {
  const message = (issue: v.UnionIssue<v.BaseIssue<unknown>>): string => {
    const form = likeliest(forms, issue.input);
    const cause = form && v.safeParse(form, issue.input, { abortEarly: true }).issues?.[0];
    if (cause) causes.set(issue, cause);
    return `write ${what}`;
  };
  return remembering(v.union(forms, message), `write ${what}`);
}

const kinds: Readonly<Record<string, string>> = {
  strict_object: 'object',
  array: 'list',
  tuple: 'list',
  string: 'string',
  picklist: 'string',
  number: 'number',
};

/** The form of the input's kind; of several object forms the one that shares most keys with it. */
function likeliest(forms: readonly v.GenericSchema[], input: unknown): v.GenericSchema | undefined {
  const kind = input === null ? 'null' : Array.isArray(input) ? 'list' : typeof input;
  let best: v.GenericSchema | undefined;
  let mostShared = -1;
  for (const form of forms) {
    if (form.type === 'union') {
      const inner = likeliest((form as v.UnionSchema<v.GenericSchema[], undefined>).options, input);
      if (inner) best ??= inner;
    }
    if (kinds[form.type] !== kind) continue;
    const keys = 'entries' in form ? Object.keys(form.entries as object) : [];
    const shared = keys.filter((key) => Object.hasOwn(input as object, key)).length;
    if (shared > mostShared) {
      best = form;
      mostShared = shared;
    }
  }
  return best;
}

/** Which of several records it is stands in the field `key`. */
export function distinguished<const Key extends string, const Forms extends v.VariantOptions<Key>>(
  key: Key,
  names: readonly string[],
  forms: Forms,
  what: string,
) {
  const remedy = (input?: unknown) => {
    const right = `write ${what} with a ${key}: ${names.join(', ')}`;
    return typeof input === 'string' ? meantOr(input, names, right) : right;
  };
  return remembering(
    v.variant(key, forms, (issue) => remedy(issue.input)),
    remedy(),
  );
}

/** What is wrong with some field below the data that a rule looks at, by the keys that lead there. */
export interface Fault {
  readonly at: readonly (string | number)[];
  readonly problem: string;
  readonly remedy: string;
}

/** A rule that finds the field to blame itself; undefined: it holds. */
export function blaming<Input>(fault: (input: Input) => Fault | undefined) {
  return v.rawCheck<Input>(({ dataset, addIssue }) => {
    const found = dataset.typed ? fault(dataset.value) : undefined;
    if (!found) return;
    const path = found.at.map((key) => ({
      type: 'unknown' as const,
      origin: 'value' as const,
      input: undefined,
      key,
      value: undefined,
    })) as unknown as [v.IssuePathItem, ...v.IssuePathItem[]];
    addIssue({ message: `${found.problem}${BETWEEN}${found.remedy}`, path });
  });
}

/** A rule between the fields of a record, which is blamed as a whole. */
export function rule<Input>(holds: (input: Input) => boolean, problem: string, remedy: string) {
  return v.check<Input, string>(holds, `${problem}${BETWEEN}${remedy}`);
}

const sentence = (what: string): string => `${capitalised(what)}.`;

/** Data of the form `schema`; `prefix` is the path of the data in its document. Throws ScenarioError. */
export function validated<Schema extends v.GenericSchema>(
  schema: Schema,
  data: Json,
  prefix = '',
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const error = errorOf(result.issues[0] as v.BaseIssue<unknown>);
  throw prefix ? error.within(prefix) : error;
}

function errorOf(found: v.BaseIssue<unknown>): ScenarioError {
  const keys: (string | number)[] = [];
  let issue = found;
  for (;;) {
    for (const step of issue.path ?? []) keys.push(step.key as string | number);
    const inner = causes.get(issue);
    if (!inner) break;
    issue = inner;
  }
  const [remedy, problem] = issue.message.split(BETWEEN).reverse() as [string, string?];
  return new ScenarioError(
    pathOf(keys),
    problem ?? (issue.input === undefined ? 'is missing' : `is ${shown(issue.input)}`),
    remedy,
  );
}
