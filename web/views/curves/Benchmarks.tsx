// Small multiples of published tables: one benchmark each, a line for each machine, all on one scale.
// Published figures only; what is said of simulating them stands below each.

import styles from './Benchmarks.module.css';
import type { BenchmarkTable, MachineChange } from './benchmark.ts';
import { benchmarkWords as words } from './benchmark-words.ts';

/** Of a picture, in units of its own. */
const size = { width: 120, height: 72, margin: 6 };
/** Changes at least this large, in %, have their machine named at once; the others on request. */
const notable = 5;

interface Range {
  readonly least: number;
  readonly most: number;
}

/** All changes of all tables, with zero among them: one scale for every picture. */
export function changeRange(tables: readonly BenchmarkTable[]): Range {
  const values = tables.flatMap(({ machines }) =>
    machines.flatMap(({ changes }) => changes.filter((change) => change !== null)),
  );
  return { least: Math.min(0, ...values), most: Math.max(0, ...values) };
}

const xs = [size.margin, size.width / 2, size.width - size.margin] as const;
const yOf = (value: number, { least, most }: Range) =>
  size.margin + ((most - value) / (most - least || 1)) * (size.height - 2 * size.margin);

/** The points of one machine that were published; batch 31 is what the others are taken against. */
export const publishedPoints = ({ changes }: MachineChange, range: Range) =>
  [0, ...changes].flatMap((value, at) =>
    value === null ? [] : [{ x: xs[at]!, y: yOf(value, range) }],
  );

function Picture({ table, range }: { readonly table: BenchmarkTable; readonly range: Range }) {
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={words.picture(table)}
    >
      <line className={styles.zero} x1="0" x2={size.width} y1={yOf(0, range)} y2={yOf(0, range)} />
      {table.machines.map((machine) => {
        const points = publishedPoints(machine, range);
        return (
          <g key={machine.machine} className={styles.machine}>
            <title>{words.machine(machine)}</title>
            <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
            {points.slice(1).map(({ x, y }) => (
              <circle key={x} cx={x} cy={y} r="2.5" />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function Table({ table, range }: { readonly table: BenchmarkTable; readonly range: Range }) {
  const { simulated, reason, machines } = table;
  const named = machines.filter(({ changes }) =>
    changes.some((change) => change !== null && Math.abs(change) >= notable),
  );
  const others = machines.filter((machine) => !named.includes(machine));
  return (
    <section className={styles.table} aria-label={words.title(table)}>
      <h3>{words.title(table)}</h3>
      <p className={styles.note}>{words.better(table.better)}</p>
      <Picture table={table} range={range} />
      <p className={styles.batches} aria-hidden="true">
        {words.batches.map((batch) => (
          <span key={batch}>{batch}</span>
        ))}
      </p>
      <p>{words.range(table)}</p>
      {named.map((machine) => (
        <p key={machine.machine}>{words.machine(machine)}</p>
      ))}
      {others.length > 0 && (
        <details>
          <summary>{words.rest(named.length)}</summary>
          {others.map((machine) => (
            <p key={machine.machine}>{words.machine(machine)}</p>
          ))}
        </details>
      )}
      {simulated > 0 && <p className={styles.status}>{words.simulated(simulated)}</p>}
      {reason && (
        <details>
          <summary className={styles.status}>
            {simulated > 0 ? words.onOthers : words.notSimulated}
          </summary>
          {reason}
        </details>
      )}
    </section>
  );
}

export function Benchmarks({ tables }: { readonly tables: readonly BenchmarkTable[] }) {
  const range = changeRange(tables);
  return (
    <div className={styles.view}>
      <p className={styles.note}>{words.intro(tables.length, range)}</p>
      <div className={styles.grid}>
        {tables.map((table) => (
          <Table key={`${table.name} ${table.metric}`} table={table} range={range} />
        ))}
      </div>
    </div>
  );
}
