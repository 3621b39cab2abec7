// The figures of a recording as tables: of the whole, and of the tasks that ran longest. What was not told is said so.

import { nearestRank, type RecordingFigures } from '../../exchange/own/recording/statistics.ts';
import { withoutControls } from '../../exchange/own/text.ts';
import { count, duration } from '../../ui/format.ts';
import styles from './RecordingTab.module.css';
import { words } from './words.ts';

/** Tasks that are listed. */
const listed = 12;

const timeOf = (ns: number | undefined): string =>
  ns === undefined ? words.notTold : duration(ns);

export function FiguresTable({ figures }: { readonly figures: RecordingFigures }) {
  const { cpus, latencies, moves, switches, wakeups } = figures;
  const sum = (of: 'busy' | 'idle' | 'unknown') => cpus.reduce((all, cpu) => all + cpu[of], 0);
  const [busy, idle, unknown] = [sum('busy'), sum('idle'), sum('unknown')];
  const share = (part: number, whole: number) =>
    whole > 0 ? words.percent(part / whole) : words.notTold;
  const mean =
    latencies.length > 0
      ? latencies.reduce((all, each) => all + each, 0) / latencies.length
      : undefined;
  const rows: readonly (readonly [string, string])[] = [
    [words.rows.busy, share(busy, busy + idle)],
    [words.rows.unknown, share(unknown, busy + idle + unknown)],
    [words.rows.switches, count(switches)],
    [words.rows.wakeups, count(wakeups)],
    [words.rows.mean, timeOf(mean)],
    [words.rows.p99, timeOf(nearestRank(latencies, 0.99))],
    [words.rows.longest, timeOf(latencies.at(-1))],
    [words.rows.wake, count(moves.wake)],
    [words.rows.fork, count(moves.fork)],
    [words.rows.other, count(moves.unknown)],
  ];
  return (
    <table className={styles.table}>
      <caption>{words.figures}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TasksTable({ figures }: { readonly figures: RecordingFigures }) {
  const longest = [...figures.tasks].sort((x, y) => y.cpuTime - x.cpuTime).slice(0, listed);
  return (
    <table className={styles.table}>
      <caption>{words.tasks}</caption>
      <thead>
        <tr>
          {words.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {longest.map((task) => (
          <tr key={task.name}>
            <th scope="row">{withoutControls(task.name)}</th>
            <td>{duration(task.cpuTime)}</td>
            <td>{count(task.runs)}</td>
            <td>{count(task.wakeups)}</td>
            <td>{timeOf(task.latencies > 0 ? task.latencySum / task.latencies : undefined)}</td>
            <td>{timeOf(task.latencies > 0 ? task.latencyMost : undefined)}</td>
            <td>{count(task.moves)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
