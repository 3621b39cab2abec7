// Scenarios of version 1 brought to version 2, which has steps alone: what stood in shots, some of them with a step inside,
// and in `predict` and `checks` beside them. Nothing is judged here: what is wrong in a document is said by the schema, of
// the field it has become.

import type { Json, JsonObject } from './json.ts';
import type { Migration } from './versions.ts';

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** A caption as a text, in which braces would name a value. */
const proseOf = (caption: Json | undefined): Json =>
  typeof caption === 'string' ? caption.replaceAll(/[{}]/g, '') : (caption ?? null);

/** A shot with its step told in it. One that told nothing gets a number, and its caption as text. */
function stepOf(shot: Json, at: number): Json {
  if (!isObject(shot)) return shot;
  const { step, ...shown } = shot;
  const told: JsonObject = { title: `Step ${at + 1}`, text: proseOf(shown.caption) };
  return { ...(step === undefined ? told : isObject(step) ? step : { title: step }), ...shown };
}

/** The number that a choice of version 1 names; undefined: none. */
function numberIn(choice: Json): number | undefined {
  const found = typeof choice === 'string' && /-?\d[\d,]*(\.\d+)?/.exec(choice.replace('−', '-'));
  return found ? Number(found[0].replaceAll(',', '')) : undefined;
}

/** A bound that no measured figure reaches. */
const NEVER = 1e15;

/**
 * The bounds within which each choice is right: in version 1 that was the one whose number was nearest, so that they meet
 * in the middle between two.
 */
function choicesOf(choices: readonly Json[]): Json[] {
  const numbers = choices.map(numberIn);
  const known = [...new Set(numbers.filter((each) => each !== undefined))].sort((a, b) => a - b);
  const middle = (at: number) => (known[at]! + known[at + 1]!) / 2;
  return choices.map((says, index) => {
    const id = `choice-${index + 1}`;
    const own = numbers[index];
    const at = own === undefined ? -1 : known.indexOf(own);
    if (at < 0) return { id, says, at_least: NEVER };
    return {
      ...{ id, says },
      ...(at > 0 && { at_least: middle(at - 1) }),
      ...(at < known.length - 1 && { at_most: middle(at) }),
      ...(known.length === 1 && { at_least: -NEVER }),
    };
  });
}

/** By how many percent an answer could be off in version 1 and count as close. */
const CLOSE = 25;

function askOf(prediction: Json): Json {
  if (!isObject(prediction)) return prediction;
  const { metric, line, variant, choices, ...rest } = prediction;
  const about: JsonObject = {
    metric: metric!,
    ...(line !== undefined && { line }),
    variant: variant!,
  };
  const asked = { ...rest, points: 1, about };
  return choices === undefined
    ? { kind: 'number', ...asked, within: CLOSE }
    : { kind: 'choice', ...asked, choices: choicesOf(listOf(choices)) };
}

/** A step that points at nothing: where a document asks or checks more than it shows. */
function plainStep(title: string, text: string): JsonObject {
  const shown = { frame: { of: 'machine' }, tempo: 'flow', rate: '20 µs', hold: '10 s' };
  return { title, text, ...shown, caption: text };
}

/** Each question in the first step that has none; what is left of them in steps of their own. */
function withQuestions(steps: readonly Json[], asks: readonly Json[]): Json[] {
  const left = [...asks];
  const asking = steps.map((step) => {
    if (!isObject(step) || step.ask !== undefined || left.length === 0) return step;
    return { ...step, ask: left.shift()! };
  });
  const own = left.map((ask) => ({ ...plainStep('What do you expect?', 'The run answers.'), ask }));
  return [...asking, ...own];
}

/** The checks stand in the last step: they were shown when all was told. */
function withChecks(steps: readonly Json[], checks: readonly Json[]): Json[] {
  if (checks.length === 0) return [...steps];
  const last = steps.at(-1) ?? plainStep('What holds', 'The run says whether it holds.');
  return [...steps.slice(0, -1), isObject(last) ? { ...last, checks: [...checks] } : last];
}

/** To version 2. */
export const withSteps: Migration = ({ shots, predict, checks, ...document }) => {
  const given: readonly (readonly [string, Json | undefined])[] = [
    ['shots', shots],
    ['predict', predict],
    ['checks', checks],
  ];
  // What is no list stays, under its name, and is refused there.
  const odd = given.filter(([, value]) => value !== undefined && !Array.isArray(value));
  const told = withQuestions(listOf(shots).map(stepOf), listOf(predict).map(askOf));
  const steps = withChecks(told, listOf(checks));
  return {
    ...document,
    ...(Object.fromEntries(odd) as JsonObject),
    ...((steps.length > 0 || Array.isArray(shots)) && { steps }),
  };
};
