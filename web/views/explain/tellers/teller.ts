// The shared part of all tellers of decisions: the type of their part of a story, the verdict, and the text for a
// decision without a teller. A teller is registered by the kernel function that decides.

import { capitalised } from '../../../base/capital.ts';
import type { Catalog, Explain, ExplainFacts } from '../../../engine/types.ts';
import { termOfReason } from '../reasons.ts';
import { cpu, words } from '../words.ts';

/** What was asked, looked at, refused and chosen, and what became of the task; sentences in the markup of markup.ts. */
export interface Explanation {
  readonly asked: readonly string[];
  readonly looked: readonly string[];
  readonly refused: readonly string[];
  readonly chosen: readonly string[];
  readonly followed?: readonly string[];
}

export type Teller = (catalog: Catalog, explain: Explain) => Explanation;

export type FactForm = ExplainFacts['form'];
export type FactsOf<F extends FactForm> = Extract<ExplainFacts, { readonly form: F }>;

/** What a record has besides, if it is of that form. */
export const factsAs = <F extends FactForm>({ facts }: Explain, form: F): FactsOf<F> | undefined =>
  facts.form === form ? (facts as FactsOf<F>) : undefined;

/** By the name of the kernel function, as Catalog.decisions has it. */
export type Tellers = Readonly<Record<string, Teller>>;

/** The code of a reason, or '' of one without. */
export const codeOf = ({ reasonCodes }: Catalog, reason: number): string =>
  reasonCodes[reason] ?? '';

/** A code in the text, leading to its entry of the glossary. */
export const codeLink = (code: string): string => `[${code}|${termOfReason(code)}]`;

/** The verdict in the core's own words, with its code. */
export function verdictText(catalog: Catalog, { reason }: Explain): string {
  const sentence = catalog.reasons[reason] || `reason ${reason}`;
  const said = capitalised(sentence);
  const code = codeOf(catalog, reason);
  return code === '' ? words.reason(said) : words.reason(said, termOfReason(code), code);
}

/** A decision without a teller of its own: the verdict and the two CPUs. */
export const plainTeller: Teller = (catalog, explain) => {
  const or = (id: number) => (id < 0 ? '–' : cpu(id));
  const facts = words.generic(or(explain.chosen), or(explain.previous));
  return { asked: [], looked: [], refused: [], chosen: [verdictText(catalog, explain), facts] };
};

/** Tells records of that form; of another one what is told of a decision that no teller knows. */
export const ofForm =
  <F extends FactForm>(
    form: F,
    tell: (catalog: Catalog, explain: Explain, facts: FactsOf<F>) => Explanation,
  ): Teller =>
  (catalog, explain) => {
    const facts = factsAs(explain, form);
    return facts ? tell(catalog, explain, facts) : plainTeller(catalog, explain);
  };
