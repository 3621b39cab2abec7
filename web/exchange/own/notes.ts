// What somebody is told of an import: full sentences, each once, the first forty; of the others their number.

import { NOTES } from './limits.ts';

export class Notes {
  readonly #said = new Set<string>();

  add(sentence: string): void {
    this.#said.add(sentence);
  }

  list(): string[] {
    const all = [...this.#said];
    const rest = all.length - NOTES;
    return rest > 0 ? [...all.slice(0, NOTES), `And ${rest} more.`] : all;
  }
}

/** "1 CPU", "3 CPUs". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
