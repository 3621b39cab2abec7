// The question of a step, which one may skip: the answer is said, then the runs of what is on stage say theirs.

import { useEffect, useState } from 'react';
import { AskForm } from '../../learn/lab/AskForm.tsx';
import { Hints } from '../../learn/lab/Hints.tsx';
import lab from '../../learn/lab/Lab.module.css';
import { Verdicts } from '../../learn/lab/Result.tsx';
import { words } from '../../learn/lab/words.ts';
import type { Question } from '../../scenario/lab/ask-schema.ts';
import type { Runs, Said } from '../../scenario/lab/judge.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';
import { useSession } from '../../stage/session.ts';
import { Button } from '../../ui/Button.tsx';
import { messageOf } from '../../ui/errors.ts';
import styles from './StepAsk.module.css';
import { usePicked } from './use-picked.ts';

interface Props {
  readonly ask: Question;
  readonly hints: readonly string[];
}

/** What of a recipe says what runs. */
const runsOnly = ({
  view: _,
  playhead: __,
  selection: ___,
  lesson: ____,
  ...rest
}: Recipe): Recipe => rest;

/** The runs once something was said. */
function useAnswer(recipe: Recipe, ask: Question, said: Said | undefined) {
  const [found, setFound] = useState<{ readonly said: Said; readonly runs: Runs } | string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is asked once
  useEffect(() => {
    if (said === undefined) return;
    const over = new AbortController();
    const run = async () => {
      try {
        const { runAsk } = await import('../../learn/lab/runs.ts');
        const runs = await runAsk(recipe, ask, over.signal);
        if (!over.signal.aborted) setFound({ said, runs });
      } catch (error) {
        if (!over.signal.aborted) setFound(messageOf(error));
      }
    };
    void run();
    return () => over.abort();
  }, [said]);
  return found;
}

export default function StepAsk({ ask, hints }: Props) {
  const { opened } = useSession();
  const recipe = runsOnly(opened.recipe);
  const [said, setSaid] = useState<Said>();
  const [isSkipped, setSkipped] = useState(false);
  const [shown, setShown] = useState(0);
  const picked = usePicked(ask);
  const found = useAnswer(recipe, ask, said);
  if (isSkipped) return null;
  return (
    <section className={styles.ask} aria-label={words.askedFirst}>
      {said === undefined ? (
        <>
          <AskForm
            ask={ask}
            recipe={recipe}
            busy={false}
            onSay={setSaid}
            onStage={picked}
            beside={<Button onClick={() => setSkipped(true)}>{words.skip}</Button>}
          />
          <Hints hints={hints} shown={shown} onNext={setShown} />
        </>
      ) : (
        <p>
          <strong>{ask.question}</strong>
        </p>
      )}
      {said !== undefined && found === undefined && <p role="status">{words.running}</p>}
      {typeof found === 'string' && <p role="alert">{words.failed(found)}</p>}
      {typeof found === 'object' && (
        <section className={lab.result} aria-label={words.simulated}>
          <Verdicts ask={ask} said={found.said} runs={found.runs} seed={opened.seed} />
        </section>
      )}
    </section>
  );
}
