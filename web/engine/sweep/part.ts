// What a JSON value must be to be a part of a sweep, as `sweep --shard` writes it: every field by its
// form, nothing besides, so that merging may rely on it. Whether parts belong together: result.ts.

import { MOST_PAIRS, MOST_SHARDS } from './grid.ts';

/** A part that is not what it should be. `part` counts from 0 in the order given. */
export class MergeError extends Error {
  readonly part: number;

  constructor(part: number, message: string) {
    super(message);
    this.name = 'MergeError';
    this.part = part;
  }
}

/** A fault, found at a path below the field that has a form. */
interface Found {
  readonly at: string;
  readonly problem: string;
}
type Form = (value: unknown) => Found | undefined;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A value that is to be shown: short, and none of its inside. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isFields(value)) return 'an object';
  return JSON.stringify(typeof value === 'string' ? value.slice(0, 40) : value);
}

const step = (key: string): string =>
  /^\w{1,64}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 40))}]`;

const whether =
  (holds: (value: unknown) => boolean, what: string): Form =>
  (value) =>
    holds(value) ? undefined : { at: '', problem: `is ${shown(value)}, not ${what}` };

const inside = (step: string, found: Found | undefined): Found | undefined =>
  found && { at: step + found.at, problem: found.problem };

/** Texts that a run is described by. */
const text = whether(
  (value) => typeof value === 'string' && value.length <= 1000,
  'a text of at most 1000 characters',
);

/** Far beyond any measure, and small enough for sums of squares. */
const MOST_MEASURE = 1e100;
const finite = whether(
  (value) => typeof value === 'number' && Math.abs(value) <= MOST_MEASURE,
  'a number',
);
const whole = whether(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a whole number',
);

const formed = (pattern: RegExp, what: string): Form =>
  whether((value) => typeof value === 'string' && pattern.test(value), what);
const hash = formed(/^[0-9a-f]{16}$/, '16 hexadecimal digits');

const either =
  (isOne: (value: unknown) => boolean, other: Form): Form =>
  (value) =>
    isOne(value) ? undefined : other(value);

const listOf =
  (form: Form, least = 0): Form =>
  (value) => {
    if (!Array.isArray(value)) return { at: '', problem: `is ${shown(value)}, not a list` };
    if (value.length < least) return { at: '', problem: 'is empty' };
    for (const [index, item] of value.entries()) {
      const found = form(item);
      if (found) return inside(`[${index}]`, found);
    }
    return undefined;
  };

/** An object of named numbers. */
const measures: Form = (value) => {
  if (!isFields(value)) return { at: '', problem: `is ${shown(value)}, not an object` };
  for (const [name, number] of Object.entries(value)) {
    const found = finite(number);
    if (found) return inside(step(name), found);
  }
  return undefined;
};

/** An object of these fields and no other; those of `rest` may be left out. */
const fields =
  (forms: Readonly<Record<string, Form>>, rest: Readonly<Record<string, Form>> = {}): Form =>
  (value) => {
    if (!isFields(value)) return { at: '', problem: `is ${shown(value)}, not an object` };
    const all = { ...forms, ...rest };
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(all, key)) return { at: step(key), problem: 'is not a field of a part' };
    }
    for (const [key, form] of Object.entries(all)) {
      if (!Object.hasOwn(value, key)) {
        if (!Object.hasOwn(rest, key)) return { at: step(key), problem: 'is missing' };
      } else {
        const found = form(value[key]);
        if (found) return inside(step(key), found);
      }
    }
    return undefined;
  };

const setting = either((value) => typeof value === 'string' || typeof value === 'boolean', finite);
const shard = fields({
  index: whole,
  of: whether(
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_SHARDS,
    `a number of parts from 1 to ${MOST_SHARDS}`,
  ),
});
const line = fields(
  { structure: text },
  { line: whole, field: text, index: whole, instance: whole },
);
const cell = fields({
  values: listOf(setting),
  duration_ns: finite,
  window_ns: fields({ from: finite, to: finite }),
});
const row = fields({
  offset: whole,
  symbol: text,
  local_hitm: finite,
  remote_hitm: finite,
  loads: finite,
  stores: finite,
  records: finite,
  load_cycles: either((value) => value === null, finite),
});
const measuredLine = fields(
  { metrics: measures, line_symbols: listOf(text) },
  { rows: listOf(row) },
);
const run = fields({
  cell: whole,
  seed: whole,
  variant: text,
  trace_hash: hash,
  metrics: measures,
  lines: listOf(either((value) => value === null, measuredLine)),
});

/** What tells that a part is as it was written: of its head, and of every run. */
const checks = fields({ head: hash, runs: listOf(hash) });

const part = fields(
  {
    shard,
    checks,
    format: text,
    scenario: text,
    fingerprint: hash,
    over: listOf(fields({ path: text, values: listOf(setting) })),
    variants: listOf(formed(/^[A-Z]$/, 'the id of a variant'), 1),
    seeds: listOf(whole, 1),
    lines: listOf(line),
    cells: listOf(cell, 1),
    runs: listOf(run),
  },
  {
    until_points: finite,
    until_metric: text,
    workload: text,
    own_policy: formed(/^[A-Z]$/, 'the id of a variant'),
  },
);

/** Lists whose lengths go together. */
function uneven(given: {
  readonly over: readonly unknown[];
  readonly seeds: readonly unknown[];
  readonly lines: readonly unknown[];
  readonly cells: readonly { readonly values: readonly unknown[] }[];
  readonly runs: readonly { readonly lines: readonly unknown[] }[];
}): Found | undefined {
  const { over, seeds, lines, cells, runs } = given;
  if (cells.length * seeds.length > MOST_PAIRS) {
    return {
      at: '.cells',
      problem: `makes ${cells.length} cells of ${seeds.length} seeds, more than ${MOST_PAIRS} pairs`,
    };
  }
  const odd = cells.findIndex(({ values }) => values.length !== over.length);
  if (odd >= 0) return { at: `.cells[${odd}].values`, problem: `is not ${over.length} values` };
  const other = runs.findIndex((one) => one.lines.length !== lines.length);
  if (other >= 0) return { at: `.runs[${other}].lines`, problem: `is not ${lines.length} lines` };
  return undefined;
}

function faultOf(value: unknown, format: string): string | undefined {
  if (!isFields(value) || value.format !== format) {
    return `format: is not "${format}"; give files that sweep --shard wrote`;
  }
  if (value.shard === null)
    return 'shard: is null: this is a whole sweep already; merge parts only';
  const found = part(value) ?? uneven(value as unknown as Parameters<typeof uneven>[0]);
  return (
    found &&
    `${found.at.slice(1)}: ${found.problem}; run the same command with --shard for this part again`
  );
}

/** Throws MergeError, with the field's path, unless the value is a part of this form. */
export function checkPart(value: unknown, at: number, format: string): void {
  const fault = faultOf(value, format);
  if (fault !== undefined) throw new MergeError(at, fault);
}
