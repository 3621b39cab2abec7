// The machine in words: sockets, nodes and LLCs with what their CPUs do, as a table for screen readers (visible if
// no picture can be drawn). Its numbers change at most once a second.

import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { Catalog, Topology } from '../../engine/types.ts';
import type { MechanismName } from '../../scenario/mechanisms.ts';
import { activities } from './activity.ts';
import type { LayerLegend } from './layers/legend.ts';
import { legends } from './layers/legends.ts';
import type { TasksNote } from './layers/tasks/note.ts';
import styles from './MachineView.module.css';
import { MechanismTable, type MechanismUpdate } from './MechanismTable.tsx';
import type { PictureNotes } from './messages.ts';
import type { PictureReport } from './pictures.ts';
import { type TasksUpdate, TaskTable } from './TaskTable.tsx';
import { type TransfersUpdate, TransferTable } from './TransferTable.tsx';
import { useMechanismFace } from './use-mechanism-legend.ts';
import { words } from './words.ts';

export type TableUpdate = (notes: Pick<PictureNotes, 'counts' | 'layers' | 'traffic'>) => void;

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

/** What the faces say of the notes of their layers, part by part. */
function saidBy(
  of: readonly LayerLegend[],
  notes: PictureNotes['layers'],
  say: (face: LayerLegend, note: unknown) => readonly string[] | undefined,
): readonly string[] {
  return of.flatMap((face) => {
    const note = notes[face.name];
    return note === undefined ? [] : (say(face, note) ?? []);
  });
}

/** What stands below the table. */
const sentencesOf = (of: readonly LayerLegend[], notes: PictureNotes['layers']): string =>
  saidBy(of, notes, (face, note) => (face.sentence ? [face.sentence(note)] : [])).join(' ');

function fillRow(
  of: readonly LayerLegend[],
  cells: HTMLCollection,
  llc: number,
  { counts, layers }: Parameters<TableUpdate>[0],
): void {
  const first = cells.length - activities.length - 1;
  const said = saidBy(of, layers, (face, note) => face.row?.(note, llc));
  cells[first - 2]!.textContent = [words.llc(llc), ...said].join(', ');
  activities.forEach((_, activity) => {
    cells[first + activity]!.textContent = String(
      counts.byActivity[llc * activities.length + activity]!,
    );
  });
  cells[cells.length - 1]!.textContent = String(counts.queued[llc]!);
}

export function MachineTable({
  side,
  caption,
  catalog,
  visible,
  update,
  told,
  mechanism,
}: {
  readonly side: string;
  readonly caption: string;
  readonly catalog: Catalog;
  /** Visible to all readers, not only to screen readers. */
  readonly visible: boolean;
  readonly update: RefObject<TableUpdate | null>;
  /** Before the table came. */
  readonly told?: RefObject<PictureReport>;
  /** The one that is shown. */
  readonly mechanism?: MechanismName | undefined;
}) {
  const rows = useMemo(() => rowsOf(catalog.topology), [catalog]);
  const face = useMechanismFace(mechanism);
  const all = face ? [...legends, face] : legends;
  const ofMechanism = useRef<MechanismUpdate>(null);
  const tasks = useRef<TasksUpdate>(null);
  const transfers = useRef<TransfersUpdate>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef(-Infinity);
  const below = useRef<HTMLParagraphElement>(null);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useImperativeHandle(update, () => {
    const put: TableUpdate = (notes) => {
      if (!body.current) return;
      last.current = performance.now();
      if (below.current) below.current.textContent = sentencesOf(all, notes.layers);
      const told = notes.layers.tasks as TasksNote | undefined;
      if (told) tasks.current?.(told);
      if (face) ofMechanism.current?.(notes.layers[face.name]);
      transfers.current?.(notes.traffic);
      rows.forEach(({ llc }, index) => {
        fillRow(all, body.current!.children[index]!.children, llc, notes);
      });
    };
    return (notes) => {
      clearTimeout(later.current);
      const wait = last.current + updateInterval - performance.now();
      if (wait > 0) later.current = setTimeout(put, wait, notes);
      else put(notes);
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a face that comes late says what was told before
  useEffect(() => {
    if (told?.current.notes) update.current?.(told.current.notes);
  }, [told, update, face]);
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
      <p ref={below} />
      {face && <MechanismTable side={side} face={face} update={ofMechanism} />}
      <TransferTable side={side} update={transfers} />
      <TaskTable side={side} catalog={catalog} update={tasks} />
    </div>
  );
}
