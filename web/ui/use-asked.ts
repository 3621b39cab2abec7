// An asynchronous question: asked again when its subject changes; the answer to the last question counts, in
// whatever order answers arrive. Shared by all views that show such answers.

import { type DependencyList, useEffect, useRef, useState } from 'react';
import { messageOf } from './errors.ts';

export interface Asked<Answer> {
  readonly answer?: Answer | undefined;
  /** Why there is none: a sentence for a reader. */
  readonly problem?: string | undefined;
}

export interface AskOptions {
  /** The answer before stays until the next is there, and where the next is undefined; else it is of its question only. */
  readonly keepsLast?: boolean;
  /**
   * A question waits until the one before is answered, whose answer counts meanwhile: for a subject that changes faster
   * than it is told of. Of those that wait the last is asked.
   */
  readonly inTurn?: boolean;
}

interface Found<Answer> extends Asked<Answer> {
  readonly about: DependencyList;
}

/** The question under way of those that are asked in turn, and the one that waits for its answer. */
interface Turn {
  isTaken: boolean;
  next: (() => void) | undefined;
  /** Counts questions, and tells which of them the answer shown is to. */
  asked: number;
  answered: number;
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
  { keepsLast = false, inTurn = false }: AskOptions = {},
): Asked<Exclude<Answer, undefined>> {
  type Known = Exclude<Answer, undefined>;
  const [found, setFound] = useState<Found<Known>>();
  const turn = useRef<Turn>({ isTaken: false, next: undefined, asked: 0, answered: 0 }).current;
  useEffect(
    () => {
      let isLast = true;
      const put = (number: number, news: Asked<Known>) => {
        if (!isLast && (!inTurn || number < turn.answered)) return;
        turn.answered = number;
        setFound({ about, ...news });
      };
      const begin = () => {
        const number = ++turn.asked;
        const question = ask();
        if (!question) setFound(undefined);
        turn.isTaken = question !== undefined;
        question
          ?.then(
            (answer) =>
              (keepsLast && answer === undefined) || put(number, { answer: answer as Known }),
            (error) => put(number, { problem: messageOf(error) }),
          )
          .finally(() => {
            if (number !== turn.asked) return;
            turn.isTaken = false;
            const { next } = turn;
            turn.next = undefined;
            next?.();
          });
      };
      if (inTurn && turn.isTaken) turn.next = begin;
      else begin();
      return () => {
        isLast = false;
        if (turn.next === begin) turn.next = undefined;
      };
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: it says all that the question depends on
    about,
  );
  return found && (keepsLast || isSame(found.about, about)) ? found : nothing;
}
