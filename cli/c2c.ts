// `c2c`: what perf c2c reported, line by line: which field, which function, what share; beside the lines of a run where a
// scenario is named.

import { type BatchResult, runBatch } from '../web/engine/batch.ts';
import { fieldAt } from '../web/engine/fields.ts';
import { type C2cRows, type Catalog, lineBytes } from '../web/engine/types.ts';
import { World } from '../web/engine/world.ts';
import { candidatePlace, type Match, matchesOf } from '../web/exchange/own/c2c/match.ts';
import {
  C2C_BYTES,
  type OwnC2cLine,
  type OwnC2cRow,
  plainSymbol,
  readC2c,
} from '../web/exchange/own/c2c/read.ts';
import { weightsOf } from '../web/exchange/own/c2c/weights.ts';
import { ReaderNotes } from '../web/exchange/own/notes.ts';
import { fileSourceOf } from '../web/exchange/own/source.ts';
import { textOfFile } from '../web/exchange/own/text.ts';
import { buildDefinition, formatTime, ScenarioError, variantOf } from '../web/scenario/index.ts';
import { open } from './opened.ts';
import { readOptions } from './options.ts';
import { backendNamed, openBackend, partsFor, readBytes } from './program.ts';
import { tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const c2cUsage =
  'schedscape c2c <file> [scenario [variant]] [--line N=STRUCTURE.LINE|none]… [--seed N] [--duration 50ms] [--set path=value]… ' +
  '[--backend wasm|native] [--json]';

const optionTypes = {
  json: { type: 'boolean', default: false },
  line: { type: 'string', multiple: true },
  seed: { type: 'string' },
  duration: { type: 'string' },
  set: { type: 'string', multiple: true },
  backend: { type: 'string', default: 'wasm' },
} as const;

type Values = ReturnType<typeof readOptions<typeof optionTypes>>['values'];

const percentOf = (share: number): string => share.toFixed(2);

export async function c2c(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, c2cUsage);
  const [file, scenario, variant, ...others] = positionals;
  if (file === undefined) throw wrong('name a file');
  if (others.length > 0) throw wrong(`${others[0]}: is one word too many`);
  const idle = (['line', 'seed', 'duration', 'set'] as const).find(
    (name) => values[name] !== undefined,
  );
  if (scenario === undefined && idle) {
    throw new UsageError(`--${idle}: says something of a run; name a scenario behind the file`);
  }
  const notes = new ReaderNotes();
  const bytes = readBytes(file, C2C_BYTES);
  const lines = ofFile(file, () => readC2c(textOfFile(bytes, C2C_BYTES), notes));
  for (const note of notes.list()) terminal.err(`note: ${note}`);
  if (scenario === undefined) {
    if (values.json) terminal.out(JSON.stringify({ lines }, null, 2));
    else for (const [at, line] of lines.entries()) printAlone(line, at, terminal);
    return exitCode.done;
  }
  const result = await ran(scenario, variant, values, terminal);
  const byHand = byHandOf(values.line ?? [], lines.length);
  const matches = ofFile('--line', () => matchesOf(lines, result.rows, result.catalog, byHand));
  if (values.json) {
    const source = await fileSourceOf('c2c', file, bytes, undefined);
    terminal.out(JSON.stringify(asJson(lines, matches, result, source), null, 2));
  } else {
    for (const [at, line] of lines.entries()) printBeside(line, at, matches[at]!, result, terminal);
  }
  return exitCode.done;
}

/** What it says of the text, as a sentence that names the file or option. */
function ofFile<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    throw new UsageError(`${name}: ${path === 'file' ? '' : `${path} `}${problem}; ${remedy}`);
  }
}

function byHandOf(written: readonly string[], lines: number): Map<number, string> {
  const said = new Map<number, string>();
  for (const text of written) {
    const parts = /^(\d{1,4})=(.{1,80})$/.exec(text);
    const at = Number(parts?.[1]);
    if (!parts || at >= lines) {
      const last = lines - 1;
      throw new UsageError(
        `--line ${text}: must be such as 0=root_domain.3; lines are 0 to ${last}`,
      );
    }
    said.set(at, parts[2]!);
  }
  return said;
}

