// Amounts as the core has them, and what they come to in the mean.

import { PROGRAM } from '../../engine/abi.gen.ts';
import { ScenarioError } from '../error.ts';
import { timeNs } from '../units.ts';
import { TABLES } from './limits.ts';
import type { ProgramNames } from './names.ts';
import type { Amount } from './steps.ts';

/** Of a table of the core. */
const TABLE_AMOUNTS = 32;
const MICROSECONDS = 2 ** 31;

/** ns, or where they do not fit in 31 bits µs. */
export const amountWord = (ns: number): number =>
  ns < MICROSECONDS ? ns : MICROSECONDS + Math.round(ns / 1000);

/** The distribution of a step and its two numbers. */
export type AmountWords = readonly [distribution: number, first: number, second: number];

export class Amounts {
  readonly #names: ProgramNames;
  readonly #tables = new Map<string, { readonly index: number; readonly values: number[] }>();

  constructor(names: ProgramNames) {
    this.#names = names;
  }

  words(amount: Amount, path: string): AmountWords {
    switch (amount.kind) {
      case 'fixed':
        return [PROGRAM.AMOUNT_FIXED, amountWord(amount.ns), 0];
      case 'exponential':
        return [PROGRAM.AMOUNT_EXPONENTIAL, amountWord(amount.ns), 0];
      case 'uniform':
        return [PROGRAM.AMOUNT_UNIFORM, amountWord(amount.low), amountWord(amount.high)];
      case 'quantiles':
        return [PROGRAM.AMOUNT_TABLE, this.#table(amount.name, path).index, 0];
    }
  }

  /** ns. */
  mean(amount: Amount, path: string): number {
    switch (amount.kind) {
      case 'uniform':
        return (amount.low + amount.high) / 2;
      case 'quantiles': {
        const { values } = this.#table(amount.name, path);
        const ends = (values[0]! + values.at(-1)!) / 2;
        return (
          (values.slice(1, -1).reduce((sum, value) => sum + value, 0) + ends) / (values.length - 1)
        );
      }
      default:
        return amount.ns;
    }
  }

  #table(name: string, path: string) {
    const known = this.#tables.get(name);
    if (known) return known;
    const written = this.#names.said('quantiles', name)?.values?.map(timeNs);
    if (!written) {
      const remedy = 'name one of "resources" whose kind is "quantiles"';
      throw new ScenarioError(path, `@${name} is not there`, remedy);
    }
    if (written.some((ns, index) => index > 0 && ns < written[index - 1]!)) {
      throw new ScenarioError(
        `resources (${name})`,
        'do not ascend',
        'write the times in order, the shortest first',
      );
    }
    if (this.#tables.size >= TABLES) {
      throw new ScenarioError(path, 'names too many tables', `use at most ${TABLES} quantiles`);
    }
    const table = { index: this.#tables.size, values: spread(written) };
    this.#tables.set(name, table);
    return table;
  }

  /** The words of all tables. */
  tables(): number[] {
    return [...this.#tables.values()].flatMap(({ values }) => values.map((ns) => amountWord(ns)));
  }
}

/** As many amounts as the core's tables have, on the same line. */
function spread(values: readonly number[]): number[] {
  return Array.from({ length: TABLE_AMOUNTS }, (_, index) => {
    const at = (index * (values.length - 1)) / (TABLE_AMOUNTS - 1);
    const low = Math.floor(at);
    const next = values[Math.min(low + 1, values.length - 1)]!;
    return Math.round(values[low]! + (at - low) * (next - values[low]!));
  });
}
