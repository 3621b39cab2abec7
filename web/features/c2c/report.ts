// The report of perf c2c that was opened last, and which of its lines lies beside which of the run. Kept for this tab
// alone: the view may be closed and opened meanwhile.

import { useMemo, useState } from 'react';
import { readC2cReport } from '../../exchange/own/c2c/browser.ts';
import { type Candidate, type Match, matchesOf } from '../../exchange/own/c2c/match.ts';
import { type OwnC2cLine, plainSymbol } from '../../exchange/own/c2c/read.ts';
import { shownName, withoutControls } from '../../exchange/own/text.ts';
import type { RunReport } from '../../stage/measures.ts';
import { whyNot } from '../../ui/why-not.ts';
import { type ComparedRow, mergePublished } from '../../views/c2c/match.ts';
import type { PublishedTable } from '../../views/c2c/published.ts';
import { words } from './words.ts';

interface Opened {
  readonly name: string;
  readonly lines: readonly OwnC2cLine[];
  readonly notes: readonly string[];
  /** What a person said of its lines, by their number. */
  readonly byHand: ReadonlyMap<number, string>;
  readonly shown: number;
}

let kept: Opened | undefined;

/** Rows as the view has them. */
export const reportRowsOf = ({ rows }: OwnC2cLine): ComparedRow[] =>
  mergePublished(
    rows.map((row) => ({
      ...row,
      offset: row.offset.toString(16),
      symbol: withoutControls(plainSymbol(row.symbol)),
    })),
  );

function foundOf({ how, chosen, notSimulated }: Match): string {
  const found = how === 'by score' ? words.byScore(chosen!.score) : words.byHand;
  return notSimulated > 0 ? `${found} ${words.notSimulated(notSimulated)}` : found;
}

const tableOf = (
  { name, lines }: Opened,
  at: number,
  match: Match,
  { structure, lineNumber, instance }: Candidate,
): PublishedTable => ({
  ...{ structure, lineNumber, instance, name: 'own', id: `own ${at}`, source: name },
  title: words.title(name, at),
  rows: reportRowsOf(lines[at]!),
  found: foundOf(match),
});

export interface OwnReport {
  readonly opened: Opened | undefined;
  /** By the report's lines; empty before the run has rows. */
  readonly matches: readonly Match[];
  /** Those that lie beside a line of the run; the one that is shown first. */
  readonly tables: readonly PublishedTable[];
  readonly isReading: boolean;
  readonly problem: string | undefined;
  readonly open: (file: Blob, name: string) => Promise<void>;
  readonly close: () => void;
  readonly show: (at: number) => void;
  /** `place`: structure.line, or "none". */
  readonly choose: (at: number, place: string) => void;
}

export function useOwnReport(report: RunReport | undefined): OwnReport {
  const [opened, setOpened] = useState(kept);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const keep = (next: Opened | undefined) => {
    kept = next;
    setOpened(next);
  };
  const matches = useMemo(
    () =>
      opened && report
        ? matchesOf(opened.lines, report.rows, report.catalog, stillThere(opened, report))
        : [],
    [opened, report],
  );
  const tables = useMemo(() => {
    if (!opened) return [];
    const all = matches.flatMap((match, at) =>
      match.chosen ? [{ at, table: tableOf(opened, at, match, match.chosen) }] : [],
    );
    // Two lines of a report may lie beside one of the run: the one that is shown counts.
    return all
      .sort((x, y) => Number(y.at === opened.shown) - Number(x.at === opened.shown))
      .map(({ table }) => table);
  }, [opened, matches]);
  const open = async (file: Blob, name: string) => {
    setReading(true);
    setProblem(undefined);
    try {
      const answer = await readC2cReport(file);
      if (answer.kind === 'read') {
        const { lines, notes } = answer;
        keep({ name: shownName(name), lines, notes, byHand: new Map(), shown: 0 });
      } else setProblem(words.refused(shownName(name), answer.problem, answer.remedy));
    } catch (error) {
      setProblem(words.failed(shownName(name), whyNot(error)));
    }
    setReading(false);
  };
  return {
    ...{ opened, matches, tables, isReading, problem, open },
    close: () => keep(undefined),
    show: (shown) => opened && keep({ ...opened, shown }),
    choose: (at, place) =>
      opened && keep({ ...opened, byHand: new Map(opened.byHand).set(at, place), shown: at }),
  };
}

/** What was said of lines that this run touches too; another side, or another run, may not have them. */
function stillThere({ byHand }: Opened, { rows, catalog }: RunReport): ReadonlyMap<number, string> {
  const { lines, structures } = catalog;
  const touched = new Set<string>();
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.line[at]!;
    const structure = structures[lines.structure[line]!] ?? '';
    touched.add(`${structure}.${lines.lineNumber[line]!}`);
  }
  return new Map([...byHand].filter(([, place]) => place === 'none' || touched.has(place)));
}
