// Answers on the command line to what the texts of a machine leave open: how they are written, whether they are among those
// that can be given, and the questions as a terminal shows them. What is asked, and what is taken meanwhile, the readers say.

import {
  type AskedQuestion,
  type Open,
  openOfMachine,
  type ReaderAnswers,
} from '../web/exchange/own/notes.ts';
import { UsageError } from './usage.ts';

export const answerUsage = '[--answer caches=4]…';

/** The answers as they are written, "caches=4", the option once for each. Throws UsageError. */
export function answersOf(written: readonly string[] = []): ReaderAnswers {
  const answers: Partial<Record<Open, string>> = {};
  for (const each of written) {
    const equals = each.indexOf('=');
    const about = openOfMachine.find((open) => open === each.slice(0, equals));
    if (equals < 0 || about === undefined) {
      const right = `what is open, "=" and the answer: ${openOfMachine.join(', ')}`;
      throw new UsageError(`--answer ${each}: must be ${right}`);
    }
    if (answers[about] !== undefined) {
      throw new UsageError(`--answer ${each}: ${about} is answered already; answer it once`);
    }
    answers[about] = each.slice(equals + 1);
  }
  return answers;
}

/** Refuses answers to what is not asked, and answers that are not offered. Throws UsageError. */
export function checkAnswers(answers: ReaderAnswers, questions: readonly AskedQuestion[]): void {
  for (const [about, answer] of Object.entries(answers)) {
    const question = questions.find((each) => each.about === about);
    if (!question) {
      const open = questions.map((each) => `${each.about}=${keysOf(each)}`).join('; ');
      const remedy = open === '' ? 'leave it out' : `what is open: ${open}`;
      throw new UsageError(
        `--answer ${about}=${answer}: nothing is left open about ${about}; ${remedy}`,
      );
    }
    if (question.answer === answer) continue;
    const right = question.offers.map(({ key, label }) => `${written(key)} (${label})`);
    throw new UsageError(`--answer ${about}=${answer}: must be ${right.join(' or ')}`);
  }
}

/** A key of two numbers has a blank, which a shell would part. */
const written = (key: string): string => (key.includes(' ') ? `"${key}"` : key);

const keysOf = ({ offers }: AskedQuestion): string =>
  offers.map(({ key }) => written(key)).join(' or ');

/** One line for each unanswered question: the default that is used, and what to write to choose another. */
export function openQuestions(
  questions: readonly AskedQuestion[],
  answers: ReaderAnswers,
): string[] {
  return questions
    .filter(({ about }) => answers[about] === undefined)
    .map(({ about, asks, offers, answer }) => {
      const taken = offers.find(({ key }) => key === answer)?.label ?? answer;
      const others = offers
        .filter(({ key }) => key !== answer)
        .map(({ key, label }) => `--answer ${about}=${written(key)} (${label})`);
      return `question: ${asks} Taken: ${taken}. Otherwise: ${others.join(', ')}`;
    });
}
