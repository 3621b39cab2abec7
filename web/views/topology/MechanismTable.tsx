// The mechanism that a machine shows as a table: what its picture draws, in the same words.

import { type RefObject, useImperativeHandle, useState } from 'react';
import type { LayerLegend } from './layers/legend.ts';
import styles from './MachineView.module.css';
import { words } from './words.ts';

/** The latest note of the mechanism; undefined: none yet. */
export type MechanismUpdate = (note: unknown) => void;

export function MechanismTable({
  side,
  face,
  update,
}: {
  readonly side: string;
  readonly face: LayerLegend;
  readonly update: RefObject<MechanismUpdate | null>;
}) {
  const [note, setNote] = useState<unknown>();
  useImperativeHandle(update, () => setNote, []);
  const table = note === undefined ? undefined : face.table?.(note);
  if (!table) return null;
  return (
    <table className={styles.table}>
      <caption>{words.mechanism(table.title, side)}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
