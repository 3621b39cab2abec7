// The answers of runs, in words for a reader.

import { metrics } from '../metrics.ts';
import { formatTime } from '../units.ts';
import type { TaskCheck } from './ask-schema.ts';
import type { AskedFigure } from './figure-schema.ts';
import type { PickAsk } from './pick-schema.ts';

const rounded = (figure: number): string => String(Number(figure.toPrecision(4)));

/** So many times another as a person says it: "6.4 % less than A". */
export function relationText(times: number, than: string): string {
  if (times === 0) return `none, where ${than} has some`;
  const percent = 100 * Math.abs(times - 1);
  const said = percent < 10 ? percent.toFixed(1) : String(Math.round(percent));
  if (Number(said) === 0) return `as much as ${than}`;
  return `${said} % ${times > 1 ? 'more' : 'less'} than ${than}`;
}

/** Per cent: the digits of a smaller share are noise. */
const leastShare = 0.01;

/** Things that are counted, by the name of many: "1 move". */
const oneOf = (unit: string): string => (/[a-z]{3}s$/.test(unit) ? unit.slice(0, -1) : unit);

/** A figure for a reader, with its unit. */
export function figureText({ metric, than }: AskedFigure, figure: number): string {
  if (than !== undefined) return `${rounded(figure)} times that of ${than}`;
  const unit = metrics.find(({ name }) => name === metric)?.unit ?? '';
  if (unit === 'ns') return formatTime(Math.round(figure));
  if (unit === '%' && figure > 0 && figure < leastShare) return `less than ${leastShare} %`;
  if (figure === 1) return `1 ${oneOf(unit)}`.trim();
  return unit ? `${rounded(figure)} ${unit}` : rounded(figure);
}

export const boundsText = ({
  at_least,
  at_most,
}: Pick<TaskCheck, 'at_least' | 'at_most'>): string =>
  [
    ...(at_least === undefined ? [] : [`at least ${at_least}`]),
    ...(at_most === undefined ? [] : [`at most ${at_most}`]),
  ].join(' and ');

/** More picks than these that are all right are counted. */
const mostNamed = 6;

/** The picks that are right. */
export function pickText(ask: PickAsk, right: readonly string[]): string {
  const named = right
    .slice(0, mostNamed)
    .map((name) => (ask.kind === 'cpu' ? `CPU ${name}` : name));
  const more = right.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' or ');
}

/** A moment to four digits: finer than any answer. */
export const momentText = (ns: number): string => formatTime(Math.round(Number(ns.toPrecision(4))));
