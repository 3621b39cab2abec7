// The structure in a workload of the short form: a declaration of C, or what pahole prints, among its lines. Its fields
// become what load, store and add touch; declared a second time, they say where each is moved to.

import { ScenarioError } from '../../../scenario/index.ts';
import { FIELD_OFFSET, FIELDS } from '../../../scenario/program/limits.ts';
import type { ResourceForm } from '../../../scenario/program/schema.ts';
import { type ReadField, type ReadStruct, readStructs } from '../struct/read.ts';

interface Found {
  /** The lines without those of the structure, which are empty in their place. */
  readonly rest: readonly string[];
  readonly fields: readonly ResourceForm[];
}

/** Lines without what is in comments, of C or of a line, whose braces count for nothing. */
const bare = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?(\*\/|$)|(\/\/|#)[^\n]*/g, (comment) =>
      comment.replaceAll(/[^\n]/g, ' '),
    )
    .split('\n');

/** The first line of a declaration; tasks may be called struct, too. */
const begins = /^\s*(typedef\s+)?struct\b[^:]*(\{|$)/;

/** Throws ScenarioError with the line. */
export function structuresIn(lines: readonly string[]): Found {
  const rest = [...lines];
  const blocks = lines.map(() => '');
  let depth = 0;
  let isInside = false;
  bare(lines).forEach((line, at) => {
    isInside ||= begins.test(line);
    if (!isInside) return;
    blocks[at] = lines[at]!;
    rest[at] = '';
    for (const letter of line) depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    // The declaration ends behind its last brace; attributes may stand there.
    if (depth <= 0 && /[};]/.test(line)) isInside = false;
  });
  const text = blocks.join('\n');
  return { rest, fields: text.trim() === '' ? [] : resourceFieldsOf(readStructs(text)) };
}

/** What steps call a field: letters and digits, and where it is inside of another structure. */
export const fieldName = ({ name }: Pick<ReadField, 'name'>): string =>
  name.split(',')[0]!.replace(/\[.*$/, '').slice(0, 32);

/** The fields of a structure whose places are known. Throws ScenarioError. */
export function placesOfFields({ fields, line, name }: ReadStruct): Map<string, number> {
  const places = new Map<string, number>();
  for (const field of fields) {
    if (field.offset === undefined) {
      const odd = fields.find(
        ({ size, alignment }) => size === undefined || alignment === undefined,
      );
      const { type, line: place } = odd ?? field;
      const problem = `has a type whose size is not known, "${type.slice(0, 40)}"`;
      const remedy = 'declare it before, or paste what pahole prints';
      throw new ScenarioError(`line ${place}`, problem, remedy);
    }
    if (field.offset > FIELD_OFFSET) {
      const problem = `has a field at ${field.offset}`;
      throw new ScenarioError(`line ${line}`, problem, `at most ${FIELD_OFFSET} is simulated`);
    }
    if (!places.has(fieldName(field))) places.set(fieldName(field), field.offset);
  }
  if (places.size === 0) {
    throw new ScenarioError(`line ${line}`, `struct ${name} has no field`, 'declare one');
  }
  if (places.size > FIELDS) {
    const problem = `has ${places.size} fields`;
    throw new ScenarioError(`line ${line}`, problem, `at most ${FIELDS} are simulated`);
  }
  return places;
}

/** The last structure of the text is the one that tasks share; one of its name before it says how it is declared. */
export function resourceFieldsOf(structs: readonly ReadStruct[]): ResourceForm[] {
  const last = structs.at(-1)!;
  const [first, ...again] = structs.filter(({ name }) => name === last.name);
  const moved = again.length > 0 ? placesOfFields(again.at(-1)!) : undefined;
  const sizes = new Map(first!.fields.map((field) => [fieldName(field), field.size]));
  return [...placesOfFields(first!)].map(([name, at]): ResourceForm => {
    const to = moved?.get(name);
    if (moved && to === undefined) {
      const problem = `lacks the field "${name}"`;
      const remedy =
        'declare the same fields both times, in another order or with another alignment';
      throw new ScenarioError(`line ${last.line}`, problem, remedy);
    }
    const bytes = Math.max(1, sizes.get(name) ?? 1);
    const of = last.name.slice(0, 32);
    return { name, kind: 'field', at, bytes, of, ...(to !== undefined && { moved: to }) };
  });
}
