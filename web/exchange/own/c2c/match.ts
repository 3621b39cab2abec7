// Finds the simulated cache line that matches a line of a perf c2c report, by the fields and functions that touch
// both. Says how sure the match is, and leaves unclear cases to a person. Source: spec "Own machine" section 5.

import { type C2cRows, type Catalog, lineBytes } from '../../../engine/types.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { type OwnC2cLine, plainSymbol } from './read.ts';
import { weightsOf } from './weights.ts';

/** A simulated line, by what it is of; several of a kind count as one, the most used of them stands for all. */
export interface Candidate {
  readonly structure: string;
  /** 1-based. */
  readonly lineNumber: number;
  readonly instance: number;
  /** The line's number in the run. */
  readonly line: number;
  /** 0: nothing in common; 1: the same shares of the same rows. */
  readonly score: number;
}

export interface Match {
  /** The first few, best first, none of score 0. */
  readonly candidates: readonly Candidate[];
  /** Undefined: not clear, or not simulated. */
  readonly chosen: Candidate | undefined;
  readonly how: 'by score' | 'by hand' | undefined;
  /** Share of the report's line in functions that the run has not, 0 … 1. */
  readonly notSimulated: number;
}

/** Matched by itself from here on … */
const clearScore = 0.5;
/** … and so many times the next. */
const clearLead = 2;
const offered = 5;

interface Row {
  readonly key: string;
  readonly symbol: string;
  readonly share: number;
}

function shared<T>(
  rows: readonly T[],
  weights: readonly number[],
  of: (row: T) => [number, string],
) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return rows.map((row, at): Row => {
    const [offset, symbol] = of(row);
    const plain = plainSymbol(symbol);
    return {
      key: `${offset} ${plain}`,
      symbol: plain,
      share: total > 0 ? weights[at]! / total : 0,
    };
  });
}

interface Group {
  readonly structure: string;
  readonly lineNumber: number;
  /** Records by line. */
  readonly lines: Map<number, number>;
  readonly counts: Map<
    string,
    { readonly offset: number; readonly symbol: string; records: number }
  >;
}

function groupsOf(rows: C2cRows, { lines, structures, symbols }: Catalog): Group[] {
  const groups = new Map<string, Group>();
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.line[at]!;
    const structure = structures[lines.structure[line]!] ?? '';
    const lineNumber = lines.lineNumber[line]!;
    const place = `${structure}.${lineNumber}`;
    const group: Group = groups.get(place) ?? {
      ...{ structure, lineNumber },
      lines: new Map(),
      counts: new Map(),
    };
    groups.set(place, group);
    const [offset, records] = [rows.offset[at]! % lineBytes, rows.records[at]!];
    const symbol = symbols[rows.symbol[at]!] ?? '';
    const key = `${offset} ${symbol}`;
    const count = group.counts.get(key) ?? { offset, symbol, records: 0 };
    count.records += records;
    group.counts.set(key, count);
    group.lines.set(line, (group.lines.get(line) ?? 0) + records);
  }
  return [...groups.values()];
}

/** How much both have in common: rows of equal field and function whole, of equal function half. */
function scoreOf(reported: readonly Row[], simulated: readonly Row[]): number {
  const rest = new Map<string, number>();
  const bySymbol = new Map<string, number>();
  for (const { key, share } of simulated) rest.set(key, (rest.get(key) ?? 0) + share);
  let score = 0;
  const left: Row[] = [];
  for (const row of reported) {
    const common = Math.min(row.share, rest.get(row.key) ?? 0);
    score += common;
    rest.set(row.key, (rest.get(row.key) ?? 0) - common);
    left.push({ ...row, share: row.share - common });
  }
  for (const { key, symbol } of simulated) {
    bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + (rest.get(key) ?? 0));
    rest.delete(key);
  }
  for (const { symbol, share } of left) {
    const common = Math.min(share, bySymbol.get(symbol) ?? 0);
    score += common / 2;
    bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) - common);
  }
  return score;
}

function candidateOf(group: Group, reported: readonly Row[], catalog: Catalog): Candidate {
  const counts = [...group.counts.values()];
  const simulated = shared(
    counts,
    counts.map(({ records }) => records),
    ({ offset, symbol }) => [offset, symbol],
  );
  const [line] = [...group.lines].sort((x, y) => y[1] - x[1] || x[0] - y[0])[0]!;
  const { structure, lineNumber } = group;
  const instance = catalog.lines.instance[line]!;
  return { structure, lineNumber, instance, line, score: scoreOf(reported, simulated) };
}

/** The simulated lines that each line of a report may be. `byHand`: what a person says, by the report's line. */
export function matchesOf(
  reported: readonly OwnC2cLine[],
  rows: C2cRows,
  catalog: Catalog,
  byHand: ReadonlyMap<number, string> = new Map(),
): Match[] {
  const groups = groupsOf(rows, catalog);
  const known = new Set(catalog.symbols.map(plainSymbol));
  return reported.map((line, at) => {
    const ours = shared(line.rows, weightsOf(line), ({ offset, symbol }) => [offset, symbol]);
    const all = groups
      .map((group) => candidateOf(group, ours, catalog))
      .sort((x, y) => y.score - x.score || x.line - y.line);
    const candidates = all.filter(({ score }) => score > 0).slice(0, offered);
    const notSimulated = ours.reduce(
      (sum, { symbol, share }) => sum + (known.has(symbol) ? 0 : share),
      0,
    );
    const said = byHand.get(at);
    if (said !== undefined) {
      const chosen = said === 'none' ? undefined : lineNamed(said, all, at);
      return { candidates, chosen, how: 'by hand', notSimulated };
    }
    const [first, second] = candidates;
    const isClear =
      first && first.score >= clearScore && first.score >= clearLead * (second?.score ?? 0);
    return {
      candidates,
      chosen: isClear ? first : undefined,
      how: isClear ? 'by score' : undefined,
      notSimulated,
    };
  });
}

export const candidatePlace = ({ structure, lineNumber }: Candidate): string =>
  `${structure}.${lineNumber}`;

/** The line that a person names. Throws ScenarioError. */
function lineNamed(said: string, all: readonly Candidate[], at: number): Candidate {
  const found = all.find((each) => candidatePlace(each) === said);
  if (found) return found;
  const some = all.slice(0, offered).map(candidatePlace).join(', ');
  const problem = `${JSON.stringify(said.slice(0, 60))} is not a line that the run touches`;
  throw new ScenarioError(`line ${at}`, problem, `name one such as ${some}, or none`);
}
