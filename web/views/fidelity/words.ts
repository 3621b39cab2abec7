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
  if (verdict === 'not-claimed') return 'shown for comparison';
  if (verdict === 'fail') return 'not reproduced';
  if (verdict === 'direction-only') return 'direction only';
  return fitted ? 'agrees (fitted)' : 'reproduced';
}

export const words = {
  title: 'Published figures and what the simulation gives',
  page: 'Page',
  pages: { overview: 'Overview', rows: 'Figures', scatter: 'Scatter of the fair class' },
  skill: (reproduced: number, tried: number) =>
    `${reproduced} of ${tried} non-trivial predictions came true.`,
  direction: (count: number) =>
    count > 0
      ? `${count} more ${count === 1 ? 'agrees' : 'agree'} in direction only: no size was claimed.`
      : '',
  skillMeans:
    'A prediction is non-trivial if nothing was fitted to it and the baseline predictor does not make it.',
  error: (share: string) =>
    `Half of the predictions that state a size are off by less than ${share} of the published effect; the baseline predictor is off by 1.`,
  blind: (passes: number, claimed: number, better: number) =>
    `The baseline predictor says that nothing changes, no CPU waits, every load of a line takes the same time and all its users have equal shares. It passes ${passes} of all ${claimed} claims, ${better} of which the simulation misses.`,
  covered: (published: number, claimed: number, rows: number, claimedRows: number) =>
    `${claimed} of ${published} published numbers are claimed, in ${claimedRows} of ${rows} rows of tables.`,
  pictureName: (chapter: string) => `${chapter}: published against simulated`,
  pictureOf: (reproduced: number, direction: number, missed: number, unclaimed: number) =>
    [
      `${reproduced} reproduced`,
      ...(direction > 0 ? [`${direction} direction only`] : []),
      `${missed} missed`,
      ...(unclaimed > 0 ? [`${unclaimed} shown for comparison`] : []),
    ].join(', '),
  point: (label: string, published: string, simulated: string, verdict: string) =>
    `${label}: published ${published}, simulated ${simulated}, ${verdict}. Press to open its run.`,
  key: {
    reproduced: 'reproduced',
    direction: 'direction only',
    missed: 'missed',
    control: 'control: the baseline predictor passes, too',
  },
  keyLines:
    'Horizontal: published; vertical: simulated, each row in its own unit. Line: equal to the published value. Dashes: no change. Thin strokes: the claimed range. Ticks at the bottom: shown for comparison.',
  groupsTitle: 'Claims by how much they prove',
  groupColumns: ['Kind', 'Reproduced', 'Direction only', 'Missed'],
  groups: {
    informative: 'Non-trivial: a size that the baseline predictor misses',
    direction: 'A direction: sign or order, no size',
    follows: 'Follows from a parameter that was fitted to another row',
    fitted: 'Fitted to this very row',
    control: 'Control: the baseline predictor passes, too',
  },
  familiesTitle: 'Each published table beside the baseline predictor',
  familyColumns: [
    'Published table',
    'Reproduced',
    'Direction only',
    'Baseline predictor',
    'Non-trivial',
    'Error / effect',
  ],
  outOf: (part: number, whole: number) => `${part} of ${whole}`,
  blindOf: (passes: number, better: number) =>
    better > 0 ? `${passes}, ${better} of them missed here` : String(passes),
  unknown: 'What we do not know',
  unexplained: 'Missed, without an explanation.',
  rows: (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`,
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
    'direction-only': 'direction only',
    fail: 'not reproduced',
    'not-claimed': 'shown for comparison',
    predicted: 'predicted',
    'follows-from-fitted': 'derived from a fitted value',
    fitted: 'fitted',
  } as Readonly<Record<string, string>>,
  made: (date: string, version: string) =>
    `Each claimed row shows its last run, the latest on ${date} with version ${version}. S: sign, O: order, M(x): within x points, E(x): equal to another row within x points. ` +
    'The claims were written before the rows were run. A note says so where a seed of the row had been run by then.',
  summary: (rows: number, passed: number, failed: number, direction: number, rest: number) =>
    [
      `${rows} rows: ${passed} reproduced`,
      `${failed} not reproduced`,
      ...(direction > 0 ? [`${direction} direction only`] : []),
      `${rest} shown for comparison.`,
    ].join(', '),
  predicted: (passed: number, failed: number, direction: number) =>
    passed + failed + direction > 0
      ? `Nothing was fitted to ${passed + failed + direction} of them: ${passed} are reproduced.`
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
