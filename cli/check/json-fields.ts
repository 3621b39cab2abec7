// Reads fields out of parsed JSON whose path goes into every complaint. Knows no format.

import { VectorFileError } from './types.ts';

export type VectorObject = { readonly [key: string]: unknown };

const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value !== null && typeof value === 'object') return 'an object';
  return JSON.stringify(value).slice(0, 60);
};

export const isObject = (value: unknown): value is VectorObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** One value of the file and where it stands. */
export class JsonField {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  get present(): boolean {
    return this.value !== undefined;
  }

  /** Throws: what stands here is not what `remedy` asks for. */
  refuse(remedy: string): never {
    throw new VectorFileError(this.path || 'the file', `found ${shown(this.value)}`, remedy);
  }

  at(key: string): JsonField {
    const own = isObject(this.value) && Object.hasOwn(this.value, key);
    const path = this.path === '' ? key : `${this.path}.${key}`;
    return new JsonField(own ? (this.value as VectorObject)[key] : undefined, path);
  }

  /** The first of several names that is there; the first name if none is. */
  atOne(keys: readonly [string, ...string[]]): JsonField {
    return keys.map((key) => this.at(key)).find((field) => field.present) ?? this.at(keys[0]);
  }

  object(): VectorObject {
    return isObject(this.value) ? this.value : this.refuse('write an object');
  }

  entries(): [string, JsonField][] {
    return Object.keys(this.object()).map((key) => [key, this.at(key)]);
  }

  items(): JsonField[] {
    if (!Array.isArray(this.value)) return this.refuse('write a list');
    return this.value.map((item: unknown, index) => new JsonField(item, `${this.path}[${index}]`));
  }

  text(otherwise?: string): string {
    if (!this.present && otherwise !== undefined) return otherwise;
    return typeof this.value === 'string' ? this.value : this.refuse('write a text in quotes');
  }

  boolean(otherwise?: boolean): boolean {
    if (!this.present && otherwise !== undefined) return otherwise;
    return typeof this.value === 'boolean' ? this.value : this.refuse('write true or false');
  }

  integer(low: number, high: number, otherwise?: number): number {
    if (!this.present && otherwise !== undefined) return otherwise;
    const { value } = this;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= high) {
      return value;
    }
    return this.refuse(`write a whole number from ${low} to ${high}`);
  }

  number(low: number, high: number, otherwise?: number): number {
    if (!this.present && otherwise !== undefined) return otherwise;
    const { value } = this;
    if (typeof value === 'number' && value >= low && value <= high) return value;
    return this.refuse(`write a number from ${low} to ${high}`);
  }

  oneOf<Name extends string>(names: readonly Name[]): Name {
    const name = names.find((candidate) => candidate === this.value);
    return name ?? this.refuse(`write one of ${names.join(', ')}`);
  }

  /** An address of up to 64 bits: a whole number, or text as in "0x1000" or "4096". */
  address(): bigint {
    const { value } = this;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
      return BigInt(value);
    if (typeof value === 'string') return parseAddress(value) ?? this.refuse(ADDRESS_REMEDY);
    return this.refuse(ADDRESS_REMEDY);
  }
}

export const ADDRESS_REMEDY = 'write an address of at most 64 bits as text, such as "0x1000"';

/** The address a text names, or undefined. */
export function parseAddress(text: string): bigint | undefined {
  return /^(0x[0-9a-fA-F]{1,16}|[0-9]{1,19})$/.test(text) ? BigInt(text) : undefined;
}
