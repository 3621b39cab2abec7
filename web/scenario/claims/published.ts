// Every row of the published figures by one name, whatever the file it stands in: what the fidelity
// report lists and what claims are made about. Reads scenarios/published; says nothing of simulation.

import { ScenarioError } from '../error.ts';
import { type Story, storyEntries, storyNamed } from '../stories.ts';

export type { Story };

/** A number, a range, names, or several named numbers of one row. */
export type PublishedValue =
  | number
  | readonly [number, number]
  | readonly string[]
  | Readonly<Record<string, number | string | boolean | null>>;

export interface PublishedRow {
  /** File and place in it: cpupri-headlines/ffmpeg-throughput/p1. Never changes. */
  readonly id: string;
  readonly story: Story;
  /** What the row says, for a reader. */
  readonly label: string;
  /** The machine it was measured on, as the document names it. */
  readonly machine: string;
  readonly unit: string;
  readonly value: PublishedValue;
  /** For a row of several numbers: those that are in a unit of their own, and what they say. */
  readonly cells?: Readonly<Record<string, { readonly unit: string; readonly label: string }>>;
  /** Standard deviation as published, in the unit of the value; undefined where none was. */
  readonly spread?: number;
  /** For a row of a c2c table: where it stands. */
  readonly c2c?: { readonly offset: number; readonly symbol: string };
}

type Scalar = number | string | boolean | null;
type Row = Readonly<Record<string, Scalar>>;
type File = Readonly<Record<string, unknown>>;

/** The files of published figures and the story each belongs to, in the order of a report. */
export const publishedFiles: Readonly<Record<string, Story>> = Object.fromEntries(
  storyEntries.flatMap(({ id, published = {} }) =>
    Object.keys(published).map((file) => [file, id]),
  ),
);

/** Words joined to a part of an id. */
const slug = (...words: readonly (Scalar | undefined)[]): string =>
  words
    .filter((word) => word !== undefined && word !== null)
    .map((word) => String(word).toLowerCase())
    .join('-')
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^-|-$/g, '');

interface Draft extends Omit<PublishedRow, 'id' | 'story' | 'machine'> {
  /** Below the file's name. */
  readonly at: string;
  /** Left out: that of its story. */
  readonly machine?: string;
}

// ---- one reader a format --------------------------------------------------------------------------

interface Figure {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly values: Readonly<Record<string, number | [number, number] | string[]>>;
}

/** Where the baseline is 100, the others are gains over it and the baseline is no row. */
function headlines(file: File): Draft[] {
  const variants = file.variants as Readonly<Record<string, string>>;
  return (file.figures as readonly Figure[]).flatMap(({ id, what, unit, values }) => {
    const relative = values.baseline === 100;
    return Object.entries(values)
      .filter(([variant]) => !(relative && variant === 'baseline'))
      .map(([variant, value]) => ({
        at: `${id}/${variant}`,
        label: `${what}; ${variants[variant] ?? variant}`,
        unit,
        // A tenth of a per cent is what was printed: 131.4 - 100 must not become 31.400000000000006.
        value: relative ? Math.round(10 * ((value as number) - 100)) / 10 : value,
      }));
  });
}

interface C2cTable {
  readonly title: string;
  readonly rows: readonly (Row & {
    readonly derived: { readonly field: string; readonly store_l1_hit: number };
  })[];
}

function c2cRows(table: C2cTable, below: string): Draft[] {
  const seen = new Map<string, number>();
  return table.rows.map((row) => {
    const name = slug(row.offset, row.symbol);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return {
      at: `${below}${name}${nth > 1 ? `-${nth}` : ''}`,
      label: `${table.title}: ${row.symbol} at ${row.offset} (${row.derived.field}), cycles per load`,
      unit: 'cycles',
      value: row.load_cycles as number,
      c2c: { offset: Number(row.offset), symbol: String(row.symbol) },
    };
  });
}

const hundredths = (value: number) => Math.round(100 * value) / 100;

/** Of a row of a c2c table: the samples that are loads. */
const loadsOf = ({ records, derived }: C2cTable['rows'][number]): number =>
  Number(records) - derived.store_l1_hit;

/**
 * Shares of the transfers, loads and stores of a line: a row per field and function, to which the instruction
 * addresses of the table are added up, as the simulation knows functions only.
 */
