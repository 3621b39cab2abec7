// The key of a lab, for graders: the answers that the runs of some seeds give to every question, and the designs
// that hold at all of those seeds. The key is computed anew each time; no file holds it. For a policy task,
// cli/keys holds a policy that does what the task asks for.

import { existsSync, readFileSync } from 'node:fs';
import {
  type Ask,
  type ChoiceAsk,
  isTask,
  type NumberAsk,
  type PolicyAsk,
  type SketchAsk,
  type TaskCheck,
} from '../web/scenario/lab/ask-schema.ts';
import {
  figureOf,
  type GivenAnswer,
  judgeAnswer,
  momentOfRun,
  rightChoices,
  rightPicks,
  simulatedCurve,
  type TrialRuns,
  type Trials,
} from '../web/scenario/lab/judge.ts';
import { designsOf, type firstDesign, loadLab } from '../web/scenario/lab/lab.ts';
import type { LabStep } from '../web/scenario/lab/lab-schema.ts';
import { boundsText, figureText } from '../web/scenario/lab/say.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { formatTime } from '../web/scenario/units.ts';
import { type Hidden, runTrialStep } from './grade-trials.ts';
import { type BackendName, inProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Seeds of a key if the command line names none. */
const usualSeeds = [1, 2, 3];
/** Designs of one task that a key tries: each is a run of every variant at every seed. */
const mostDesigns = 64;

type DesignAsk = Extract<Ask, { kind: 'design' }>;
type Design = ReturnType<typeof firstDesign>;
type Tried = (said?: GivenAnswer) => Promise<Trials>;

/** From the least to the most of several seeds. */
function range(figures: readonly number[], say: (figure: number) => string): string {
  const [least, most] = [say(Math.min(...figures)), say(Math.max(...figures))];
  return least === most ? least : `from ${least} to ${most}`;
}

const none = 'the runs have no such figure';

/** From what to what a check's figure ranges over the trials. */
function rangeOf(check: TaskCheck, ask: Ask, trials: Trials): string {
  const figures = [...trials.values()].flatMap((runs) => figureOf(check, runs, ask) ?? []);
  return figures.length > 0 ? range(figures, (each) => figureText(check, each)) : none;
}

/** Which checks a design fails, and at how many of the trials where it is not all of them; what the figures range over. */
function designLine({ checks, ...ask }: DesignAsk, said: Design, trials: Trials): string {
  const [fails, figures]: [string[], string[]] = [[], []];
  for (const check of checks) {
    const one = { ...ask, checks: [check] };
    const failed = [...trials].filter(([trial, runs]) =>
      judgeAnswer(one, said, new Map([[trial, runs]])).some(({ points, of }) => points < of),
    ).length;
    const some = failed < trials.size ? ` at ${failed} of ${trials.size}` : '';
    if (failed > 0) fails.push(`${check.id}${some}`);
    figures.push(`${check.id} ${rangeOf(check, { ...ask, checks }, trials)}`);
  }
  const verdict = fails.length > 0 ? `fails ${fails.join(', ')}` : 'holds';
  const values = Object.entries(said).map(([path, value]) => `${path}=${value}`);
  return `${values.join(' ')}: ${verdict} (${figures.join('; ')})`;
}

/** What becomes of each design at all seeds, a line each. */
async function designLines({ ask }: LabStep, attempt: Tried): Promise<string[]> {
  if (ask.kind !== 'design') return [];
  const lines: string[] = [];
  for (const said of [...designsOf(ask)].slice(0, mostDesigns)) {
    lines.push(designLine(ask, said, await attempt(said)));
  }
  return lines;
}

/** What each seed says is right, each answer once. */
const rights = (all: readonly TrialRuns[], of: (runs: TrialRuns) => readonly string[]): string =>
  [...new Set(all.map((runs) => of(runs).join('+') || 'none'))].join(' or ');

function figureLines(ask: ChoiceAsk | NumberAsk, all: readonly TrialRuns[]): string[] {
  const figures = all.flatMap((runs) => figureOf(ask.about, runs, ask) ?? []);
  if (figures.length === 0) return [none];
  const right =
    ask.kind === 'choice'
      ? `right: ${[...new Set(figures.map((each) => rightChoices(ask, each).join('+') || 'none'))].join(' or ')}`
      : `within ${ask.within} %`;
  return [`${range(figures, (figure) => figureText(ask.about, figure))}, ${right}`];
}

/** What there is to expect of each point of a curve, a line each. */
function sketchLines(ask: SketchAsk, all: readonly TrialRuns[]): string[] {
  const curves = all.map((runs) => simulatedCurve(ask, runs));
  return ask.over.values.map((value, point) => {
    const figures = curves.flatMap((curve) => curve[point] ?? []);
    if (figures.length === 0) return `${value}: ${none}`;
    return `${value}: ${range(figures, (figure) => figureText(ask.about, figure))}`;
  });
}

/** A policy that solves the task of a lab; undefined if cli/keys has none. */
export function keyPolicy(lab: string): string | undefined {
  const file = inProgram('cli', 'keys', `${lab}.js`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** What a policy reaches of every check, a line each. */
async function policyLines(
  ask: PolicyAsk,
  whose: string,
  source: string,
  attempt: Tried,
): Promise<string[]> {
  const trials = await attempt(source);
  const verdicts = judgeAnswer(ask, source, trials);
  return ask.checks.map((check, at) => {
    const found = rangeOf(check, ask, trials);
    const holds = verdicts[at]!.lost === undefined ? 'holds' : 'fails';
    return `${whose}, ${check.id} (${boundsText(check)}): ${found}: ${holds}`;
  });
}

/** What there is to expect of a step, a line each. */
async function expected(lab: string, step: LabStep, attempt: Tried): Promise<string[]> {
  const { ask, on } = step;
  if (ask.kind === 'design') return designLines(step, attempt);
  if (ask.kind === 'policy') {
    const key = keyPolicy(lab);
    return [
      ...(await policyLines(ask, 'as it begins', on.policy!.source, attempt)),
      ...(key === undefined ? [] : await policyLines(ask, `cli/keys/${lab}.js`, key, attempt)),
    ];
  }
  const all = [...(await attempt()).values()];
  switch (ask.kind) {
    case 'choice':
    case 'number':
      return figureLines(ask, all);
    case 'sketch':
      return [...sketchLines(ask, all), `each point within ${ask.within} % of the largest`];
    case 'moment': {
      const moments = all.flatMap((runs) => momentOfRun(ask, runs) ?? []);
      if (moments.length === 0) return [none];
      return [`${range(moments, (at) => formatTime(Math.round(at)))}, within ${ask.within}`];
    }
    default:
      return [`right: ${rights(all, (runs) => rightPicks(ask, runs))}`];
  }
}

/** Prints the key of the lab. Throws ScenarioError and UsageError. */
export async function printKey(
  name: string,
  { seeds: given, shapes }: Hidden,
  backendName: BackendName,
  terminal: Terminal,
): Promise<void> {
  const lab = await loadLab(name, nodeReader(inProgram('scenarios')), '--key');
  const seeds = given.length > 0 ? given : usualSeeds;
  terminal.out(`${lab.title}: seeds ${seeds.join(', ')}`);
  for (const step of lab.steps) {
    terminal.progress(step.title);
    const lines = await expected(name, step, async (said) => {
      const found = new Map<number | string, TrialRuns>();
      for (const seed of seeds) found.set(seed, await runTrialStep(step, seed, said, backendName));
      for (const [number, shape] of isTask(step.ask) ? shapes.entries() : []) {
        found.set(
          `shape ${number + 1}`,
          await runTrialStep(step, seeds[0]!, said, backendName, shape),
        );
      }
      return found;
    });
    terminal.progress('');
    terminal.out(`${step.title} (${step.ask.id})`);
    for (const line of lines) terminal.out(`  ${line}`);
    if (step.note) terminal.out(`  note: ${step.note}`);
  }
}
