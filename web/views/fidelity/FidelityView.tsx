// The fidelity report as a page: every published row with its simulated figure and verdict, filtered
// by story, machine, claim, basis and verdict. Shows what it is given and computes no verdict.

import { useId, useMemo, useState } from 'react';
import type { FidelityReport, ReportRow } from '../../scenario/claims/rows.ts';
import { Button } from '../../ui/Button.tsx';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { Select } from '../../ui/Select.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './FidelityView.module.css';
import {
  errorText,
  intervalText,
  publishedText,
  simulatedText,
  verdictText,
  withMinus,
  words,
} from './words.ts';

export interface FidelityViewProps {
  readonly rows: readonly ReportRow[];
  /** What is claimed of many rows together. */
  readonly targets: FidelityReport['targets'];
  /** When the claimed rows were run, and with which version. */
  readonly date: string;
  readonly version: string;
  readonly onOpen: (row: ReportRow) => void;
}

/** What rows can be chosen by: the value of a row for it. */
const filters = {
  story: (row: ReportRow) => row.story,
  machine: (row: ReportRow) => row.machine,
  claim: (row: ReportRow) => row.claim,
  basis: (row: ReportRow) => row.basis ?? '-',
  verdict: (row: ReportRow) => row.verdict,
} as const;
type FilterName = keyof typeof filters;
const filterNames = Object.keys(filters) as FilterName[];

type Chosen = Readonly<Record<FilterName, string>>;
const everything = Object.fromEntries(filterNames.map((name) => [name, ''])) as Chosen;

/** The rows that pass every filter; '' lets all pass. `except` is left open. */
export function chosenRows(
  rows: readonly ReportRow[],
  chosen: Chosen,
  except?: FilterName,
): ReportRow[] {
  return rows.filter((row) =>
    filterNames.every((name) => {
      const wanted = chosen[name];
      return name === except || wanted === '' || filters[name](row) === wanted;
    }),
  );
}

/** Rows drawn at once; more are drawn when asked, because a page of a thousand rows is slow. */
const page = 150;

