// The notes of an import: full sentences, each once, the first forty; the others are only counted. And its open
// questions, each with a proposed answer, asked once even if several readers find it open.

import { NOTES } from './limits.ts';

/** What a text may leave open of a machine. */
export const openOfMachine = [
  'threads',
  'siblings',
  'caches',
  'packages',
  'distances',
  'memory',
  'allowed',
] as const;
export type Open = (typeof openOfMachine)[number];

export interface ReaderQuestion {
  readonly about: Open;
  readonly asks: string;
  readonly offers: readonly { readonly key: string; readonly label: string }[];
  /** The key of the answer that holds until another one is given. */
  readonly proposed: string;
  /** The note when the question cannot be asked: the assumption, and why. */
  readonly taken: string;
}

export interface AskedQuestion extends ReaderQuestion {
  /** The key of the answer that holds. */
  readonly answer: string;
}

export type ReaderAnswers = Readonly<Partial<Record<Open, string>>>;

export class ReaderNotes {
  readonly #said = new Set<string>();
  readonly #asked = new Map<Open, AskedQuestion>();
  readonly #answers: ReaderAnswers;

  constructor(answers: ReaderAnswers = {}) {
    this.#answers = answers;
  }

  /** The key of the answer: the one given, if it is among the offers, else the one proposed, which is noted. */
  ask(question: ReaderQuestion): string {
    const { about, offers, proposed, taken } = question;
    const before = this.#asked.get(about);
    if (before) return before.answer;
    const given = this.#answers[about];
    const isGiven = offers.some(({ key }) => key === given);
    const answer = isGiven ? given! : proposed;
    if (!isGiven) this.add(taken);
    if (offers.length > 1) this.#asked.set(about, { ...question, answer });
    return answer;
  }

  questions(): AskedQuestion[] {
    return [...this.#asked.values()];
  }

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
