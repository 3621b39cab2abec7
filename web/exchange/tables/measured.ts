// What a run has measured as tables: metrics, the time ledger, the hottest lines, the c2c rows, and
// the machine it ran on.

import { fieldAt } from '../../engine/fields.ts';
import { lineMetrics, type MeasuredRun, runMetrics } from '../../engine/metrics.ts';
import { type Catalog, ledgerKinds, lineBytes, type Topology } from '../../engine/types.ts';
import type { ErrorBar } from '../../scenario/error-bars/table.ts';
import { metrics } from '../../scenario/index.ts';
import { barCells, barColumns } from './error-bars.ts';
import type { Table } from './table.ts';

const mean = (sum: number, count: number): number | undefined =>
  count > 0 ? sum / count : undefined;

/** How far figures like this one were off; undefined where it was published, or is of no size. */
export type BarOf = (metric: string, value: number) => ErrorBar | undefined;

export function metricTable(run: MeasuredRun, barOf?: BarOf): Table {
  const values = runMetrics(run);
  return {
    name: 'metrics',
    columns: [
      ...[{ name: 'metric' }, { name: 'value' }, { name: 'unit' }, { name: 'what' }],
      ...(barOf ? barColumns : []),
    ],
    rows: metrics
      .filter(({ name }) => values[name] !== undefined)
      .map(({ name, unit, what }) => [
        ...[name, values[name], unit, what],
        ...(barOf ? barCells(barOf(name, values[name]!)) : []),
      ]),
  };
}

/** What the time of all CPUs in the measured window went to. */
export function ledgerTable({ headline }: MeasuredRun): Table {
  return {
    name: 'ledger',
    columns: [{ name: 'kind' }, { name: 'time', unit: 'ns' }],
    rows: ledgerKinds.map((kind) => [kind, headline.ledger[kind]]),
  };
}

export function lineTable(run: MeasuredRun): Table {
  return {
    name: 'cache_lines',
    columns: [
      { name: 'structure' },
      { name: 'instance' },
      { name: 'line' },
      { name: 'rmt_hitm' },
      { name: 'lcl_hitm' },
      { name: 'hitm_share', unit: '%' },
      { name: 'loads' },
      { name: 'stores' },
      { name: 'load_cycles', unit: 'cycles' },
      { name: 'hitm_cycles', unit: 'cycles' },
      { name: 'longest_load', unit: 'cycles' },
      { name: 'mean_wait', unit: 'ns' },
      { name: 'waiting', unit: 'CPUs' },
    ],
    rows: run.headline.hotLines.map((line) => {
      const values = lineMetrics(run, line.line);
      return [
        line.structure,
        line.instance,
        line.lineNumber,
        line.remoteHitm,
        line.localHitm,
        values.line_share,
        line.loads,
        line.stores,
        line.loadCycles || undefined,
        line.hitmCycles || undefined,
        values.line_longest_load,
        line.meanWait,
        values.line_waiting,
      ];
    }),
  };
}

/** Every row as perf c2c counts it, under perf's names; in order of first use. */
export function c2cTable({ rows, catalog }: MeasuredRun): Table {
  const { lines, structures, symbols } = catalog;
  return {
    name: 'c2c',
    columns: [
      { name: 'structure' },
      { name: 'instance' },
      { name: 'line' },
      { name: 'offset' },
      { name: 'field' },
      { name: 'symbol' },
      { name: 'rmt_hitm' },
      { name: 'lcl_hitm' },
      { name: 'store_l1hit' },
      { name: 'store_l1miss' },
      { name: 'loads' },
      { name: 'stores' },
      { name: 'locked' },
      { name: 'sampled_loads' },
      { name: 'mean_load', unit: 'cycles' },
      { name: 'longest_load', unit: 'cycles' },
      { name: 'records' },
    ],
    rows: Array.from({ length: rows.count }, (_, at) => {
      const line = rows.line[at]!;
      const offset = rows.offset[at]!;
      return [
        structures[lines.structure[line]!] ?? '',
        lines.instance[line]!,
        lines.lineNumber[line]!,
        `0x${offset.toString(16)}`,
        fieldAt(catalog, line * lineBytes + offset),
        symbols[rows.symbol[at]!] ?? '',
        rows.remoteHitm[at]!,
        rows.localHitm[at]!,
        rows.storeL1Hit[at]!,
        rows.storeL1Miss[at]!,
        rows.loads[at]!,
        rows.stores[at]!,
        rows.locked[at]!,
        rows.loadCount[at]!,
        mean(rows.loadCycles[at]!, rows.loadCount[at]!),
        rows.maxCycles[at]!,
        rows.records[at]!,
      ];
    }),
  };
}

/** Where every CPU sits. */
export function topologyTable({ topology }: Pick<Catalog, 'topology'>): Table {
  const places = ['core', 'l2', 'llc', 'node', 'package'] as const satisfies (keyof Topology)[];
  return {
    name: 'topology',
    columns: [{ name: 'cpu' }, ...places.map((name) => ({ name }))],
    rows: Array.from({ length: topology.cpus }, (_, cpu) => [
      cpu,
      ...places.map((place) => topology[place][cpu]!),
    ]),
  };
}

/** The loops of a workload of one's own: the columns of rt-app's log, in ns; empty for others. */
export function loopTable({ loops }: MeasuredRun): Table {
  const ns = (name: string) => ({ name, unit: 'ns' });
  return {
    name: 'loops',
    columns: [
      { name: 'task' },
      { name: 'instance' },
      { name: 'phase' },
      { name: 'loop' },
      { name: 'perf' },
      ...['run', 'period', 'start', 'end', 'slack', 'c_duration', 'c_period', 'wu_lat'].map(ns),
    ],
    rows: (loops?.loops ?? []).map((loop) => {
      const phase = loops!.phaseOf(loop);
      return [
        loops!.kinds[loop.kind]?.name ?? '',
        loop.number,
        phase?.name ?? '',
        loop.loop,
        loop.perf,
        loop.run,
        loop.end - loop.start,
        loop.start,
        loop.end,
        loop.slack,
        phase?.duration ?? 0,
        phase?.period ?? 0,
        loop.wakeLatency,
      ];
    }),
  };
}

export const measuredTables = {
  metrics: metricTable,
  ledger: ledgerTable,
  cache_lines: lineTable,
  c2c: c2cTable,
  loops: loopTable,
  topology: ({ catalog }: MeasuredRun) => topologyTable(catalog),
} as const satisfies Record<string, (run: MeasuredRun, barOf?: BarOf) => Table>;
export type MeasuredTable = keyof typeof measuredTables;
