// A policy handed in by itself, as its text or as a recipe that brings it: graded by the last step of a lab.

import path from 'node:path';
import { parseRecipe, ScenarioError } from '../web/scenario/index.ts';
import { judgeAnswer } from '../web/scenario/lab/judge.ts';
import { loadLab } from '../web/scenario/lab/lab.ts';
import { SHEET_BYTES } from '../web/scenario/lab/sheet.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { type Graded, type Hidden, tried } from './grade-trials.ts';
import { type BackendName, inProgram, readInput } from './program.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** The seed of a text without a name; those that are kept back come besides. */
const seedOfNobody = 1;

/** The text of a policy: a file of it, or a recipe. */
function sourceIn(file: string): string {
  const written = readInput(file, SHEET_BYTES);
  if (!written.trimStart().startsWith('{')) return written;
  const { policy } = parseRecipe(written);
  if (policy) return policy.source;
  throw new ScenarioError('policy', 'is missing in this recipe', 'hand in one that brings one');
}

/** Throws ScenarioError and UsageError. */
export async function gradePolicy(
  name: string,
  file: string,
  hidden: Hidden,
  backend: BackendName,
  terminal: Terminal,
): Promise<Graded> {
  const lab = await loadLab(name, nodeReader(inProgram('scenarios')), '--lab');
  const step = lab.steps.at(-1)!;
  const { ask, title } = step;
  if (ask.kind !== 'policy') {
    throw new UsageError(`--lab ${name}: asks for no policy; hand in a sheet`);
  }
  const source = sourceIn(file);
  const progress = (where: string) => terminal.progress(`${file}: ${title}, ${where}`);
  const trials = await tried(step, seedOfNobody, source, {
    ...{ hidden, backend, progress, at: path.basename(file) },
  });
  terminal.progress('');
  const verdicts = judgeAnswer(ask, source, trials).map((each) => ({ ...each, step: title }));
  const sheet = { lab: name, course: '', name: path.basename(file), seed: seedOfNobody };
  return { file, sheet, lab, verdicts };
}