async function ran(
  scenario: string,
  variant: string | undefined,
  values: Values,
  terminal: Terminal,
): Promise<BatchResult> {
  const opened = await open({ scenario, ...values });
  const id = variant ?? opened.scenario.variants[0]!.id;
  variantOf(opened, id);
  const backend = await openBackend(backendNamed(values.backend), partsFor(opened, id));
  const world = World.create(backend, buildDefinition(opened, id));
  const tell = (time: number) => terminal.progress(`${formatTime(time)} simulated`);
  const { duration, window } = opened;
  const result = runBatch(world, {
    duration,
    windowStart: window.from,
    program: opened.program,
    onProgress: tell,
  });
  terminal.progress('');
  if (result.headline.measuring) return result;
  throw new UsageError('nothing was measured: the warm-up is as long as the run');
}

const alone = ['remote HITM %', 'local HITM %', 'stores %', 'records', 'CPUs'];

const cellsOf = (row: OwnC2cRow): string[] => [
  percentOf(row.rmt_hitm_pct),
  percentOf(row.lcl_hitm_pct),
  percentOf(row.store_l1_hit_pct),
  String(row.records),
  String(row.cpus),
];

function printAlone(
  { rows, share, shareOf, records }: OwnC2cLine,
  at: number,
  terminal: Terminal,
): void {
  if (share !== undefined) {
    terminal.out(`line ${at}: ${percentOf(100 * share)} % of all ${shareOf}, ${records} records`);
    return;
  }
  terminal.out(`line ${at}`);
  const shown = rows.map((row) => [`0x${row.offset.toString(16)}`, row.symbol, ...cellsOf(row)]);
  for (const line of tableLines([['offset', 'symbol', ...alone], ...shown])) terminal.out(line);
}

/** Of a line of the run, by field and function: share of its remote and local HITM and of its records, percent. */
interface Simulated {
  readonly offset: number;
  readonly symbol: string;
  readonly field: string;
  readonly rmt: number;
  readonly lcl: number;
  readonly records: number;
}

function simulatedOf(rows: C2cRows, catalog: Catalog, line: number): Simulated[] {
  const at = Array.from({ length: rows.count }, (_, row) => row).filter(
    (row) => rows.line[row] === line,
  );
  const sum = (column: Uint32Array) => at.reduce((all, row) => all + column[row]!, 0);
  const totals = [sum(rows.remoteHitm), sum(rows.localHitm), sum(rows.records)] as const;
  const share = (part: number, of: number) => (of > 0 ? (100 * part) / of : 0);
  return at.map((row) => ({
    offset: rows.offset[row]!,
    symbol: catalog.symbols[rows.symbol[row]!] ?? '',
    field: fieldAt(catalog, line * lineBytes + rows.offset[row]!),
    rmt: share(rows.remoteHitm[row]!, totals[0]),
    lcl: share(rows.localHitm[row]!, totals[1]),
    records: share(rows.records[row]!, totals[2]),
  }));
}

interface Pair {
  readonly offset: number;
  readonly symbol: string;
  readonly field: string;
  readonly own: OwnC2cRow | undefined;
  readonly share: number;
  readonly simulated: Simulated | undefined;
}

