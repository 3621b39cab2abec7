// What the runs of the simulator say to an answer: the figure that was asked for, and whether the answer meets it. Pure:
// who runs is the caller's business, a page and the command line alike.

import { gains } from '../../engine/metrics.ts';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import type { LineReference } from '../common-schema.ts';
import { metrics } from '../metrics.ts';
import { lineKey } from '../sweep.ts';
import { formatTime } from '../units.ts';
import {
  type Ask,
  type AskedFigure,
  type ChoiceAsk,
  type DesignCheck,
  type NumberAsk,
  pointsOf,
} from './ask-schema.ts';

/** What the variants of one seed measured, by variant; A is there where a gain is asked for. */
export type Runs = Readonly<Record<string, RunMeasures>>;
/** What somebody said: the id of a choice, a number, or the values of a design by path. */
export type Said = string | number | Readonly<Record<string, string | number | boolean>>;

/** The lines that a question is about, each once; runs measure them in this order. */
export function linesAsked(ask: Ask): LineReference[] {
  const asked = ask.kind === 'design' ? ask.checks : [ask.about];
  const known = new Map<string, LineReference>();
  for (const { line } of asked) if (line) known.set(lineKey(line), line);
  return [...known.values()];
}

/** The variants that must run to answer, A first. */
export function variantsAsked(ask: Ask): string[] {
  const asked = ask.kind === 'design' ? ask.checks : [ask.about];
  const named = asked.flatMap(({ variant, than, metric }) => [
    variant,
    ...(than ? [than] : []),
    ...(metric in gains ? ['A'] : []),
  ]);
  return [...new Set(named)].sort();
}

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

/** The figure that is asked for; undefined: the runs give none. */
export function figureOf(asked: AskedFigure, runs: Runs, ask: Ask): number | undefined {
  const { metric, line, variant, than } = asked;
  const gain = Object.hasOwn(gains, metric) ? gains[metric] : undefined;
  const value = measuredValue(runs[variant], gain?.of ?? metric, ask, line);
  if (value === undefined) return undefined;
  if (gain) {
    const base = measuredValue(runs.A, gain.of, ask, line);
    return base ? gain.gain(base, value) : undefined;
  }
  if (than === undefined) return value;
  const base = measuredValue(runs[than], metric, ask, line);
  return base ? value / base : undefined;
}

const isWithin = (
  figure: number,
  { at_least = -Infinity, at_most = Infinity }: Pick<DesignCheck, 'at_least' | 'at_most'>,
): boolean => figure >= at_least && figure <= at_most;

/** The choices that are right for the figure. */
export const rightChoices = ({ choices }: ChoiceAsk, figure: number): readonly string[] =>
  choices.filter((choice) => isWithin(figure, choice)).map(({ id }) => id);

const isNear = ({ within }: NumberAsk, said: number, figure: number): boolean =>
  Math.abs(said - figure) <= (within / 100) * Math.abs(figure);

/** One line of a verdict: what was asked, the points it gave, and what the run says. */
export interface Verdict {
  readonly id: string;
  readonly says: string;
  readonly points: number;
  readonly of: number;
  /** The simulated figure; undefined: the run gives none. */
  readonly figure: number | undefined;
  /** Why points were lost; undefined: none were. */
  readonly lost?: string;
}

const rounded = (figure: number): string => String(Number(figure.toPrecision(4)));

/** A figure for a reader, with its unit. */
export function sayFigure({ metric, than }: AskedFigure, figure: number): string {
  if (than !== undefined) return `${rounded(figure)} times that of ${than}`;
  const unit = metrics.find(({ name }) => name === metric)?.unit ?? '';
  if (unit === 'ns') return formatTime(Math.round(figure));
  return unit ? `${rounded(figure)} ${unit}` : rounded(figure);
}

const sayBounds = ({ at_least, at_most }: Pick<DesignCheck, 'at_least' | 'at_most'>): string =>
  [
    ...(at_least === undefined ? [] : [`at least ${at_least}`]),
    ...(at_most === undefined ? [] : [`at most ${at_most}`]),
  ].join(' and ');

function judgeCheck(check: DesignCheck, bySeed: ReadonlyMap<number, Runs>, ask: Ask): Verdict {
  const { id, says, points } = check;
  let first: number | undefined;
  for (const [seed, runs] of bySeed) {
    const figure = figureOf(check, runs, ask);
    first ??= figure;
    if (figure !== undefined && isWithin(figure, check)) continue;
    const found = figure === undefined ? 'the run gives no such figure' : sayFigure(check, figure);
    const lost = `at seed ${seed}: ${found}, asked for ${sayBounds(check)}`;
    return { id, says, points: 0, of: points, figure, lost };
  }
  return { id, says, points, of: points, figure: first };
}

/** Judges an answer by runs, by seed; the first seed is the student's, and questions are about that one alone. */
export function judge(
  ask: Ask,
  said: Said | undefined,
  bySeed: ReadonlyMap<number, Runs>,
): Verdict[] {
  if (said === undefined) {
    const lost = 'was not answered';
    return [
      { id: ask.id, says: ask.question, points: 0, of: pointsOf(ask), figure: undefined, lost },
    ];
  }
  if (ask.kind === 'design') return ask.checks.map((check) => judgeCheck(check, bySeed, ask));
  const [runs = {}] = bySeed.values();
  const figure = figureOf(ask.about, runs, ask);
  const verdict = { id: ask.id, says: ask.question, of: ask.points, figure };
  if (figure === undefined) {
    return [{ ...verdict, points: 0, lost: 'the run gives no such figure' }];
  }
  const right = ask.kind === 'choice' ? rightChoices(ask, figure) : [];
  const isRight =
    ask.kind === 'choice' ? right.includes(String(said)) : isNear(ask, Number(said), figure);
  if (isRight) return [{ ...verdict, points: ask.points }];
  const best =
    ask.kind === 'choice' ? `right is ${right.join(' or ') || 'none'}` : `within ${ask.within} %`;
  const lost = `answered ${said}; the run says ${sayFigure(ask.about, figure)} (${best})`;
  return [{ ...verdict, points: 0, lost }];
}
