// What the simulator says to an answer.

import type { ReactNode } from 'react';
import { type Ask, isTask, type SketchAsk } from '../../scenario/lab/ask-schema.ts';
import {
  type AnswerVerdict,
  type GivenAnswer,
  judgeAnswer,
  simulatedCurve,
  type TrialRuns,
} from '../../scenario/lab/judge.ts';
import { formatTime } from '../../scenario/units.ts';
import styles from './Lab.module.css';
import { SketchPlot } from './SketchPlot.tsx';
import { words } from './words.ts';

/** An answer as a reader gave it. */
function textOf(ask: Ask, said: GivenAnswer): string {
  switch (ask.kind) {
    case 'choice':
      return ask.choices.find(({ id }) => id === said)?.says ?? String(said);
    case 'cpu':
      return words.cpu(Number(said));
    case 'moment':
      return formatTime(Math.round(Number(said)));
    case 'sketch':
      return words.circles;
    default:
      return String(said);
  }
}

interface Props {
  readonly ask: Ask;
  readonly said: GivenAnswer;
  readonly runs: TrialRuns;
  readonly seed: number;
  /** Stands before what was answered, which is known and may be long. */
  readonly reason?: ReactNode;
}

export function Verdicts({ ask, said, runs, seed, reason }: Props) {
  const verdicts = judgeAnswer(ask, said, new Map([[seed, runs]]));
  if (isTask(ask))
    return (
      <>
        <Checks verdicts={verdicts} />
        {reason}
      </>
    );
  const [verdict] = verdicts;
  const answer = (
    <>
      <dt>{words.you}</dt>
      <dd>{textOf(ask, said)}</dd>
    </>
  );
  return (
    <>
      {verdict && (
        <>
          <p className={styles.verdict} data-met={verdict.points === verdict.of}>
            <strong>{words.verdict(verdict.points, verdict.of)}</strong>{' '}
            {words.points(verdict.points, verdict.of)}
          </p>
          <dl>
            <dt>{words.simulated}</dt>
            <dd>{verdict.found ?? words.missing}</dd>
            {!reason && answer}
          </dl>
          {reason}
          {reason && <dl>{answer}</dl>}
        </>
      )}
      {ask.kind === 'sketch' && <Sketched ask={ask} said={said} runs={runs} />}
    </>
  );
}

function Sketched({ ask, said, runs }: Pick<Props, 'said' | 'runs'> & { readonly ask: SketchAsk }) {
  return (
    <SketchPlot
      ask={ask}
      curves={[
        { of: 'drawn', values: Array.isArray(said) ? said : [] },
        { of: 'simulated', values: simulatedCurve(ask, runs) },
      ]}
    />
  );
}

function Checks({ verdicts }: { readonly verdicts: readonly AnswerVerdict[] }) {
  return (
    <ul className={styles.checks}>
      {verdicts.map(({ id, says, points, of, found }) => (
        <li key={id} data-met={points === of}>
          {says}.{' '}
          <strong>
            {found ?? words.missing}: {points === of ? words.holds : words.fails},{' '}
            {words.points(points, of)}.
          </strong>
        </li>
      ))}
    </ul>
  );
}
