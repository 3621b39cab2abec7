// An asynchronous question: asked again when its subject changes; the answer to the last question counts, in
// whatever order answers arrive. Shared by all views that show such answers.

import { type DependencyList, useEffect, useState } from 'react';
import { messageOf } from './errors.ts';

export interface Asked<Answer> {
  readonly answer?: Answer | undefined;
  /** Why there is none: a sentence for a reader. */
  readonly problem?: string | undefined;
}

export interface AskOptions {
  /** The answer before stays until the next is there, and where the next is undefined; else it is of its question only. */
  readonly keepsLast?: boolean;
}

interface Found<Answer> extends Asked<Answer> {
  readonly about: DependencyList;
}

const nothing = {} as const;

const isSame = (one: DependencyList, other: DependencyList): boolean =>
  one.length === other.length && one.every((each, at) => Object.is(each, other[at]));

/**
 * What `ask` answers, asked anew when something of `about` changes; without an answer, `answer` and `problem`
 * are undefined. Where `ask` gives undefined instead of a promise, there is no question and no answer.
 */
export function useAsked<Answer>(
  ask: () => Promise<Answer> | undefined,
  about: DependencyList,
  { keepsLast = false }: AskOptions = {},
): Asked<Exclude<Answer, undefined>> {
  type Known = Exclude<Answer, undefined>;
  const [found, setFound] = useState<Found<Known>>();
  useEffect(
    () => {
      let isLast = true;
      const put = (news: Asked<Known>) => isLast && setFound({ about, ...news });
      const question = ask();
      if (!question) setFound(undefined);
      question?.then(
        (answer) => (keepsLast && answer === undefined) || put({ answer: answer as Known }),
        (error) => put({ problem: messageOf(error) }),
      );
      return () => {
        isLast = false;
      };
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: it says all that the question depends on
    about,
  );
  return found && (keepsLast || isSame(found.about, about)) ? found : nothing;
}
