// Transfers between caches as a table: the numbers that ribbons and matrix draw, the strongest first, and the sums of
// what is not drawn.

import { type RefObject, useImperativeHandle, useState } from 'react';
import { rate } from '../../ui/format.ts';
import styles from './MachineView.module.css';
import type { TrafficNote } from './traffic.ts';
import { words } from './words.ts';

export type TransfersUpdate = (note: TrafficNote | undefined) => void;

export function TransferTable({
  side,
  update,
}: {
  readonly side: string;
  readonly update: RefObject<TransfersUpdate | null>;
}) {
  const [note, setNote] = useState<TrafficNote>();
  useImperativeHandle(update, () => setNote, []);
  if (!note) return null;
  const { of, shown, rest, inside } = note;
  return (
    <table className={styles.table}>
      <caption>{words.transfers(side)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.column.from}</th>
          <th scope="col">{words.column.to}</th>
          <th scope="col">{words.column.rate}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ from, to, rate: each }) => (
          <tr key={`${from} ${to}`}>
            <th scope="row">{words[of](from)}</th>
            <td>{words[of](to)}</td>
            <td>{rate(each)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {words.restOf(rest.directions)}
          </th>
          <td>{rate(rest.rate)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={2}>
            {words.insideAll}
          </th>
          <td>{rate(inside)}</td>
        </tr>
      </tbody>
    </table>
  );
}
