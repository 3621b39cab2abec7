// The page of tournaments: opens the file that the command wrote and shows which entrant beats which, and where.
// Nothing of the file is read before its size is known; names are shown as text.

import { Fragment, useState } from 'react';
import { metrics } from '../../scenario/metrics.ts';
import { storyHash } from '../../scenario/place.ts';
import {
  AHEAD,
  type LeaderboardRow,
  leaderboardOf,
  type Meeting,
  placeRowsOf,
  rankedRows,
} from '../../scenario/tournament/leaderboard.ts';
import {
  parseTournament,
  TOURNAMENT_BYTES,
  type Tournament,
} from '../../scenario/tournament/tournament.ts';
import { messageOf } from '../../ui/errors.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import styles from './ChapterPage.module.css';
import { PageFrame } from './Frame.tsx';
import own from './TournamentPage.module.css';
import { words } from './tournament-words.ts';

/** The entrant that all others are measured against; from itself it differs by nothing. */
const linux = 'Linux';
const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

async function resultIn(file: File): Promise<Tournament> {
  if (file.size > TOURNAMENT_BYTES) throw new Error(words.tooLarge);
  return parseTournament(await file.text());
}

export default function TournamentPage({ isMoved }: { readonly isMoved: boolean }) {
  const [result, setResult] = useState<Tournament>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      setResult(await resultIn(file));
      setProblem(undefined);
    } catch (error) {
      setProblem(words.refused(file.name.slice(0, 80), messageOf(error)));
    }
  };
  return (
    <PageFrame title={words.title} path={words.path} isMoved={isMoved}>
      <section
        className={own.page}
        aria-label={words.path}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <h1 tabIndex={-1} className={styles.heading}>
          {words.heading}
        </h1>
        <p className={styles.about}>{words.what}</p>
        <pre className={own.line}>{words.command}</pre>
        <p>
          <FileButton
            look="strong"
            name={words.open}
            accept=".json,application/json"
            onFile={(file) => void take(file)}
          >
            {words.open}
          </FileButton>
        </p>
        {problem !== undefined && <p role="alert">{problem}</p>}
        {result && <Result result={result} />}
      </section>
    </PageFrame>
  );
}

function Result({ result }: { readonly result: Tournament }) {
  const { metric, seeds, against } = result;
  const standings = leaderboardOf(result);
  const { unit = '', what = '' } = metrics.find(({ name }) => name === metric) ?? {};
  return (
    <>
      <section className={styles.part} aria-label={words.whom}>
        <h2>{words.whom}</h2>
        <p className={own.note}>
          {words.how(metric, what, seeds.length, Math.ceil(AHEAD * seeds.length), against)}
        </p>
        <Whom standings={standings} />
      </section>
      <section className={styles.part} aria-label={words.where}>
        <h2>{words.where}</h2>
        <p className={own.note}>{words.predicted}</p>
        <div className={own.places}>
          {placeRowsOf(result).map(({ scenario, order }) => (
            <Place key={scenario} scenario={scenario} order={order} unit={unit} />
          ))}
        </div>
      </section>
    </>
  );
}

/** The tooltip of a cell: the scenarios of each result. */
const whereOf = ({ won, lost, even }: Meeting): string =>
  [
    ...(won.length > 0 ? [words.wonAt(won.join(', '))] : []),
    ...(lost.length > 0 ? [words.lostAt(lost.join(', '))] : []),
    ...(even.length > 0 ? [words.evenAt(even.join(', '))] : []),
  ].join('; ');

const lookOf = ({ won, lost }: Meeting): string =>
  won.length > lost.length ? 'won' : won.length < lost.length ? 'lost' : 'even';

function Whom({ standings }: { readonly standings: readonly LeaderboardRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={own.scroll} tabIndex={0} aria-label={words.table}>
      <table className={own.table}>
        <thead>
          <tr>
            <th scope="col">{words.player}</th>
            {words.sums.map((sum) => (
              <th key={sum} scope="col">
                {sum}
              </th>
            ))}
            {standings.map(({ name }) => (
              <th key={name} scope="col">
                {words.versus(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rankedRows(standings).map(({ name, against, won, lost, even }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{won}</td>
              <td>{lost}</td>
              <td>{even}</td>
              {against.map((meeting, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is a player
                  key={at}
                  data-look={meeting && lookOf(meeting)}
                  title={meeting && whereOf(meeting)}
                >
                  {meeting ? words.score(meeting.won.length, meeting.lost.length) : '·'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Place({
  scenario,
  order,
  unit,
}: ReturnType<typeof placeRowsOf>[number] & { readonly unit: string }) {
  const address = storyHash(scenario);
  const most = Math.max(...order.map(({ median }) => Math.abs(median)), Number.EPSILON);
  return (
    <article className={own.place}>
      <h3>{address ? <a href={address}>{scenario}</a> : scenario}</h3>
      <dl>
        {order.map(({ name, median, gain }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <span
                className={own.bar}
                style={{ width: `${(100 * Math.abs(median)) / most}%` }}
                aria-hidden="true"
              />
              <span>
                {words.median(number.format(median), unit)}
                {name === linux && gain === 0 ? '' : words.gain(gain)}
              </span>
            </dd>
          </Fragment>
        ))}
      </dl>
    </article>
  );
}