function Filters(props: {
  readonly rows: readonly ReportRow[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const { rows, chosen, onChoose } = props;
  return (
    <div className={styles.filters}>
      {filterNames.map((name) => {
        const offered = new Set(chosenRows(rows, chosen, name).map(filters[name]));
        return (
          <Select
            key={name}
            name={words.filters[name]}
            offers={[
              { key: '', label: words.all },
              ...[...offered].sort().map((key) => ({ key, label: words.values[key] ?? key })),
            ]}
            value={chosen[name]}
            onChange={(value) => onChoose({ ...chosen, [name]: value })}
          />
        );
      })}
    </div>
  );
}

/** Longer reasons, for a row of their own: what is known so far, and what to know of the comparison. */
function longReasons({ explanation, verdict, note }: ReportRow): string[] {
  const known = explanation && words.knownSoFar(explanation);
  return [known, verdict === 'not-claimed' ? null : note].filter(
    (text) => typeof text === 'string',
  );
}

/** Why a row was judged as it was: short reasons at once, longer ones one press away. */
function Why(props: { row: ReportRow; reasonId: string; isOpen: boolean; onToggle: () => void }) {
  const { row, reasonId, isOpen, onToggle } = props;
  const reasons = row.judged
    .filter(({ passed }) => !passed)
    .map(({ level, says }) => `${level}: ${withMinus(says)}`);
  return (
    <>
      {reasons.length > 0 && <span className={styles.note}>{unbroken(reasons.join('; '))}</span>}
      {row.verdict === 'not-claimed' && <span className={styles.note}>{unbroken(row.note)}</span>}
      {longReasons(row).length > 0 && (
        <button
          type="button"
          className={styles.why}
          aria-expanded={isOpen}
          aria-controls={isOpen ? reasonId : undefined}
          onClick={onToggle}
        >
          {row.explanation ? words.why : words.note}
        </button>
      )}
    </>
  );
}

function Figures({ row }: { readonly row: ReportRow }) {
  const { simulated, interval } = row;
  return (
    <>
      <td className={styles.published}>{publishedText(row)}</td>
      <td title={typeof simulated === 'number' ? String(simulated) : undefined}>
        {simulatedText(row)}
        {interval && <span className={styles.id}>{intervalText(row)}</span>}
        {row.also?.map((other) => (
          <span key={other.run.scenario} className={styles.id}>
            {words.also(other.run.scenario)}: {simulatedText({ ...other, unit: row.unit })}
            {other.interval && ` (${intervalText(other)})`}
          </span>
        ))}
      </td>
      <td>{errorText(row)}</td>
    </>
  );
}

function Row({ row, onOpen }: { row: ReportRow; onOpen: FidelityViewProps['onOpen'] }) {
  const { id, label, claim, basis, verdict, run } = row;
  const [isOpen, setOpen] = useState(false);
  const reasonId = useId();
  return (
    <>
      <tr data-verdict={verdict}>
        <th scope="row">
          <span className={styles.label}>{label}</span>
          <span className={styles.id}>{id}</span>
        </th>
        <Figures row={row} />
        <td>{claim}</td>
        <td>{basis ? words.values[basis] : words.dash}</td>
        <td className={styles.verdict}>
          {verdictText(row)}
          <Why row={row} reasonId={reasonId} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </td>
        <td>
          {run && (
            <Button aria-label={`${words.open}: ${id}`} onClick={() => onOpen(row)}>
              {words.open}
            </Button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr id={reasonId} className={styles.reason}>
          <td colSpan={words.columns.length}>
            {longReasons(row).map((text) => (
              <p key={text}>{unbroken(text)}</p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

/** The errors of whole curves, one press away: most readers want the rows first. */
function Targets({ targets }: Pick<FidelityViewProps, 'targets'>) {
  if (targets.length === 0) return null;
  const passed = targets.filter((target) => target.passed).length;
  return (
    <details className={styles.targets}>
      <summary>{words.targets(passed, targets.length)}</summary>
      <table className={styles.table}>
        <caption className={styles.hidden}>{words.targets(passed, targets.length)}</caption>
        <ColumnHeads names={words.targetColumns} />
        <tbody>
          {targets.map(({ name, rows, says, limit, unit, passed: isMet }) => (
            <tr key={name} data-verdict={isMet ? 'pass' : 'fail'}>
              <th scope="row">{name}</th>
              <td>{rows}</td>
              <td>{unbroken(says)}</td>
              <td>{`${limit} ${unit}`}</td>
              <td className={styles.verdict}>{isMet ? words.met : words.missed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function FidelityView({ rows, targets, date, version, onOpen }: FidelityViewProps) {
  const [chosen, setChosen] = useState<Chosen>(everything);
  const [pages, setPages] = useState(1);
  const shown = useMemo(() => chosenRows(rows, chosen), [rows, chosen]);
  const count = (verdict: ReportRow['verdict'], basis?: string) =>
    shown.filter((row) => row.verdict === verdict && (!basis || row.basis === basis)).length;
  const drawn = shown.slice(0, pages * page);
  return (
    <div className={styles.view}>
      <p>{words.made(date, version)}</p>
      <Filters
        rows={rows}
        chosen={chosen}
        onChoose={(next) => {
          setChosen(next);
          setPages(1);
        }}
      />
      <p role="status" className={styles.summary}>
        {words.summary(
          shown.length,
          count('pass'),
          count('fail'),
          count('direction-only'),
          count('not-claimed'),
        )}{' '}
        {words.predicted(
          count('pass', 'predicted'),
          count('fail', 'predicted'),
          count('direction-only', 'predicted'),
        )}
      </p>
      <Targets targets={targets} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.hidden}>{words.title}</caption>
          <ColumnHeads names={words.columns} />
          <tbody>
            {drawn.map((row) => (
              <Row key={row.id} row={row} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
        {drawn.length < shown.length && (
          <Button onClick={() => setPages(pages + 1)}>
            {words.more(shown.length - drawn.length)}
          </Button>
        )}
      </div>
    </div>
  );
}
