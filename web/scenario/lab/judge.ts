// Judges an answer by the runs of the simulator: the figure that was asked for, and whether the answer meets it.
// Pure: the caller, a page or the command line, runs the simulator.

import { gains } from '../../engine/metrics.ts';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import type { LineReference } from '../common-schema.ts';
import { lineKey } from '../sweep.ts';
import { timeNs } from '../units.ts';
import {
  type Ask,
  type ChoiceAsk,
  isTask,
  type LabQuestion,
  type NumberAsk,
  pointsOfAsk,
  type SketchAsk,
  type TaskCheck,
} from './ask-schema.ts';
import { linesAsked, runName } from './asked.ts';
import type { AskedFigure } from './figure-schema.ts';
import type { MomentAsk, PickAsk } from './pick-schema.ts';
import { boundsText, figureText, momentText, pickText, relationText } from './say.ts';

/** What the variants of one seed measured, by variant; A is there where a gain is asked for. Of a curve: by runName. */
export type TrialRuns = Readonly<Record<string, RunMeasures>>;
/**
 * The runs of all trials of an answer, the student's own seed first. The others, which were kept back, by their seed or
 * by what a reader is told of them.
 */
export type Trials = ReadonlyMap<number | string, TrialRuns>;
/**
 * An answer: a word (of a choice, a CPU, a field, a line), a number, a curve, the values of a design by path, or
 * the text of a policy.
 */
export type GivenAnswer =
  | string
  | number
  | number[]
  | Readonly<Record<string, string | number | boolean>>;

function measuredValue(
  run: RunMeasures | undefined,
  metric: string,
  ask: Ask,
  line?: LineReference,
): number | undefined {
  if (!line) return run?.metrics[metric];
  const at = linesAsked(ask).findIndex((each) => lineKey(each) === lineKey(line));
  return run?.lines[at]?.metrics[metric];
}

/** The figure that is asked for; undefined: the runs give none. `point`: of a curve. */
export function figureOf(
  asked: AskedFigure,
  runs: TrialRuns,
  ask: Ask,
  point?: number,
): number | undefined {
  const { metric, line, variant, than } = asked;
  const gain = Object.hasOwn(gains, metric) ? gains[metric] : undefined;
  const of = (which: string, name: string) =>
    measuredValue(runs[runName(which, point)], name, ask, line);
  const value = of(variant, gain?.of ?? metric);
  if (value === undefined) return undefined;
  if (gain) {
    const base = of('A', gain.of);
    return base ? gain.gain(base, value) : undefined;
  }
  if (than === undefined) return value;
  const base = of(than, metric);
  return base ? value / base : undefined;
}

const isWithin = (
  figure: number,
  { at_least = -Infinity, at_most = Infinity }: Pick<TaskCheck, 'at_least' | 'at_most'>,
): boolean => figure >= at_least && figure <= at_most;

/** The choices that are right for the figure. */
export const rightChoices = ({ choices }: ChoiceAsk, figure: number): readonly string[] =>
  choices.filter((choice) => isWithin(figure, choice)).map(({ id }) => id);

/** What a pick may be, with its score in the run; undefined: the run does not have it. */
function scoresOf(ask: PickAsk, runs: TrialRuns): Map<string, number | undefined> {
  const { found = {}, ...run } = runs[ask.variant] ?? {};
  if (ask.kind === 'cpu') return new Map(Object.entries(found));
  if (ask.kind === 'field') {
    const named = (name: string) => (Object.hasOwn(found, name) ? found[name] : undefined);
    return new Map(ask.offers.map((name) => [name, named(name)]));
  }
  const measured = run as RunMeasures | undefined;
  return new Map(
    ask.offers.map(({ says, line }) => [says, measuredValue(measured, ask.most, ask, line)]),
  );
}

/** The picks that are right, most first; none where nothing has any of what is asked for. */
export function rightPicks(ask: PickAsk, runs: TrialRuns): readonly string[] {
  const scores = [...scoresOf(ask, runs)].filter(
    (each): each is [string, number] => each[1] !== undefined,
  );
  const most = Math.max(0, ...scores.map(([, score]) => score));
  if (most === 0) return [];
  return scores
    .filter(([, score]) => score >= most * (1 - (ask.close ?? 0) / 100))
    .sort((a, b) => b[1] - a[1])
    .map(([name]) => name);
}

/** When it happened, ns; undefined: it did not. */
export const momentOfRun = ({ variant }: MomentAsk, runs: TrialRuns): number | undefined =>
  runs[variant]?.found?.at;

/** The simulated curve, from left to right. */
export const simulatedCurve = (ask: SketchAsk, runs: TrialRuns): readonly (number | undefined)[] =>
  ask.over.values.map((_, point) => figureOf(ask.about, runs, ask, point));

/** One line of a verdict: what was asked, the points it gave, and what the run says. */
export interface AnswerVerdict {
  readonly id: string;
  readonly says: string;
  readonly points: number;
  readonly of: number;
  /** What the run says, for a reader; undefined: it says nothing. */
  readonly found: string | undefined;
  /** Why points were lost; undefined: none were. */
  readonly lost?: string;
}

/** The place of a trial, for a reader. The result does not name seeds and shapes that are kept back. */
function placeOf(trial: number | string, own: number | string | undefined): string {
  if (trial === own) return `seed ${trial}`;
  return typeof trial === 'string' ? trial : 'a seed that was kept back';
}

