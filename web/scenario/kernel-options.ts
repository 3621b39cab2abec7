// What a scenario may say of a kernel, row by row of the core's table (wasm-core/include/kernel_options.h):
// the fields of a schema and the values of a definition follow from it, with the words and codes that
// stand there. Knows no option by its meaning.

import type * as v from 'valibot';
import { kernelOptions } from '../engine/definition.gen.ts';
import { flagSchema, integer, oneOf, optional } from './fields.ts';
import { releaseValue } from './releases.ts';

type Row = (typeof kernelOptions)[number];
type Field = Row['field'];

/** What a scenario writes for an option. */
type Said<R extends Row> = R extends { readonly codes: infer Codes }
  ? keyof Codes
  : R extends { readonly form: 'flag' }
    ? boolean
    : number;

/** The part of a name behind the group, where it is of that group; '' is what stands in none. */
type Within<Name extends string, Group extends string> = Name extends `${infer Head}.${infer Tail}`
  ? Head extends Group
    ? Tail
    : never
  : Group extends ''
    ? Name
    : never;

type Schemas<Group extends string> = {
  [R in Row as Within<R['name'], Group>]: v.OptionalSchema<v.GenericSchema<Said<R>>, undefined>;
};

function schemaOf(row: Row): v.GenericSchema {
  switch (row.form) {
    case 'choice':
      return oneOf(Object.keys(row.codes), row.what) as v.GenericSchema;
    case 'flag':
      return flagSchema(row.what) as v.GenericSchema;
    case 'count':
      return integer(row.least, row.greatest, row.what) as v.GenericSchema;
  }
}

/** The schemas of a group of options ('': of those that stand in none), by what a scenario calls them. */
export function optionSchemas<const Group extends string = ''>(
  group: Group = '' as Group,
): Schemas<Group> {
  const within = kernelOptions.filter(({ name }) => (name.split('.').at(-2) ?? '') === group);
  return Object.fromEntries(
    within.map((row) => [row.name.split('.').at(-1)!, optional(schemaOf(row))]),
  ) as Schemas<Group>;
}

/** The words of a choice, in the order of the core's table. */
export function choiceWordsOf<const F extends Field>(
  field: F,
): readonly Said<Extract<Row, { field: F }>>[] {
  const row = kernelOptions.find((each) => each.field === field);
  return Object.keys(row && 'codes' in row ? row.codes : {}) as never;
}

function codeOf(row: Row, said: unknown): number {
  if (row.form !== 'choice') return Number(said);
  return (row.codes as Readonly<Record<string, number>>)[String(said)]!;
}

export type OptionValues = Readonly<Record<Field, number>>;

const sayingOf = (name: string, kernel: object): unknown =>
  name
    .split('.')
    .reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], kernel);

function numberOf(row: Row, kernel: object, isFull: boolean): number {
  const { linux } = kernel as { readonly linux?: string };
  const said = sayingOf(row.name, kernel) ?? releaseValue(row.name, linux, isFull);
  return said === undefined ? row[isFull ? 'inFull' : 'otherwise'] : codeOf(row, said);
}

/**
 * The core's values of all options for a kernel that validation has let through; where it says nothing,
 * what its release has, else what the table has for the fair class it runs with.
 */
export const optionValues = (kernel: object, isFull: boolean): OptionValues =>
  Object.fromEntries(
    kernelOptions.map((row) => [row.field, numberOf(row, kernel, isFull)]),
  ) as OptionValues;

/** The same of one option by its name, which must be there, of a kernel with the full fair class. */
export const optionValue = (name: string, kernel: object): number =>
  numberOf(kernelOptions.find((row) => row.name === name)!, kernel, true);
