// A step of a lab: its text, the question, and after the answer the verdict of the simulator. Nothing of the run is
// on the page before the answer.

import { useEffect, useState } from 'react';
import { hashOfRecipe } from '../../scenario/index.ts';
import { isTask } from '../../scenario/lab/ask-schema.ts';
import {
  type AnswerVerdict,
  type GivenAnswer,
  judgeAnswer,
  type TrialRuns,
} from '../../scenario/lab/judge.ts';
import { recipeOfStep } from '../../scenario/lab/lab.ts';
import type { LabStep } from '../../scenario/lab/lab-schema.ts';
import { type Sheet, type SheetAnswer, sealOf } from '../../scenario/lab/sheet.ts';
import { Button } from '../../ui/Button.tsx';
import { messageOf } from '../../ui/errors.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { AskForm } from './AskForm.tsx';
import { Hints } from './Hints.tsx';
import styles from './Lab.module.css';
import { Verdicts } from './Result.tsx';
import { words } from './words.ts';

interface Props {
  readonly step: LabStep;
  readonly number: number;
  readonly of: number;
  readonly sheet: Sheet;
  readonly onAnswer: (id: string, answer: SheetAnswer) => void;
  readonly onVerdicts: (id: string, verdicts: readonly AnswerVerdict[]) => void;
}

const runs = () => import('./runs.ts');

/** What the runs say to an answer of the sheet, and what is under way. */
function useRuns({ step, sheet, onAnswer, onVerdicts }: Props, hints: number) {
  const { ask } = step;
  const kept = Object.hasOwn(sheet.answers, ask.id) ? sheet.answers[ask.id] : undefined;
  // An object of its own each time: the same answer again is asked again.
  const [asked, setAsked] = useState(kept && { said: kept.said });
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<{
    readonly asked: object;
    readonly said: GivenAnswer;
    readonly runs: TrialRuns;
  }>();
  // A run answers what was said; whatever else changes meanwhile does not ask anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!asked) return;
    const { said } = asked;
    const over = new AbortController();
    setProblem(undefined);
    const run = async () => {
      try {
        const measured = await (await runs()).runStep(step, sheet.seed, said, over.signal);
        if (over.signal.aborted) return;
        setFound({ asked, said, runs: measured });
        const hashes = Object.entries(measured).map(([id, { trace_hash }]) => [id, trace_hash]);
        const answer = { said, hints, runs: Object.fromEntries(hashes) };
        onVerdicts(ask.id, judgeAnswer(ask, said, new Map([[sheet.seed, measured]])));
        onAnswer(ask.id, { ...answer, seal: sealOf(sheet, ask.id, answer) });
      } catch (error) {
        if (!over.signal.aborted) setProblem(messageOf(error));
      }
    };
    void run();
    return () => over.abort();
  }, [asked, step, sheet.seed]);
  const isBusy = asked !== undefined && found?.asked !== asked && problem === undefined;
  return { found, isBusy, problem, say: (said: GivenAnswer) => setAsked({ said }) };
}

export function LabStepView(props: Props) {
  const { step, number, of, sheet } = props;
  const { ask, hints = [] } = step;
  const kept = Object.hasOwn(sheet.answers, ask.id) ? sheet.answers[ask.id] : undefined;
  const [hinted, setHinted] = useState(kept?.hints ?? 0);
  const { found, isBusy, problem, say } = useRuns(props, hinted);
  const isOpen = isTask(ask) || (!found && !kept);
  return (
    <section className={styles.step} aria-label={words.step(number, of)}>
      <p className={styles.count}>{words.step(number, of)}</p>
      <h2>{step.title}</h2>
      <p>{unbroken(step.text)}</p>
      {isOpen && (
        <AskForm
          ask={ask}
          recipe={recipeOfStep(step, sheet.seed)}
          kept={kept?.said}
          busy={isBusy}
          onSay={say}
        />
      )}
      <Hints hints={hints} shown={hinted} onNext={isOpen ? setHinted : undefined} />
      {isBusy && <p role="status">{words.running}</p>}
      {problem !== undefined && <p role="alert">{words.failed(problem)}</p>}
      {found && !isBusy && (
        <Result step={step} said={found.said} runs={found.runs} seed={sheet.seed} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly step: LabStep;
  readonly said: GivenAnswer;
  readonly runs: TrialRuns;
  readonly seed: number;
}

/** True while a task is still to be solved: the reason would give its answer away, so it is shown only on request. */
const isToTry = ({ ask }: LabStep, said: GivenAnswer, runs: TrialRuns, seed: number): boolean =>
  isTask(ask) &&
  judgeAnswer(ask, said, new Map([[seed, runs]])).some(({ points, of }) => points < of);

function Result({ step, said, runs, seed }: ResultProps) {
  const [isAsked, setAsked] = useState(false);
  const isTold = isAsked || !isToTry(step, said, runs, seed);
  return (
    <section className={styles.result} aria-label={words.simulated}>
      <Verdicts ask={step.ask} said={said} runs={runs} seed={seed} />
      {isTold ? (
        <>
          <h3>{words.why}</h3>
          <p>{unbroken(step.why)}</p>
        </>
      ) : (
        <div>
          <Button onClick={() => setAsked(true)}>{words.showWhy}</Button>
        </div>
      )}
      <p>
        <a href={hashOfRecipe(recipeOfStep(step, seed, said))} target="_blank" rel="noreferrer">
          {words.onStage}
        </a>
      </p>
    </section>
  );
}
