// The sheet of a lab: the student, the answers, and the runs that were seen. The page makes it, but it is untrusted
// input: all of it is checked here, by the path of the field, before anything runs. A seal detects an accidental or
// later edit; it does not stop a forger, whose forged answers gain nothing because the grader runs everything
// again.

import * as v from 'valibot';
import { fingerprint } from '../../base/canonical.ts';
import { mark } from '../common-schema.ts';
import { ScenarioError, shown } from '../error.ts';
import {
  either,
  formed,
  integer,
  list,
  number,
  optional,
  record,
  tableSchema,
  text,
  validated,
} from '../fields.ts';
import { readJson } from '../json.ts';
import { POLICY_CHARACTERS } from '../limits.ts';
import { type Ask, CURVE_POINTS, type DesignAsk } from './ask-schema.ts';
import type { GivenAnswer } from './judge.ts';
import { seedOf } from './lab.ts';
import type { Lab } from './lab-schema.ts';

export const sheetFormat = 'schedscape-sheet';
export const sheetVersion = 1;
/** Bytes of a sheet: nine answers take two thousand. */
export const SHEET_BYTES = 64 * 1024;

const hex16 = (what: string) => formed(/^[0-9a-f]{16}$/, what, '16 hexadecimal digits');

const AnswerSchema = record(
  {
    said: either(
      [
        text(POLICY_CHARACTERS, 'an answer'),
        number(-1e15, 1e15, 'an answer'),
        list(number(-1e15, 1e15, 'a point of a curve'), 3, CURVE_POINTS, 'a curve'),
        tableSchema(
          text(120, 'the path of a field'),
          either([text(120, 'a value'), v.number(), v.boolean()], 'a value'),
          6,
          'a design',
        ),
      ],
      'an answer: text, a number, the points of a curve, the values of a design by path, or the text of a policy',
    ),
    hints: integer(0, 3, 'how many hints were asked for'),
    runs: tableSchema(
      formed(/^[A-D](@[0-7])?$/, 'a run', 'a variant, and of a curve its point, such as B or B@2'),
      hex16('the trace hash of a run'),
      4 * CURVE_POINTS,
      'the trace hashes of the runs that answered, by variant and point of a curve',
    ),
    seal: hex16('the seal of the answer'),
  },
  'an answer',
);
export type SheetAnswer = v.InferOutput<typeof AnswerSchema>;

export const SheetSchema = record(
  {
    $schema: optional(text(200, 'the JSON Schema, for editors')),
    format: v.literal(`${sheetFormat}/${sheetVersion}`),
    lab: mark,
    course: text(80, 'the course'),
    name: text(80, 'the name of the person who answered'),
    seed: integer(1, 1_000_000, 'the seed of this course and name'),
    answers: tableSchema(mark, AnswerSchema, 9, 'answers by question'),
  },
  'a sheet',
);
export type Sheet = v.InferOutput<typeof SheetSchema>;

/** Ties an answer to whose it is, where it belongs and which runs answered it. */
export const sealOf = (
  { lab, course, name, seed }: Pick<Sheet, 'lab' | 'course' | 'name' | 'seed'>,
  id: string,
  { said, hints, runs }: Omit<SheetAnswer, 'seal'>,
): string => fingerprint([sheetFormat, lab, course, name, seed, id, said, hints, runs]);

/** The sheet of JSON text, its form alone. Throws ScenarioError. */
export const parseSheet = (written: string): Sheet => validated(SheetSchema, readJson(written));

function refuse(path: string, problem: string, remedy: string): never {
  throw new ScenarioError(path, problem, remedy);
}

function checkDesign(ask: DesignAsk, said: GivenAnswer, at: string): void {
  if (typeof said !== 'object' || Array.isArray(said)) {
    refuse(
      at,
      `is ${shown(said)}`,
      `write the values of the design by path: ${ask.fields[0]!.path} …`,
    );
  }
  for (const [path, value] of Object.entries(said)) {
    const field = ask.fields.find((each) => each.path === path);
    const named = `${at}[${JSON.stringify(path)}]`;
    if (!field) {
      const known = ask.fields.map((each) => each.path).join(', ');
      refuse(named, 'is not a field of this design', `the fields are ${known}`);
    }
    if (!field.values.includes(value)) {
      refuse(named, `is ${shown(value)}`, `write one of ${field.values.join(', ')}`);
    }
  }
  for (const { path } of ask.fields) {
    if (!Object.hasOwn(said, path)) {
      refuse(`${at}[${JSON.stringify(path)}]`, 'is missing', 'choose a value for every field');
    }
  }
}

function checkWord(words: readonly string[], said: GivenAnswer, at: string): void {
  if (typeof said === 'string' && words.includes(said)) return;
  refuse(at, `is ${shown(said)}`, `write one of ${words.join(', ')}`);
}

/** An answer is one that its question can have. */
function checkAnswer(ask: Ask, said: GivenAnswer, at: string): void {
  switch (ask.kind) {
    case 'design':
      checkDesign(ask, said, at);
      return;
    case 'policy':
      // What is wrong in it says the compiler, by line, before it runs.
      if (typeof said !== 'string') refuse(at, `is ${shown(said)}`, 'write the text of the policy');
      return;
    case 'number':
    case 'moment':
      if (typeof said !== 'number') refuse(at, `is ${shown(said)}`, 'write a number');
      return;
    case 'cpu':
      if (typeof said === 'string' && /^\d{1,4}$/.test(said)) return;
      refuse(at, `is ${shown(said)}`, 'write the number of a CPU, in quotes');
      return;
    case 'choice':
      checkWord(
        ask.choices.map(({ id }) => id),
        said,
        at,
      );
      return;
    case 'field':
      checkWord(ask.offers, said, at);
      return;
    case 'line':
      checkWord(
        ask.offers.map(({ says }) => says),
        said,
        at,
      );
      return;
    case 'sketch':
      if (Array.isArray(said) && said.length === ask.over.values.length) return;
      refuse(at, `is ${shown(said)}`, `write a list of ${ask.over.values.length} numbers`);
  }
}

/** Checks that a sheet belongs to that lab and was not edited afterwards. Throws ScenarioError with the field. */
export function checkSheet(sheet: Sheet, lab: Lab): void {
  if (sheet.seed !== seedOf(sheet.lab, sheet.course, sheet.name)) {
    refuse(
      'seed',
      `is ${sheet.seed}, which does not belong to this course and name`,
      'save the sheet again',
    );
  }
  for (const [id, answer] of Object.entries(sheet.answers)) {
    const step = lab.steps.find(({ ask }) => ask.id === id);
    if (!step) refuse(`answers.${id}`, 'is not a question of this lab', 'remove it');
    checkAnswer(step.ask, answer.said, `answers.${id}.said`);
    if (answer.hints > (step.hints ?? []).length) {
      refuse(`answers.${id}.hints`, 'is more than the question has', 'save the sheet again');
    }
    if (answer.seal !== sealOf(sheet, id, answer)) {
      refuse(
        `answers.${id}.seal`,
        'does not match the answer, which was changed after it was given',
        'save the sheet again from the page in which it was answered',
      );
    }
  }
}