function judgeCheck(check: TaskCheck, trials: Trials, ask: Ask): AnswerVerdict {
  const { id, says, points } = check;
  const share = 'agree' in check ? (check.agree ?? 1) : 1;
  const [own] = trials.keys();
  const tried = [...trials].map(([trial, runs]) => {
    const figure = figureOf(check, runs, ask);
    return {
      where: placeOf(trial, own),
      found: figure === undefined ? undefined : figureText(check, figure),
      holds: figure !== undefined && isWithin(figure, check),
    };
  });
  const failed = tried.filter(({ holds }) => !holds);
  const held = tried.length - failed.length;
  const [first] = failed;
  if (!first || held >= share * tried.length) {
    return { id, says, points, of: points, found: tried[0]?.found };
  }
  const { where, found } = first;
  const many = share < 1 ? `; it holds in ${held} of ${tried.length} trials` : '';
  const lost = `at ${where}: ${found ?? nothing}, asked for ${boundsText(check)}${many}`;
  return { id, says, points: 0, of: points, found, lost };
}

const nothing = 'the run has no such figure';

/** What a kind of question makes of an answer: what the run says, and the share of the points, or why there are fewer. */
interface Judged {
  readonly found: string | undefined;
  /** 0 to 1. */
  readonly share: number;
  /** What would have been right. */
  readonly right: string;
}

function judgeFigure(ask: ChoiceAsk | NumberAsk, said: GivenAnswer, runs: TrialRuns): Judged {
  const figure = figureOf(ask.about, runs, ask);
  if (figure === undefined) return { found: undefined, share: 0, right: '' };
  const { than } = ask.about;
  // A number is answered, and its bounds are written, in so many times.
  const found =
    ask.kind === 'choice' && than !== undefined
      ? relationText(figure, than)
      : figureText(ask.about, figure);
  if (ask.kind === 'choice') {
    const right = rightChoices(ask, figure);
    const share = Number(right.includes(String(said)));
    return { found, share, right: `right is ${right.join(' or ') || 'none'}` };
  }
  const isNear = Math.abs(Number(said) - figure) <= (ask.within / 100) * Math.abs(figure);
  return { found, share: Number(isNear), right: `within ${ask.within} %` };
}

function judgePick(ask: PickAsk, said: GivenAnswer, runs: TrialRuns): Judged {
  const right = rightPicks(ask, runs);
  const found = right.length > 0 ? pickText(ask, right) : undefined;
  const others = ask.close ? `, or any other that is at most ${ask.close} % behind` : '';
  const share = Number(right.includes(String(said)));
  return { found, share, right: `the one with most${others}` };
}

function judgeMoment(ask: MomentAsk, said: GivenAnswer, runs: TrialRuns): Judged {
  const at = momentOfRun(ask, runs);
  if (at === undefined) return { found: undefined, share: 0, right: '' };
  const isNear = Math.abs(Number(said) - at) <= timeNs(ask.within);
  return { found: momentText(at), share: Number(isNear), right: `within ${ask.within}` };
}

function judgeSketch(ask: SketchAsk, said: GivenAnswer, runs: TrialRuns): Judged {
  const curve = simulatedCurve(ask, runs);
  if (curve.some((figure) => figure === undefined)) {
    return { found: undefined, share: 0, right: '' };
  }
  const figures = curve as readonly number[];
  const room = (ask.within / 100) * Math.max(...figures.map(Math.abs));
  const drawn = Array.isArray(said) ? (said as readonly number[]) : [];
  const near = figures.filter((figure, at) => Math.abs((drawn[at] ?? Number.NaN) - figure) <= room);
  return {
    found: figures.map((figure) => figureText(ask.about, figure)).join(', '),
    share: near.length / figures.length,
    right: `${near.length} of ${figures.length} points are within ${ask.within} % of the largest`,
  };
}

function judgeQuestion(ask: LabQuestion, said: GivenAnswer, runs: TrialRuns): Judged {
  switch (ask.kind) {
    case 'choice':
    case 'number':
      return judgeFigure(ask, said, runs);
    case 'moment':
      return judgeMoment(ask, said, runs);
    case 'sketch':
      return judgeSketch(ask, said, runs);
    default:
      return judgePick(ask, said, runs);
  }
}

/** Judges an answer by runs; questions are about those of the student's own seed alone. */
export function judgeAnswer(
  ask: Ask,
  said: GivenAnswer | undefined,
  trials: Trials,
): AnswerVerdict[] {
  const verdict = { id: ask.id, says: ask.question, points: 0, of: pointsOfAsk(ask) };
  if (said === undefined) return [{ ...verdict, found: undefined, lost: 'was not answered' }];
  if (isTask(ask)) return ask.checks.map((check) => judgeCheck(check, trials, ask));
  const [runs = {}] = trials.values();
  const { found, share, right } = judgeQuestion(ask, said, runs);
  if (found === undefined) return [{ ...verdict, found, lost: nothing }];
  if (share === 1) return [{ ...verdict, points: ask.points, found }];
  const answered = ask.kind === 'moment' ? momentText(Number(said)) : String(said);
  const lost = `answered ${answered}; the run says ${found} (${right})`;
  return [{ ...verdict, points: Math.floor(share * ask.points), found, lost }];
}