function c2cShares({ title, rows }: C2cTable, below: string): Draft[] {
  const places = [...new Set(rows.map(({ offset, symbol }) => slug(offset, symbol)))];
  const allLoads = rows.reduce((before, row) => before + loadsOf(row), 0);
  return places.map((name) => {
    const own = rows.filter(({ offset, symbol }) => slug(offset, symbol) === name);
    const sum = (column: string) =>
      hundredths(own.reduce((before, row) => before + Number(row[column]), 0));
    const loads = own.reduce((before, row) => before + loadsOf(row), 0);
    const { offset, symbol, derived } = own[0]!;
    const whose = `${symbol} at ${offset} (${derived.field})`;
    return {
      at: `${below}shares/${name}`,
      label: `${title}: ${whose}, its share of the line's transfers, loads and stores`,
      unit: '%',
      cells: {
        remote_hitm: { unit: '%', label: `${title}: ${whose}, share of transfers between nodes` },
        local_hitm: { unit: '%', label: `${title}: ${whose}, share of transfers inside a node` },
        loads: { unit: '%', label: `${title}: ${whose}, share of sampled loads` },
        stores: { unit: '%', label: `${title}: ${whose}, share of stores` },
      },
      value: {
        remote_hitm: sum('rmt_hitm_pct'),
        local_hitm: sum('lcl_hitm_pct'),
        loads: hundredths((100 * loads) / allLoads),
        stores: sum('store_l1_hit_pct'),
      },
      c2c: { offset: Number(offset), symbol: String(symbol) },
    };
  });
}

function c2c(file: File): Draft[] {
  const related = (file.related_tables ?? []) as readonly (C2cTable & { readonly id: string })[];
  const own = file as unknown as C2cTable;
  return [
    ...c2cRows(own, ''),
    ...related.flatMap((table) => c2cRows(table, `${table.id}/`)),
    ...c2cShares(own, ''),
    ...related.flatMap((table) => c2cShares(table, `${table.id}/`)),
  ];
}

/** Files with one list of rows. */
const rowsOf = (file: File): readonly Row[] => file.rows as readonly Row[];

const spreadOf = (value: Scalar | undefined) =>
  typeof value === 'number' && value > 0 ? { spread: value } : {};

function regressions(file: File): Draft[] {
  const of = (key: string) => rowsOf(file[key] as File);
  const change = (row: Row) => ({
    unit: '%',
    value: row.change_pct as number,
    ...spreadOf(row.std_pct),
  });
  return [
    ...of('hackbench').map((row) => ({
      at: `hackbench/${slug('patch', row.patch, row.mode, row.ipc, `${row.groups}x${row.fds}`)}`,
      label: `hackbench, ${row.mode} over ${row.ipc}, ${row.groups} groups of ${row.fds} pairs, patch ${row.patch}: change of time to completion, positive is better`,
      ...change(row),
    })),
    ...of('schbench_old').map((row) => ({
      at: `schbench-old/${slug('patch', row.patch, `${row.message_threads}x${row.workers_per_message_thread}`)}`,
      label: `schbench of 2021, ${row.message_threads} messengers with ${row.workers_per_message_thread} workers, patch ${row.patch}: change of the 99th percentile, positive is better`,
      ...change(row),
    })),
    ...of('schbench_new').map((row) => ({
      at: `schbench-new/${slug('patch', row.patch, row.metric, row.workers_per_message_thread)}`,
      label: `schbench, ${row.message_threads} messengers with ${row.workers_per_message_thread} workers, patch ${row.patch}: change of ${row.metric}`,
      ...change(row),
    })),
  ];
}

const pageFaults = (file: File): Draft[] =>
  rowsOf(file).map(
    ({ machine, platform, batch, score, change_pct, zone_pct, lru_pct, total_pct }) => ({
      at: `${machine}/${batch}`,
      machine: String(machine),
      label: `page_fault1 on ${platform} (${machine}), batch ${batch}: pages per second, change against batch 31, shares of the locks`,
      unit: 'pages/s, %',
      value: {
        score: score!,
        change_pct: change_pct!,
        zone_pct: zone_pct!,
        lru_pct: lru_pct!,
        total_pct: total_pct!,
      },
    }),
  );

interface BatchCell {
  readonly value?: number;
  readonly change_pct?: number;
}

const batches = (file: File): Draft[] =>
  rowsOf(file).map((row) => {
    const { benchmark, metric, mode, machine, better } = row;
    const cells = row.batch as unknown as Readonly<Record<string, BatchCell>>;
    const values = Object.entries(cells).flatMap(([batch, { value, change_pct }]) => [
      [`batch_${batch}`, value ?? null],
      ...(batch === '31' ? [] : [[`change_${batch}_pct`, change_pct ?? null]]),
    ]);
    return {
      at: `${slug(benchmark, metric)}/${machine}`,
      machine: String(machine),
      label: `${benchmark}${mode ? `, ${mode}` : ''} on ${machine}: ${metric} with batch 31, 63 and 127 (${better} is better)`,
      unit: String(metric),
      value: Object.fromEntries(values) as Record<string, number | null>,
    };
  });

