// The key of a lab, for who grades: what the runs of some seeds say to every question, and which designs hold at all of them.
// It is worked out anew each time; no file holds it.

import { runJob } from '../web/engine/sweep/measure.ts';
import type { ChoiceAsk, NumberAsk, SketchAsk } from '../web/scenario/lab/ask-schema.ts';
import {
  curveOf,
  figureOf,
  judge,
  momentOf,
  type Runs,
  rightChoices,
  rightPicks,
  type Said,
} from '../web/scenario/lab/judge.ts';
import { designsOf, loadLab, runsOf } from '../web/scenario/lab/lab.ts';
import type { LabStep } from '../web/scenario/lab/lab-schema.ts';
import { sayFigure } from '../web/scenario/lab/say.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { formatTime } from '../web/scenario/units.ts';
import { type BackendName, inProgram, openBackend } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Seeds that a key is of where nobody names others. */
const usualSeeds = [1, 2, 3];
/** Designs of one task that a key tries: each is a run of every variant at every seed. */
const mostDesigns = 64;

/** The runs of a step at a seed, on the backend. */
export async function runStep(
  step: LabStep,
  seed: number,
  said: Said | undefined,
  backendName: BackendName,
): Promise<Runs> {
  const { jobs } = await runsOf(step, seed, said, nodeReader(inProgram('scenarios')));
  const runs: Record<string, Runs[string]> = {};
  for (const [variant, job] of jobs) {
    const backend = await openBackend(backendName);
    runs[variant] = runJob(backend, job);
    backend.dispose();
  }
  return runs;
}

type BySeed = (said?: Said) => Promise<Map<number, Runs>>;

/** Which designs hold at all seeds, a line each. */
async function designLines({ ask }: LabStep, bySeed: BySeed): Promise<string[]> {
  if (ask.kind !== 'design') return [];
  const lines: string[] = [];
  for (const said of [...designsOf(ask)].slice(0, mostDesigns)) {
    const verdicts = judge(ask, said, await bySeed(said));
    const failed = verdicts.filter(({ points, of }) => points < of).map(({ id }) => id);
    const values = Object.entries(said).map(([path, value]) => `${path}=${value}`);
    lines.push(
      `${values.join(' ')}: ${failed.length > 0 ? `fails ${failed.join(', ')}` : 'holds'}`,
    );
  }
  return lines;
}

/** From the least to the most of several seeds. */
function range(figures: readonly number[], say: (figure: number) => string): string {
  const [least, most] = [say(Math.min(...figures)), say(Math.max(...figures))];
  return least === most ? least : `from ${least} to ${most}`;
}

/** What each seed says is right, each answer once. */
const rights = (all: readonly Runs[], of: (runs: Runs) => readonly string[]): string =>
  [...new Set(all.map((runs) => of(runs).join('+') || 'none'))].join(' or ');

const none = 'the runs give no such figure';

function figureLines(ask: ChoiceAsk | NumberAsk, all: readonly Runs[]): string[] {
  const figures = all.flatMap((runs) => figureOf(ask.about, runs, ask) ?? []);
  if (figures.length === 0) return [none];
  const right =
    ask.kind === 'choice'
      ? `right: ${[...new Set(figures.map((each) => rightChoices(ask, each).join('+') || 'none'))].join(' or ')}`
      : `within ${ask.within} %`;
  return [`${range(figures, (figure) => sayFigure(ask.about, figure))}, ${right}`];
}

/** What there is to expect of each point of a curve, a line each. */
function sketchLines(ask: SketchAsk, all: readonly Runs[]): string[] {
  const curves = all.map((runs) => curveOf(ask, runs));
  return ask.over.values.map((value, point) => {
    const figures = curves.flatMap((curve) => curve[point] ?? []);
    if (figures.length === 0) return `${value}: ${none}`;
    return `${value}: ${range(figures, (figure) => sayFigure(ask.about, figure))}`;
  });
}

/** What there is to expect of a step, a line each. */
async function expected(step: LabStep, bySeed: BySeed): Promise<string[]> {
  const { ask } = step;
  if (ask.kind === 'design') return designLines(step, bySeed);
  const all = [...(await bySeed()).values()];
  switch (ask.kind) {
    case 'choice':
    case 'number':
      return figureLines(ask, all);
    case 'sketch':
      return [...sketchLines(ask, all), `each point within ${ask.within} % of the greatest`];
    case 'moment': {
      const moments = all.flatMap((runs) => momentOf(ask, runs) ?? []);
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
  given: readonly number[],
  backendName: BackendName,
  terminal: Terminal,
): Promise<void> {
  const lab = await loadLab(name, nodeReader(inProgram('scenarios')), '--key');
  const seeds = given.length > 0 ? given : usualSeeds;
  terminal.out(`${lab.title}: seeds ${seeds.join(', ')}`);
  for (const step of lab.steps) {
    terminal.progress(step.title);
    const lines = await expected(step, async (said) => {
      const found = new Map<number, Runs>();
      for (const seed of seeds) found.set(seed, await runStep(step, seed, said, backendName));
      return found;
    });
    terminal.progress('');
    terminal.out(`${step.title} (${step.ask.id})`);
    for (const line of lines) terminal.out(`  ${line}`);
    if (step.note) terminal.out(`  note: ${step.note}`);
  }
}
