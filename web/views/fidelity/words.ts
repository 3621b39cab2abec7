// The words of the fidelity report, with numbers rounded as a person would.

import type { ReportRow } from '../../scenario/claims/rows.ts';
import { decimal, significant } from '../../ui/format.ts';

/** Published figures keep the digits they were printed with; what is computed is rounded. */
const number = (value: number): string => decimal(value, 6);
const computed = (value: number): string => significant(value, 3);

const withUnit = (text: string, unit: string): string =>
  /^(%|cycles|ns|us|lines)$/.test(unit) ? `${text} ${unit}` : text;

const isRange = (value: readonly unknown[]): boolean =>
  value.length === 2 && value.every((end) => typeof end === 'number');

/** A published value; of several numbers each with its name. */
export function publishedText({ published: value, unit }: ReportRow): string {
  if (typeof value === 'number') return withUnit(number(value), unit);
  if (Array.isArray(value)) {
    return isRange(value)
      ? withUnit(`${number(value[0] as number)} to ${number(value[1] as number)}`, unit)
      : value.join(', ');
  }
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${name} ${typeof each === 'number' ? number(each) : each}`)
    .join(', ');
}

export function simulatedText({
  simulated: value,
  unit,
}: Pick<ReportRow, 'simulated' | 'unit'>): string {
  if (value === null) return words.dash;
  return typeof value === 'number' ? withUnit(computed(value), unit) : value.join(', ');
}

/** A text of the report with its negative numbers as the page writes them. */
export const withMinus = (text: string): string => text.replace(/(^|[\s(])-(?=\d)/g, '$1−');

export const intervalText = ({ interval }: Pick<ReportRow, 'interval'>): string =>
  interval ? interval.map(computed).join(' to ') : '';

export function errorText({ error }: ReportRow): string {
  if (!error) return words.dash;
  if (error.unit === 'names') return error.value === 0 ? 'none missing' : `${error.value} missing`;
  const sign = error.value > 0 ? '+' : '';
  return `${sign}${computed(error.value)} ${error.unit}`;
}

/** A fitted figure that agrees proves nothing, and says so. */
export function verdictText({ verdict, fitted }: ReportRow): string {
  if (verdict === 'not-claimed') return 'not claimed';
  if (verdict === 'fail') return 'not reproduced';
  return fitted ? 'agrees (fitted)' : 'reproduced';
}

export const words = {
  title: 'Published figures and what the simulation gives',
  page: 'Page',
  pages: { rows: 'Figures', scatter: 'Scatter of the fair class' },
  open: 'Open run',
  close: 'Close',
  opening: 'Opening the report…',
  all: 'all',
  dash: '–',
  columns: ['Published row', 'Published', 'Simulated', 'Error', 'Claim', 'Basis', 'Verdict', 'Run'],
  filters: {
    story: 'Story',
    machine: 'Machine',
    claim: 'Claim',
    basis: 'Basis',
    verdict: 'Verdict',
  },
  values: {
    '-': 'none',
    pass: 'reproduced',
    fail: 'not reproduced',
    'not-claimed': 'not claimed',
    predicted: 'predicted',
    'follows-from-fitted': 'follows from fitted',
    fitted: 'fitted',
  } as Readonly<Record<string, string>>,
  made: (date: string, version: string) =>
    `Claimed rows were run on ${date} with version ${version}; S sign, O order, M(x) within x points, E(x) as another row within x points. ` +
    'The claims were written before the rows were run; where a seed or more of a row had been seen by then, its note says so.',
  summary: (rows: number, passed: number, failed: number, rest: number) =>
    `${rows} rows: ${passed} reproduced, ${failed} not reproduced, ${rest} not claimed.`,
  predicted: (passed: number, failed: number) =>
    passed + failed > 0
      ? `Nothing was fitted to ${passed + failed} of them: ${passed} are reproduced.`
      : '',
  targets: (met: number, all: number) => `Whole curves: ${met} of ${all} limits kept`,
  targetColumns: ['Rows together', 'Figures', 'Found', 'At most', 'Verdict'],
  met: 'kept',
  missed: 'missed',
  also: (scenario: string) => `as ${scenario}`,
  why: 'Why',
  note: 'Note',
  knownSoFar: (explanation: string) => `Known so far: ${explanation}`,
  more: (rows: number) => `Show more (${rows} rows)`,
} as const;
