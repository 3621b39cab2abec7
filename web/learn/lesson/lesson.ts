// A lesson on one scenario: the predictions made before anything was shown, and how the engine's numbers judge
// them. Pure: the caller runs and measures the scenario.

import type { Recipe, Scenario } from '../../scenario/index.ts';
import type { ChoiceAsk, NumberAsk } from '../../scenario/lab/ask-schema.ts';
import type { Check } from '../../scenario/step-schema.ts';

type StorySteps = Pick<Scenario, 'steps'>;
/** What can be predicted before there is a stage to point at. */
export type Prediction = ChoiceAsk | NumberAsk;

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
export function lessonOfRecipe(said: Recipe['lesson'], scenario: StorySteps): Lesson | undefined {
  const questions = questionsOf(scenario);
  if (!said || questions.length === 0) return undefined;
  const answers: Record<string, string> = {};
  for (const { id } of questions) {
    const answer = answerTo(id, said.answers ?? {});
    if (answer) answers[id] = answer;
  }
  const { explanation = '', explained: isExplained = false } = said;
  const isComplete = questions.every((question) => isAnswered(question, { answers }));
  // Nothing is revealed before all predictions are made.
  if (said.phase === 'run' && !isComplete) return { ...newLesson, answers };
  return { phase: said.phase, answers, explanation, isExplained };
}

/** What a lesson asks: the figures that the steps of its story ask for, in their order. */
export const questionsOf = ({ steps = [] }: StorySteps): readonly Prediction[] =>
  steps.flatMap(({ ask }) => (ask?.kind === 'choice' || ask?.kind === 'number' ? [ask] : []));

/** What the engine checks when all was told. */
export const checksOf = ({ steps = [] }: StorySteps): readonly Check[] =>
  steps.flatMap(({ checks = [] }) => checks);

/** A file may call a question what every object has, such as "constructor". */
export const answerTo = (id: string, answers: Lesson['answers']): string | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

/** The first number in a text, with or without thousands separators. */
export function numberIn(text: string): number | undefined {
  const found = /-?\d[\d,]*(\.\d+)?/.exec(text.replace('−', '-'));
  return found ? Number(found[0].replaceAll(',', '')) : undefined;
}

/** True if an answer can be judged: one of the choices, or a number. */
export function isAnswered(question: Prediction, { answers }: Pick<Lesson, 'answers'>): boolean {
  const answer = answerTo(question.id, answers);
  if (answer === undefined) return false;
  if (question.kind === 'number') return numberIn(answer) !== undefined;
  return question.choices.some(({ says }) => says === answer);
}

export interface Judgement {
  readonly met: 'right' | 'close' | 'off';
  /** Of choices: one that is right. */
  readonly best?: string;
}

/**
 * How an answer stands to the simulated `value`: a choice is right within its bounds, a number close within as many per
 * cent of the value as its question says. Undefined where nothing can be compared.
 */
export function judgePrediction(
  question: Prediction,
  answer: string,
  value: number,
): Judgement | undefined {
  if (question.kind === 'number') {
    const said = numberIn(answer);
    if (said === undefined) return undefined;
    const isClose = Math.abs(said - value) <= (question.within / 100) * Math.abs(value);
    return { met: isClose ? 'close' : 'off' };
  }
  const right = question.choices.filter((choice) => isWithin(choice, value));
  const [best] = right;
  if (!best) return undefined;
  const isRight = right.some(({ says }) => says === answer);
  return { met: isRight ? 'right' : 'off', best: best.says };
}

type Bounds = Pick<Check, 'at_least' | 'at_most'>;

const isWithin = ({ at_least, at_most }: Bounds, value: number): boolean =>
  (at_least === undefined || value >= at_least) && (at_most === undefined || value <= at_most);

/** Whether a check holds for the simulated value; undefined while there is none. */
export const judgeCheck = (check: Bounds, value: number | undefined): boolean | undefined =>
  value === undefined ? undefined : isWithin(check, value);
