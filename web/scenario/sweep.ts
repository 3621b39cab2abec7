// Plans the runs of a sweep from a scenario and the parameters to vary: every cell is opened and validated before
// the first run, so that bad input is found in seconds and not in hours. web/engine/sweep computes the runs.

import { fingerprint } from '../base/canonical.ts';
import { ranProgram } from '../engine/ran-program.ts';
import { type AxisValue, cellsOf, type Pair, type SweepAxis } from '../engine/sweep/grid.ts';
import type { LineQuestion, RunJob } from '../engine/sweep/measure.ts';
import { type SweepHead, sweepFormat } from '../engine/sweep/result.ts';
import type { LineReference } from './common-schema.ts';
import { buildDefinition, type DefinitionValues, variantOf } from './definition.ts';
import { ScenarioError } from './error.ts';
import { SWEEP_AXES, SWEEP_CELLS, SWEEP_RUNS, SWEEP_SEEDS } from './limits.ts';
import type { Override } from './overrides.ts';
import type { OpenedScenario } from './scenario.ts';
import type { Scenario } from './schema.ts';
import { parseSetting } from './written.ts';

/** Opens the scenario of a sweep with overrides on top. Throws ScenarioError. */
export type CellOpener = (overrides: readonly Override[]) => Promise<OpenedScenario>;

export interface SweepWanted {
  readonly over: readonly SweepAxis[];
  /** Number of seeds; they follow the scenario's own one by one. */
  readonly seeds: number;
  /** Left out: all of the scenario, in its order. The first is what the others are compared with. */
  readonly variants?: readonly string[];
  /** Left out: the lines the scenario speaks of. */
  readonly lines?: readonly LineReference[];
  /** Also the c2c rows of the lines. */
  readonly rows?: boolean;
}

export interface PlannedSweep {
  readonly head: SweepHead;
  readonly jobOf: (pair: Pair, variant: string) => RunJob;
  /** Accesses of a run of a cell, by the estimate that says whether a run is asked about. */
  readonly costOf: (cell: number) => number;
  /** By cell: the same for two cells whose runs are the same, whatever sweep they belong to. */
  readonly cellKeys: readonly string[];
  /** The scenario of a cell. */
  readonly openedOf: (cell: number) => OpenedScenario;
  /** What opening the cells had to say, each sentence once. */
  readonly notices: readonly string[];
  /** The scenario of the first cell: what there is to say about the sweep as a whole. */
  readonly first: OpenedScenario;
}

const refuse = (path: string, problem: string, remedy: string): never => {
  throw new ScenarioError(path, problem, remedy);
};

