// An overview before the rows of the fidelity report: the headline, one picture per chapter, the skill of each
// published table beside the know-nothing predictor, and the open gaps. Computes no verdict.

import { useMemo } from 'react';
import {
  type ClaimTally,
  type FidelityReport,
  groups,
  type ReportRow,
} from '../../scenario/claims/rows.ts';
import { allOf, type Family, families } from '../../scenario/claims/tally.ts';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { significant } from '../../ui/format.ts';
import { Diagonals } from './Diagonals.tsx';
import styles from './Overview.module.css';
import { words } from './words.ts';

export interface OverviewProps {
  readonly report: Pick<FidelityReport, 'rows' | 'counts'>;
  /** The chapters in their order, by the ids that rows name. */
  readonly chapters: readonly { readonly id: string; readonly name: string }[];
  readonly onOpen: (row: ReportRow) => void;
}

function Headline({ counts }: Pick<FidelityReport, 'counts'>) {
  const { skill, null: blind, numbers, table_rows: tables } = counts;
  return (
    <header className={styles.headline}>
      <p>
        <strong>{words.skill(skill.reproduced, allOf(skill))}</strong>{' '}
        {words.direction(skill.direction)} {words.skillMeans}
      </p>
      <p>
        {skill.error_over_effect !== null && words.error(significant(skill.error_over_effect, 2))}{' '}
        {words.blind(blind.passes, numbers.claimed, blind.better)}
      </p>
      <p>{words.covered(numbers.published, numbers.claimed, tables.published, tables.claimed)}</p>
    </header>
  );
}

function Groups({ counts }: Pick<FidelityReport, 'counts'>) {
  return (
    <table className={styles.table}>
      <caption>{words.groupsTitle}</caption>
      <ColumnHeads names={words.groupColumns} />
      <tbody>
        {groups.map((group) => (
          <tr key={group}>
            <th scope="row">{words.groups[group]}</th>
            <td>{counts.groups[group].reproduced}</td>
            <td>{counts.groups[group].direction}</td>
            <td>{counts.groups[group].missed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const outOf = (tally: ClaimTally): string =>
  allOf(tally) > 0 ? words.outOf(tally.reproduced, allOf(tally)) : words.dash;

function FamilyRow({ family }: { readonly family: Family }) {
  const { name, direction, null: blind, skill } = family;
  return (
    <tr data-worse={blind.better > 0 || undefined}>
      <th scope="row">{name}</th>
      <td>{outOf(family)}</td>
      <td>{direction}</td>
      <td>{words.blindOf(blind.passes, blind.better)}</td>
      <td>{outOf(skill)}</td>
      <td>
        {skill.error_over_effect === null ? words.dash : significant(skill.error_over_effect, 2)}
      </td>
    </tr>
  );
}

/** Why rows miss and why others are not claimed, each reason once with how many rows it is said of. */
function Unknown({ rows }: { readonly rows: readonly ReportRow[] }) {
  const reasons = useMemo(() => {
    const found = new Map<string, number>();
    for (const { verdict, explanation, note } of rows) {
      const reason = verdict === 'fail' ? explanation : verdict === 'not-claimed' ? note : null;
      if (reason) found.set(reason, (found.get(reason) ?? 0) + 1);
    }
    return [...found].sort((a, b) => b[1] - a[1]);
  }, [rows]);
  const silent = rows.filter(({ verdict, explanation }) => verdict === 'fail' && !explanation);
  return (
    <section aria-label={words.unknown}>
      <h3>{words.unknown}</h3>
      <ul className={styles.unknown}>
        {reasons.map(([reason, count]) => (
          <li key={reason}>
            <span>{words.rows(count)}</span> {reason}
          </li>
        ))}
        {silent.length > 0 && (
          <li>
            <span>{words.rows(silent.length)}</span> {words.unexplained}
          </li>
        )}
      </ul>
    </section>
  );
}

export function Overview({ report, chapters, onOpen }: OverviewProps) {
  const { rows, counts } = report;
  const tables = useMemo(() => families(rows), [rows]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.view} aria-label={words.pages.overview} tabIndex={0}>
      <Headline counts={counts} />
      <Diagonals chapters={chapters} rows={rows} onOpen={onOpen} />
      <Groups counts={counts} />
      <table className={styles.table}>
        <caption>{words.familiesTitle}</caption>
        <ColumnHeads names={words.familyColumns} />
        <tbody>
          {tables.map((family) => (
            <FamilyRow key={family.name} family={family} />
          ))}
        </tbody>
      </table>
      <Unknown rows={rows} />
    </section>
  );
}
