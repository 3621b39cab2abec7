// The machine in words: sockets, nodes and LLCs with what their CPUs do, as a table for screen readers
// (and for everybody where no picture can be drawn). Its numbers change at most once a second.

import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react';
import type { Topology } from '../../engine/types.ts';
import { activities, type LlcCounts } from './activity.ts';
import type { Home } from './homes.ts';
import styles from './machine-view.module.css';
import { words } from './words.ts';

export type TableUpdate = (counts: LlcCounts, homes: readonly Home[]) => void;

/** ms: WCAG and conventions of live regions: at most one message a second. */
const updateInterval = 1000;

interface Row {
  readonly llc: number;
  readonly node: number;
  readonly package: number;
  readonly cpus: number;
}

function rowsOf(topology: Topology): Row[] {
  const rows: Row[] = [];
  for (let cpu = 0; cpu < topology.cpus; cpu++) {
    const llc = topology.llc[cpu]!;
    const row = rows[llc];
    rows[llc] = {
      llc,
      node: row?.node ?? topology.node[cpu]!,
      package: row?.package ?? topology.package[cpu]!,
      cpus: (row?.cpus ?? 0) + 1,
    };
  }
  return rows;
}

export function MachineTable({
  caption,
  topology,
  visible,
  update,
}: {
  readonly caption: string;
  readonly topology: Topology;
  /** Shown to everybody. */
  readonly visible: boolean;
  readonly update: RefObject<TableUpdate | null>;
}) {
  const rows = useMemo(() => rowsOf(topology), [topology]);
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef(-Infinity);
  useImperativeHandle(update, () => (counts, homes) => {
    const now = performance.now();
    if (now - last.current < updateInterval || !body.current) return;
    last.current = now;
    rows.forEach(({ llc }, index) => {
      const cells = body.current!.children[index]!.children;
      const first = cells.length - activities.length - 1;
      const here = homes.filter((home) => home.llc === llc).map(words.home);
      cells[first - 2]!.textContent = [words.llc(llc), ...here].join(', ');
      activities.forEach((_, activity) => {
        cells[first + activity]!.textContent = String(
          counts.byActivity[llc * activities.length + activity]!,
        );
      });
      cells[cells.length - 1]!.textContent = String(counts.queued[llc]!);
    });
  });
  return (
    <div className={visible ? styles.plainTable : styles.hiddenTable}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[words.column.package, words.column.node, words.column.llc, words.column.cpus].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
            {activities.map((activity) => (
              <th key={activity} scope="col">
                {words.activity[activity]}
              </th>
            ))}
            <th scope="col">{words.column.queued}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={row.llc}>
              <td>{words.package(row.package)}</td>
              <td>{words.node(row.node)}</td>
              <th scope="row">{words.llc(row.llc)}</th>
              <td>{row.cpus}</td>
              {activities.map((activity) => (
                <td key={activity} />
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
