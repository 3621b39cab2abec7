// A lesson on one scenario: what was predicted before anything was shown, and how the engine's numbers
// judge it. Pure: who runs the scenario and measures it is the caller's business.

import type { Recipe, Scenario } from '../../scenario/index.ts';

export type Prediction = NonNullable<Scenario['predict']>[number];
export type Check = NonNullable<Scenario['checks']>[number];

export interface Lesson {
  /** First nothing but questions; then the run, and what it says. */
  readonly phase: 'predict' | 'run';
  /** By id of the prediction, as typed or chosen. */
  readonly answers: Readonly<Record<string, string>>;
  /** The learner's own words on why it happens. */
  readonly explanation: string;
  /** The scenario's words were asked for. */
  readonly isExplained: boolean;
}

export const newLesson: Lesson = {
  phase: 'predict',
  answers: {},
  explanation: '',
  isExplained: false,
};

/** A lesson as a recipe keeps it: what was not said yet is left out. */
export function lessonForRecipe(lesson: Lesson): NonNullable<Recipe['lesson']> {
  const answers = Object.fromEntries(Object.entries(lesson.answers).filter(([, said]) => said));
  return {
    phase: lesson.phase,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(lesson.explanation && { explanation: lesson.explanation }),
    ...(lesson.isExplained && { explained: true }),
  };
}

/** The lesson of a recipe; undefined where the scenario asks nothing. Answers to other questions fall. */
export function lessonOfRecipe(
  said: Recipe['lesson'],
  scenario: Pick<Scenario, 'predict'>,
): Lesson | undefined {
  const questions = questionsOf(scenario);
  if (!said || questions.length === 0) return undefined;
  const answers: Record<string, string> = {};
  for (const { id } of questions) {
    const answer = answerTo(id, said.answers ?? {});
    if (answer) answers[id] = answer;
  }
  const { explanation = '', explained: isExplained = false } = said;
  const isComplete = questions.every((question) => isAnswered(question, { answers }));
  // Nothing is revealed to somebody who has not predicted.
  if (said.phase === 'run' && !isComplete) return { ...newLesson, answers };
  return { phase: said.phase, answers, explanation, isExplained };
}

/** What a lesson asks. Questions with settings of their own (`set`) are answered by another run. */
export const questionsOf = ({ predict = [] }: Pick<Scenario, 'predict'>): readonly Prediction[] =>
  predict;

/** A file may call a question what every object has, such as "constructor". */
export const answerTo = (id: string, answers: Lesson['answers']): string | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

/** The first number in a text, with or without thousands separators. */
export function numberIn(text: string): number | undefined {
  const found = /-?\d[\d,]*(\.\d+)?/.exec(text.replace('−', '-'));
  return found ? Number(found[0].replaceAll(',', '')) : undefined;
}

/** True if an answer can be judged: one of the choices, or a number. */
export function isAnswered(
  { id, choices }: Prediction,
  { answers }: Pick<Lesson, 'answers'>,
): boolean {
  const answer = answerTo(id, answers);
  if (answer === undefined) return false;
  return choices ? choices.includes(answer) : numberIn(answer) !== undefined;
}

/** Relative distance up to which a number counts as close. */
const closeness = 0.25;

export interface Judgement {
  readonly met: 'right' | 'close' | 'off';
  /** Of a choice: the one nearest to the simulated value. */
  readonly best?: string;
}

/**
 * How an answer stands to the simulated `value`. Among choices the one whose number is nearest is
 * right; a number is close within a quarter of the value. Undefined where nothing can be compared.
 */
export function judgePrediction(
  { choices }: Prediction,
  answer: string,
  value: number,
): Judgement | undefined {
  if (!choices) {
    const said = numberIn(answer);
    if (said === undefined) return undefined;
    const isClose = Math.abs(said - value) <= closeness * Math.abs(value);
    return { met: isClose ? 'close' : 'off' };
  }
  const distances = choices.map((choice) => {
    const said = numberIn(choice);
    return said === undefined ? Number.POSITIVE_INFINITY : Math.abs(said - value);
  });
  const least = Math.min(...distances);
  if (!Number.isFinite(least)) return undefined;
  const best = choices[distances.indexOf(least)]!;
  return { met: answer === best ? 'right' : 'off', best };
}

/** Whether a check holds for the simulated value; undefined while there is none. */
export function judgeCheck(
  { at_least, at_most }: Check,
  value: number | undefined,
): boolean | undefined {
  if (value === undefined) return undefined;
  return (
    (at_least === undefined || value >= at_least) && (at_most === undefined || value <= at_most)
  );
}
