// The question of a step in the place of its text, which one may skip: the answer is said, then the runs of what is on stage
// say theirs. What it covers meanwhile is not its business (stage/withheld.ts).

import { useEffect, useRef, useState } from 'react';
import { AskForm } from '../../learn/lab/AskForm.tsx';
import { Hints } from '../../learn/lab/Hints.tsx';
import lab from '../../learn/lab/Lab.module.css';
import { Verdicts } from '../../learn/lab/Result.tsx';
import { words } from '../../learn/lab/words.ts';
import type { LabQuestion } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer, TrialRuns } from '../../scenario/lab/judge.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';
import { useIsPhone } from '../../stage/panels.ts';
import { useSession } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { guessOf, settle } from '../../stage/withheld.ts';
import { Button } from '../../ui/Button.tsx';
import { messageOf } from '../../ui/errors.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './StepAsk.module.css';
import { usePicked } from './use-picked.ts';

interface Props {
  readonly ask: LabQuestion;
  readonly hints: readonly string[];
  /** Why the run answers so. */
  readonly why: string | undefined;
  /** Goes on without an answer. */
  readonly onSkip: () => void;
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
function useAnswer(recipe: Recipe, ask: LabQuestion, said: GivenAnswer | undefined) {
  const [found, setFound] = useState<
    { readonly said: GivenAnswer; readonly runs: TrialRuns } | string
  >();
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

export default function StepAsk({ ask, hints, why, onSkip }: Props) {
  const { opened } = useSession();
  const recipe = runsOnly(opened.recipe);
  const guess = useStageState(({ guesses }) => guessOf(ask, guesses));
  const said = typeof guess === 'object' ? guess.said : undefined;
  const found = useAnswer(recipe, ask, said);
  const region = useVerdict(said !== undefined, typeof found === 'object');
  if (guess === 'skipped') return null;
  return (
    <section ref={region} tabIndex={-1} className={styles.ask} aria-label={words.askedFirst}>
      {said === undefined && <Form ask={ask} hints={hints} recipe={recipe} onSkip={onSkip} />}
      {said !== undefined && found === undefined && <p role="status">{words.running}</p>}
      {typeof found === 'string' && <p role="alert">{words.failed(found)}</p>}
      {typeof found === 'object' && (
        <section className={lab.result} aria-label={words.simulated}>
          <Verdicts
            ask={ask}
            said={found.said}
            runs={found.runs}
            seed={opened.seed}
            reason={why && <Reason why={why} />}
          />
          <p className={styles.asked}>{unbroken(ask.question)}</p>
        </section>
      )}
    </section>
  );
}

const Reason = ({ why }: { readonly why: string }) => (
  <p>
    <strong>{words.why}.</strong> {unbroken(why)}
  </p>
);

/** The form went with what had the focus: the verdict takes it, and is read first. */
function useVerdict(isSaid: boolean, isFound: boolean) {
  const region = useRef<HTMLElement>(null);
  const wasSaid = useRef(isSaid);
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isSaid && !wasSaid.current) region.current?.focus({ preventScroll: true });
    if (isSaid && isFound && !wasSaid.current) {
      // The column from its top, where it scrolls by itself; else the page, whose pictures stay over it.
      const panel = region.current?.closest('[data-panel]');
      if (panel && panel.scrollHeight > panel.clientHeight) panel.scrollTop = 0;
      else region.current?.scrollIntoView({ block: isPhone ? 'start' : 'nearest' });
      wasSaid.current = true;
    }
  }, [isSaid, isFound, isPhone]);
  return region;
}

interface FormProps extends Pick<Props, 'ask' | 'hints' | 'onSkip'> {
  readonly recipe: Recipe;
}

function Form({ ask, hints, recipe, onSkip }: FormProps) {
  const [shown, setShown] = useState(0);
  const picked = usePicked(ask);
  return (
    <>
      <AskForm
        ask={ask}
        recipe={recipe}
        busy={false}
        onSay={(said) => settle(ask, { said })}
        onStage={picked}
        beside={<Button onClick={onSkip}>{words.skip}</Button>}
      />
      <Hints hints={hints} shown={shown} onNext={setShown} />
    </>
  );
}