/** Splits at commas that stand outside of brackets and quotes. */
function splitValues(written: string): string[] {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const character of written) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && '[{'.includes(character)) depth += 1;
    else if (!quoted && ']}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** Reads "path=v1,v2,…", such as workload.user=300us,450us. Throws ScenarioError. */
export function parseAxis(written: string): SweepAxis {
  const equals = written.indexOf('=');
  const path = written.slice(0, Math.max(0, equals)).trim();
  if (path === '') {
    return refuse(
      written.slice(0, 60),
      'is not a parameter with values',
      'write path=v1,v2, such as workload.user=300us,450us',
    );
  }
  const values = splitValues(written.slice(equals + 1)).map((text) => {
    const { value } = parseSetting(`${path}=${text}`);
    if (value === '') return refuse(path, 'has an empty value', 'write path=v1,v2 without gaps');
    if (value === null || typeof value === 'object') {
      return refuse(
        path,
        'has a value that is not text, a number, true or false',
        'write plain values',
      );
    }
    return value;
  });
  return { path, values };
}

/** Refuses parameters and seeds that no sweep can have; `seeds` may be anything where a program gives it. */
export function checkAxes(over: readonly SweepAxis[], seeds: unknown): void {
  if (over.length > SWEEP_AXES) {
    refuse('over', `varies ${over.length} parameters`, `vary at most ${SWEEP_AXES}`);
  }
  over.forEach(({ path, values }, at) => {
    if (path === 'seed') refuse('seed', 'is varied by the sweep itself', 'say how many with seeds');
    if (over.findIndex((axis) => axis.path === path) < at) {
      refuse(path, 'is varied twice', 'give all of its values in one list');
    }
    const again = values.find((value, i) => values.indexOf(value) < i);
    if (again !== undefined) refuse(path, `has the value ${again} twice`, 'give each value once');
    if (values.length === 0) refuse(path, 'has no values', 'give at least one');
  });
  const count = typeof seeds === 'number' && Number.isSafeInteger(seeds) ? seeds : 0;
  if (!(count >= 1 && count <= SWEEP_SEEDS)) {
    const shown = typeof seeds === 'string' ? `"${seeds}"` : String(seeds);
    refuse('seeds', `is ${shown}`, `write a whole number from 1 to ${SWEEP_SEEDS}`);
  }
}

/** Refuses a sweep that is larger than the limits of one. */
export function checkSize(cells: number, variants: number, seeds: number): void {
  const runs = cells * variants * seeds;
  if (cells <= SWEEP_CELLS && runs <= SWEEP_RUNS) return;
  refuse(
    'over',
    `makes ${cells} cells and ${runs} runs`,
    `take fewer values or seeds: at most ${SWEEP_CELLS} cells and ${SWEEP_RUNS} runs`,
  );
}

/** The lines a scenario speaks of, each once, in the order of their first mention. */
export function linesOfScenario({ published, show, steps = [] }: Scenario): LineReference[] {
  const named = [show?.line, ...(show?.tables ?? []).map(({ line }) => line)];
  const checks = steps.flatMap((step) => step.checks ?? []);
  const asks = steps.flatMap(({ ask }) => (ask && 'about' in ask ? [ask.about] : []));
  for (const list of [published ?? [], checks, asks]) named.push(...list.map((x) => x.line));
  const known = new Map<string, LineReference>();
  for (const line of named) if (line) known.set(lineKey(line), line);
  return [...known.values()];
}

/** A text that is the same for two references to the same line. */
export const lineKey = ({ structure, instance = 0, line, field, index }: LineReference): string =>
  [structure, instance, line ?? '', field ?? '', index ?? ''].join(' ');

const overridesOf = (over: readonly SweepAxis[], values: readonly AxisValue[]): Override[] =>
  over.map(({ path }, at) => ({ path, value: values[at]! }));

interface OpenedCell {
  readonly opened: OpenedScenario;
  readonly definitions: Readonly<Record<string, DefinitionValues>>;
}

function definitionsOf(opened: OpenedScenario, variants: readonly string[] | undefined) {
  const ids = variants ?? opened.scenario.variants.map(({ id }) => id);
  return Object.fromEntries(
    ids.map((id) => [variantOf(opened, id).id, buildDefinition(opened, id)]),
  );
}

async function openCells(wanted: SweepWanted, open: CellOpener): Promise<OpenedCell[]> {
  const { over, seeds, variants } = wanted;
  checkAxes(over, seeds);
  const count = over.reduce((product, { values }) => product * values.length, 1);
  checkSize(count, variants?.length ?? 1, seeds);
  const cells: OpenedCell[] = [];
  for (const values of cellsOf(over)) {
    const opened = await open(overridesOf(over, values));
    cells.push({ opened, definitions: definitionsOf(opened, variants) });
    if (cells.length === 1) checkSize(count, Object.keys(cells[0]!.definitions).length, seeds);
  }
  return cells;
}

/** Opens every cell of a sweep. Throws ScenarioError. */
export async function planSweep(wanted: SweepWanted, open: CellOpener): Promise<PlannedSweep> {
  const cells = await openCells(wanted, open);
  const { opened: first, definitions } = cells[0]!;
  const lines: readonly LineQuestion[] = wanted.lines ?? linesOfScenario(first.scenario);
  if (first.seed + wanted.seeds - 1 > Number.MAX_SAFE_INTEGER) {
    refuse('seed', `leaves no room for ${wanted.seeds} seeds above it`, 'start from a smaller one');
  }
  const given = cells.map(({ definitions: own, opened: { duration, window } }) => [
    own,
    duration,
    window,
  ]);
  const head: SweepHead = {
    format: sweepFormat,
    scenario: first.name ?? first.scenario.title,
    workload: first.scenario.workload.name,
    ...(first.policy && { own_policy: first.policy.variant }),
    fingerprint: fingerprint(given),
    over: wanted.over,
    variants: Object.keys(definitions),
    seeds: Array.from({ length: wanted.seeds }, (_, i) => first.seed + i),
    lines,
    cells: cellsOf(wanted.over).map((values, at) => {
      const { duration, window } = cells[at]!.opened;
      return { values, duration_ns: duration, window_ns: window };
    }),
  };
  const jobOf = ({ cell, seed }: Pair, variant: string): RunJob => {
    const { opened, definitions: own } = cells[cell]!;
    const definition = {
      ...own[variant]!,
      seed_low: seed % 2 ** 32,
      seed_high: Math.floor(seed / 2 ** 32),
    };
    const { duration, window } = opened;
    const rows = wanted.rows ?? false;
    const program = ranProgram(opened.program);
    return { definition, duration, windowStart: window.from, lines, rows, program };
  };
  return {
    head,
    jobOf,
    costOf: (cell) => cells[cell]!.opened.cost.accesses,
    openedOf: (cell) => cells[cell]!.opened,
    cellKeys: given.map((cell) => fingerprint([cell, lines, wanted.rows ?? false])),
    notices: [...new Set(cells.flatMap(({ opened }) => opened.notices))],
    first,
  };
}