const cacheAware = (file: File): Draft[] =>
  rowsOf(file).map((row) => {
    const { platform, benchmark, metric, unit, id } = row;
    const what = `${benchmark} on ${platform}, ${row.case}: ${metric}`;
    const own = String(unit).startsWith('usec') ? 'us' : String(unit);
    return {
      at: `${slug(platform)}/${slug(benchmark)}/${id}`,
      machine: String(platform),
      label: `${what}, change with cache-aware scheduling`,
      unit: '%',
      cells: {
        baseline: { unit: own, label: `${what}, without the series` },
        sched_cache: { unit: own, label: `${what}, with the series` },
      },
      value: {
        change_pct: row.change_pct!,
        baseline: row.baseline!,
        sched_cache: row.sched_cache!,
        unit: unit!,
      },
    };
  });

interface SlideTable {
  readonly id: string;
  readonly benchmark: string;
  readonly metric: string;
  readonly case_label?: string;
  readonly printed_title?: string;
  readonly columns?: readonly string[];
  readonly unit?: string;
  readonly rows: readonly Row[];
}

/** A row of a slide: the printed change, or all its numbers where none is printed. */
function slideRow(table: SlideTable, row: Row): Draft {
  const key = table.case_label ?? '';
  const where = `${table.benchmark}, ${key} ${row[key]}`;
  const printed = row.printed_pct;
  const { [key]: _case, ...values } = row;
  return {
    at: `${table.id}/${slug(row[key])}`,
    label: `${where}: ${table.printed_title}`,
    // The other tables count tasks.
    unit: typeof printed === 'number' ? '%' : 'tasks',
    value: typeof printed === 'number' ? printed : values,
  };
}

/** A row of a list post: its first columns name it until they are unique. */
function postRow(table: SlideTable, row: Row): Draft {
  const names = table.columns!.filter(
    (column) => ['nps', 'kernel'].includes(column) || /s$/.test(column),
  );
  const [first, second] = names;
  const naming = first === 'nps' ? [first, second!] : [table.columns![0]!];
  const values = Object.entries(row).filter(([column]) => !naming.includes(column));
  const where = naming.map((column) => `${column} ${row[column]}`).join(', ');
  return {
    at: `${table.id}/${slug(...naming.map((column) => row[column]))}`,
    label: `${table.benchmark}, ${where}: ${table.metric}`,
    unit: table.unit ?? '',
    value: Object.fromEntries(values),
  };
}

function slides(file: File): Draft[] {
  const prose = file.prose_figures as readonly Row[];
  return [
    ...(file.tables as readonly SlideTable[]).flatMap((t) => t.rows.map((row) => slideRow(t, row))),
    ...(file.supplementary as readonly SlideTable[]).flatMap((table) =>
      table.rows.map((row) => postRow(table, row)),
    ),
    ...prose.map(({ scenario, text, ...rest }, at) => {
      const { low_pct: low, high_pct: high, pct, value } = rest;
      return {
        at: `prose/${at + 1}`,
        label: `${scenario}: ${text}`,
        unit: value === undefined ? '%' : '',
        value: (low === undefined ? (pct ?? value) : [low, high]) as PublishedValue,
      };
    }),
  ];
}

const readers: Readonly<Record<string, (file: File) => Draft[]>> = {
  'schedscape-published/1': headlines,
  'c2c-line/1': c2c,
  'rt-series-regression-tables/1': regressions,
  'pcp-phase1/1': pageFaults,
  'pcp-phase2/1': batches,
  'cache-aware-figures/1': cacheAware,
  'split-llc-tables/1': slides,
};

/** The rows of one file of scenarios/published, in its order. Throws ScenarioError. */
export function publishedRows(name: string, file: unknown): PublishedRow[] {
  const story = publishedFiles[name];
  const fields = file as File;
  const format = String(fields.format ?? fields.schema);
  const read = readers[format];
  if (!story || !read) {
    throw new ScenarioError(
      `published/${name}`,
      `has the format ${format}, which no reader supports, or is not in the list of published files`,
      'list it in scenarios/stories.json under its story, and add a reader for its format',
    );
  }
  const { machine: usual = '', published = {} } = storyNamed(story);
  const others = published[name]?.machines ?? {};
  return read(fields).map(({ at, ...row }) => {
    const machine = others[at.split('/')[0]!] ?? usual;
    return { id: `${name}/${at}`, story, machine, ...row };
  });
}
