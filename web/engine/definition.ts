// Writes the values of a definition into struct world_def by the names of the header. What the values
// mean, and whether they make sense, is for the core to judge.

import type { WorldDef } from './abi.gen.ts';
import { worldDefFields } from './abi.gen.ts';

type Field = keyof typeof worldDefFields;

/**
 * Values by the field names of struct world_def. What is left out keeps the core's default; an array
 * may be shorter than its field.
 */
export type DefinitionInput = { readonly [Name in Field]?: number | readonly number[] };

/** A definition is refused: the message names the field, the problem and the remedy. */
export class DefinitionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DefinitionError';
  }
}

const ranges = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  u32: [0, 0xffff_ffff],
} as const;

function write(view: DataView, type: keyof typeof ranges, offset: number, value: number): void {
  if (type === 'u8') view.setUint8(offset, value);
  else if (type === 'u16') view.setUint16(offset, value, true);
  else view.setUint32(offset, value, true);
}

const bytesOf = { u8: 1, u16: 2, u32: 4 } as const;

function writeField(view: DataView, name: Field, value: number | readonly number[]): void {
  const [type, offset, length] = worldDefFields[name];
  const values = typeof value === 'number' ? [value] : value;
  if (length === 1 ? values.length !== 1 : values.length > length) {
    throw new DefinitionError(`${name}: ${values.length} values; it holds ${length}`);
  }
  const [low, high] = ranges[type];
  values.forEach((item, index) => {
    if (!(Number.isInteger(item) && item >= low && item <= high)) {
      const path = length > 1 ? `${name}[${index}]` : name;
      throw new DefinitionError(`${path}: ${item} is not a whole number from ${low} to ${high}`);
    }
    write(view, type, offset + index * bytesOf[type], item);
  });
}

/** Throws DefinitionError when a field does not exist, is too long, or a value does not fit. */
export function writeDefinition(def: WorldDef, input: DefinitionInput): void {
  const view = new DataView(def.buffer, def.start, def.rowBytes);
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(worldDefFields, name)) {
      throw new DefinitionError(`${name}: struct world_def has no such field`);
    }
    if (value !== undefined) writeField(view, name as Field, value);
  }
}