/** Rows of either side, those of one field and function beside each other, the report's first. */
function pairsOf(line: OwnC2cLine, { chosen }: Match, result: BatchResult): Pair[] {
  const rest = new Map<string, Simulated>();
  for (const each of chosen ? simulatedOf(result.rows, result.catalog, chosen.line) : []) {
    rest.set(`${each.offset} ${plainSymbol(each.symbol)}`, each);
  }
  const weights = weightsOf(line);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pairs = line.rows.map((own, at): Pair => {
    const key = `${own.offset} ${plainSymbol(own.symbol)}`;
    const simulated = rest.get(key);
    rest.delete(key);
    const { offset, symbol } = own;
    const field =
      simulated?.field ?? (chosen ? fieldAt(result.catalog, chosen.line * lineBytes + offset) : '');
    const share = total > 0 ? (100 * weights[at]!) / total : 0;
    return { offset, symbol, field, own, share, simulated };
  });
  const others = [...rest.values()].sort((x, y) => y.records - x.records);
  return [
    ...pairs,
    ...others.map(
      (simulated): Pair => ({ ...simulated, own: undefined, share: Number.NaN, simulated }),
    ),
  ];
}

function headOf(at: number, { candidates, chosen, how, notSimulated }: Match): string[] {
  const others = candidates
    .map((each) => `${candidatePlace(each)} ${each.score.toFixed(2)}`)
    .join(', ');
  const gone =
    notSimulated > 0
      ? [`  ${percentOf(100 * notSimulated)} % of it in functions that are not simulated`]
      : [];
  if (chosen) {
    const score = how === 'by score' ? `score ${chosen.score.toFixed(2)}` : 'by hand';
    return [`line ${at}: ${candidatePlace(chosen)} (${score})`, ...gone];
  }
  const ask =
    candidates.length > 0
      ? `  it may be ${others}: say which with --line ${at}=${candidatePlace(candidates[0]!)}, or none`
      : '  no line of the run is accessed in that way';
  return [`line ${at}: not matched`, ...(how === 'by hand' ? [] : [ask]), ...gone];
}

function printBeside(
  line: OwnC2cLine,
  at: number,
  match: Match,
  result: BatchResult,
  terminal: Terminal,
): void {
  for (const text of headOf(at, match)) terminal.out(text);
  const known = new Set(result.catalog.symbols.map(plainSymbol));
  const cell = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '-' : percentOf(value);
  const rows = pairsOf(line, match, result).map(
    ({ offset, symbol, field, own, share, simulated }) => [
      `0x${offset.toString(16)}`,
      symbol,
      field === '' ? '-' : field,
      ...[cell(own?.rmt_hitm_pct), cell(simulated?.rmt)],
      ...[cell(own?.lcl_hitm_pct), cell(simulated?.lcl)],
      ...[cell(share), cell(simulated?.records)],
      simulated
        ? own
          ? 'both'
          : 'run only'
        : known.has(plainSymbol(symbol))
          ? 'report only'
          : 'not simulated',
    ],
  );
  const head = [
    'offset',
    'symbol',
    'field',
    'rmt %',
    'run',
    'lcl %',
    'run',
    'records %',
    'run',
    '',
  ];
  for (const text of tableLines([head, ...rows])) terminal.out(text);
}

function asJson(
  lines: readonly OwnC2cLine[],
  matches: readonly Match[],
  result: BatchResult,
  source: unknown,
) {
  return {
    quality: 'measured-by-you',
    source,
    lines: lines.map((line, at) => {
      const { candidates, chosen, how, notSimulated } = matches[at]!;
      const told = candidates.map((each) => ({ line: candidatePlace(each), score: each.score }));
      return {
        line: chosen
          ? {
              structure: chosen.structure,
              line_number: chosen.lineNumber,
              chosen: how,
              score: chosen.score,
            }
          : null,
        candidates: told,
        not_simulated_pct: 100 * notSimulated,
        rows: pairsOf(line, matches[at]!, result).map(
          ({ own, simulated, offset, symbol, field }) => ({
            offset: `0x${offset.toString(16)}`,
            symbol,
            ...(field !== '' && { field }),
            reported: own ?? null,
            simulated: simulated
              ? {
                  rmt_hitm_pct: simulated.rmt,
                  lcl_hitm_pct: simulated.lcl,
                  records_pct: simulated.records,
                }
              : null,
          }),
        ),
      };
    }),
  };
}
