// `grade`: runs sheets of labs again in the simulator and prints the points as a table, as JSON, or as the
// results.json that autograders read. A sheet is untrusted input: every error in it is reported with its field,
// before anything runs.

import { ScenarioError } from '../web/scenario/index.ts';
import {
  type AnswerVerdict,
  judgeAnswer,
  type TrialRuns,
  type Trials,
} from '../web/scenario/lab/judge.ts';
import { loadLab } from '../web/scenario/lab/lab.ts';
import {
  checkSheet,
  parseSheet,
  SHEET_BYTES,
  type SheetAnswer,
} from '../web/scenario/lab/sheet.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { printKey } from './grade-key.ts';
import { gradePolicy } from './grade-policy.ts';
import { type Graded, type Hidden, hiddenIn, tried } from './grade-trials.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { type BackendName, backendNamed, inProgram, readInput } from './program.ts';
import { tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, isInputError } from './usage.ts';

export const gradeUsage =
  'schedscape grade <sheet.json>… | --key <lab> | --lab <lab> --policy my.js [--seeds hidden.json] [--shapes hidden.json] ' +
  '[--backend wasm|native] [--json] [--results results.json]';

/** Version of the JSON that `grade --json` prints; it only grows fields within a version. */
const gradesFormat = 'schedscape-grades/1';

const optionTypes = {
  key: { type: 'string' },
  lab: { type: 'string' },
  policy: { type: 'string' },
  seeds: { type: 'string' },
  shapes: { type: 'string' },
  backend: { type: 'string', default: 'wasm' },
  json: { type: 'boolean', default: false },
  results: { type: 'string' },
} as const;

const reader = () => nodeReader(inProgram('scenarios'));

/** What a sheet says was seen has to be what comes of the same runs here. */
function checkRuns(id: string, answer: SheetAnswer, runs: TrialRuns): void {
  for (const [variant, hash] of Object.entries(answer.runs)) {
    if (runs[variant]?.trace_hash === hash) continue;
    throw new ScenarioError(
      `answers.${id}.runs.${variant}`,
      `is ${hash}, but the run has ${runs[variant]?.trace_hash ?? 'no such variant'}`,
      'save the sheet again, with the version of the program that grades it',
    );
  }
}

async function gradeSheet(
  file: string,
  hidden: Hidden,
  backendName: BackendName,
  terminal: Terminal,
): Promise<Graded> {
  const sheet = parseSheet(readInput(file, SHEET_BYTES));
  const lab = await loadLab(sheet.lab, reader());
  checkSheet(sheet, lab);
  const verdicts: Graded['verdicts'][number][] = [];
  for (const step of lab.steps) {
    const { ask, title } = step;
    const answer = Object.hasOwn(sheet.answers, ask.id) ? sheet.answers[ask.id] : undefined;
    const progress = (where: string) => terminal.progress(`${file}: ${title}, ${where}`);
    const options = { hidden, backend: backendName, progress, at: `answers.${ask.id}.said` };
    const trials: Trials = answer
      ? await tried(step, sheet.seed, answer.said, options)
      : new Map<number, TrialRuns>();
    if (answer) checkRuns(ask.id, answer, trials.get(sheet.seed)!);
    const judged = judgeAnswer(ask, answer?.said, trials);
    verdicts.push(...judged.map((verdict) => ({ ...verdict, step: title })));
  }
  terminal.progress('');
  return { file, sheet, lab, verdicts };
}

const sum = (verdicts: readonly AnswerVerdict[], of: 'points' | 'of'): number =>
  verdicts.reduce((total, verdict) => total + verdict[of], 0);

/** The form that autograders read: a test for every question, what was lost as its output. */
function resultsOf({ sheet, verdicts }: Graded) {
  return {
    score: sum(verdicts, 'points'),
    max_score: sum(verdicts, 'of'),
    output: `${sheet.lab}, ${sheet.course}, seed ${sheet.seed}`,
    visibility: 'visible',
    tests: verdicts.map(({ id, step, says, points, of, lost }, at) => ({
      number: String(at + 1),
      name: `${step}: ${says}`,
      score: points,
      max_score: of,
      output: lost ?? 'right',
      tags: [id],
      visibility: 'visible',
    })),
  };
}

function print(graded: readonly Graded[], terminal: Terminal): void {
  const rows = graded.map(({ sheet, verdicts }) => [
    sheet.name,
    sheet.lab,
    String(sheet.seed),
    `${sum(verdicts, 'points')} of ${sum(verdicts, 'of')}`,
  ]);
  for (const line of tableLines([['name', 'lab', 'seed', 'points'], ...rows])) terminal.out(line);
  for (const { sheet, verdicts } of graded) {
    for (const { step, id, points, of, lost } of verdicts) {
      if (lost) terminal.out(`${sheet.name}: ${step} (${id}): ${points} of ${of}: ${lost}`);
    }
  }
}

export async function grade(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, gradeUsage);
  const named = [positionals.length > 0, values.key !== undefined, values.policy !== undefined];
  if (named.filter(Boolean).length !== 1) {
    throw wrong('name sheets, a lab by --key, or a --policy, one of them');
  }
  if ((values.policy === undefined) !== (values.lab === undefined)) {
    const both = '--policy and --lab go together: the text, and the lab it is graded by';
    throw wrong(both);
  }
  if (values.results !== undefined && positionals.length > 1) {
    throw wrong('--results is the file of one sheet; leave it out for several');
  }
  const backendName = backendNamed(values.backend);
  const hidden = hiddenIn(values.seeds, values.shapes);
  if (values.key !== undefined) {
    await printKey(values.key, hidden, backendName, terminal);
    return exitCode.done;
  }
  const graded: Graded[] = [];
  let refused = 0;
  if (values.policy !== undefined) {
    graded.push(await gradePolicy(values.lab!, values.policy, hidden, backendName, terminal));
  }
  for (const file of positionals) {
    try {
      graded.push(await gradeSheet(file, hidden, backendName, terminal));
    } catch (cause) {
      // One bad sheet of two hundred does not keep the others from being graded.
      if (!isInputError(cause)) throw cause;
      refused += 1;
      terminal.progress('');
      terminal.err(
        `schedscape: ${cause.message.startsWith(file) ? '' : `${file}: `}${cause.message}`,
      );
    }
  }
  const [only] = graded;
  if (values.results !== undefined && only) {
    const text = `${JSON.stringify(resultsOf(only), null, 2)}\n`;
    await intoFile('--results', values.results, () => [new TextEncoder().encode(text)]);
  }
  if (values.json) {
    const sheets = graded.map((each) => ({
      file: each.file,
      lab: each.sheet.lab,
      course: each.sheet.course,
      name: each.sheet.name,
      seed: each.sheet.seed,
      ...resultsOf(each),
    }));
    terminal.out(
      JSON.stringify(
        {
          format: gradesFormat,
          ...{ hidden_seeds: hidden.seeds.length, hidden_shapes: hidden.shapes.length },
          sheets,
        },
        null,
        2,
      ),
    );
  } else if (graded.length > 0) print(graded, terminal);
  return refused > 0 ? exitCode.usage : exitCode.done;
}
