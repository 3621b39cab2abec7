// What a report of perf c2c tells by itself: its hottest row, of what that is how much, and the story that its functions belong to.

import { type OwnC2cLine, plainSymbol, readC2c } from './c2c/read.ts';
import { type ReportWeights, reportWeightsOf } from './c2c/weights.ts';
import { type NearestStory, nearestStory } from './near.ts';
import { counted, ReaderNotes } from './notes.ts';
import type { Understood } from './offer.ts';

/** Functions of a report by how much they count. */
function functionsOf(
  lines: readonly OwnC2cLine[],
  heat: ReportWeights,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [line, { rows }] of lines.entries()) {
    for (const [at, { symbol }] of rows.entries()) {
      const name = plainSymbol(symbol);
      weights.set(name, (weights.get(name) ?? 0) + heat.rows[line]![at]!);
    }
  }
  return weights;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The row that counts most, and how much of what it is. */
function hottestSentence(lines: readonly OwnC2cLine[], heat: ReportWeights): string {
  const all = lines.flatMap(({ rows }, line) =>
    rows.map((row, at) => ({ row, line, weight: heat.rows[line]![at]! })),
  );
  const { row, line, weight } = all.reduce((most, each) =>
    each.weight > most.weight ? each : most,
  );
  const place = `line ${line}, offset 0x${row.offset.toString(16)}`;
  return `The hottest line is ${place}, by ${row.symbol}: ${percent(weight / heat.total)} of the report's ${heat.of}.`;
}

function nearSentence({ share, about, story }: NearestStory, { of }: ReportWeights): string {
  return `${percent(share)} of the report's ${of} is in functions by which ${about}: the nearest story is ${story}.`;
}

/** Throws ScenarioError. */
export function c2cOf(text: string): Understood {
  const notes = new ReaderNotes();
  const lines = readC2c(text, notes);
  const rows = lines.reduce((sum, line) => sum + line.rows.length, 0);
  const heat = reportWeightsOf(lines);
  const near = heat && nearestStory(functionsOf(lines, heat));
  const says = [
    rows === 0
      ? `${counted(lines.length, 'cache line')}.`
      : `${counted(lines.length, 'cache line')} with ${counted(rows, 'row')}.`,
    ...(heat ? [hottestSentence(lines, heat)] : []),
    ...(near ? [nearSentence(near, heat)] : []),
  ].join(' ');
  const story = near ? { story: near.story } : {};
  const scenario = near?.story ?? 'cpupri/ffmpeg-480';
  return {
    says,
    notes: notes.list(),
    offers: [
      {
        ...{ name: near ? `Compare it with ${near.story}` : 'Compare it with a run', ...story },
        ...{ view: 'c2c', command: `c2c FILE ${scenario}` },
      },
      ...(near && near.structure !== 'lruvec'
        ? [
            {
              ...{ name: `See the layout of ${near.structure}`, ...story, view: 'struct-layout' },
              command: `c2c FILE ${scenario} --json`,
            },
          ]
        : []),
    ],
  };
}
