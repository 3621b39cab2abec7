// Reads settings of a scenario that were written by path (--set, --over), with what the format knows of them: a
// field that holds text keeps text that looks like a number (the version "5.10" is not 5.1), and an error about a
// path that does not begin at the top suggests the right one. overrides.ts applies them.

import * as v from 'valibot';
import { ScenarioError } from './error.ts';
import type { Json, JsonObject } from './json.ts';
import { type Override, parseOverride } from './overrides.ts';
import { ScenarioSchema } from './schema.ts';

/** A schema as far as its parts can be asked for. */
interface Parts {
  readonly type: string;
  readonly wrapped?: Parts;
  readonly options?: readonly Parts[];
  readonly entries?: Readonly<Record<string, Parts>>;
  readonly item?: Parts;
  readonly value?: Parts;
  readonly key?: string | Parts;
}

const whole = ScenarioSchema as unknown as Parts;
const accepts = (schema: Parts, value: unknown): boolean =>
  v.safeParse(schema as unknown as v.GenericSchema, value).success;

/** The forms a field may have: what it is where it is there, and each of several. */
function formsOf(schema: Parts): readonly Parts[] {
  if (schema.wrapped) return formsOf(schema.wrapped);
  return schema.options ? schema.options.flatMap(formsOf) : [schema];
}

function inside(schema: Parts, key: string): readonly Parts[] {
  return formsOf(schema).flatMap(({ type, entries, item, value }) => {
    if (entries) return Object.hasOwn(entries, key) ? formsOf(entries[key]!) : [];
    if (type === 'array') return item ? formsOf(item) : [];
    return type === 'record' && value ? formsOf(value) : [];
  });
}

/** The keys of a path, with a variant as an element of its list. */
const keysOf = (path: string): string[] => {
  const keys = path.split('.');
  return keys[0] === 'variant' ? ['variants', '0', ...keys.slice(2)] : keys;
};

/** Reads "path=value" as parseOverride does; text where the field at the path holds text and no such value. */
export function parseSetting(written: string): Override {
  const override = parseOverride(written);
  const { path, value } = override;
  const text = written.slice(written.indexOf('=') + 1).trim();
  if (typeof value === 'string' || (value !== null && typeof value === 'object')) return override;
  const forms = keysOf(path).reduce<readonly Parts[]>(
    (schemas, key) => schemas.flatMap((schema) => inside(schema, key)),
    [whole],
  );
  const isText = !forms.some((form) => accepts(form, value));
  return isText && forms.some((form) => accepts(form, text)) ? { path, value: text } : override;
}

const objectAt = (value: Json | undefined, key: string): Json | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value[key] : undefined;

/** Of several records the one that the document has there; all of them where it says nothing. */
function formsIn(schema: Parts, value: Json | undefined): readonly Parts[] {
  if (schema.wrapped) return formsIn(schema.wrapped, value);
  if (schema.type !== 'variant' || typeof schema.key !== 'string') return formsOf(schema);
  const { key } = schema;
  const own = formsOf(schema).filter(({ entries }) =>
    accepts(entries?.[key] ?? whole, objectAt(value, key)),
  );
  return own.length > 0 ? own : formsOf(schema);
}

/** Every path below a field, of tables and of lists but for the variants' none. */
function pathsBelow(schema: Parts, value: Json | undefined, at: readonly string[]): string[][] {
  return formsIn(schema, value).flatMap(({ entries = {} }) =>
    Object.entries(entries).flatMap(([key, inner]) => {
      const path = [...at, key];
      return [path, ...pathsBelow(inner, objectAt(value, key), path)];
    }),
  );
}

function pathsOf(document: JsonObject): string[][] {
  const variants = Array.isArray(document.variants) ? document.variants : [];
  const schema = whole.entries!.variants!.item!;
  const ofVariants = variants.flatMap((each) =>
    pathsBelow(schema, each, ['variant', String(objectAt(each, 'id'))]),
  );
  const { variants: _, ...others } = whole.entries!;
  return [...pathsBelow({ type: 'strict_object', entries: others }, document, []), ...ofVariants];
}

/** Paths offered at most. */
const most = 4;

/** Refuses a path that does not begin at the top of a scenario where it is the end of one that does. */
export function checkPaths(document: JsonObject, overrides: readonly Override[]): void {
  for (const { path } of overrides) {
    const keys = path.split('.');
    const top = keys[0]!;
    const isList = top === 'variants' && !/^\d/.test(keys[1] ?? '0');
    if (!isList && (top === 'variant' || Object.hasOwn(whole.entries!, top))) continue;
    const end = isList ? ['variant', ...keys.slice(1)] : keys;
    const ends = (whole: readonly string[]) => whole.slice(-end.length).join() === end.join();
    const meant = [
      ...new Set(
        pathsOf(document)
          .filter(ends)
          .map((each) => each.join('.')),
      ),
    ];
    if (meant.length === 0) continue;
    const offered = meant.slice(0, most).join(' or ');
    throw new ScenarioError(path, 'does not begin at the top of a scenario', `write ${offered}`);
  }
}
