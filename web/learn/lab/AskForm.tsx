// The question of a step and the place for its answer. It reports what is said; what becomes of it is the caller's business.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Ask, LabQuestion } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer } from '../../scenario/lab/judge.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { CpuAnswer } from './CpuAnswer.tsx';
import { DesignForm } from './DesignForm.tsx';
import styles from './Lab.module.css';
import { MomentAnswer } from './MomentAnswer.tsx';
import { numberWritten } from './number-in.ts';
import { SketchAnswer } from './SketchAnswer.tsx';
import { unitOf } from './unit.ts';
import { words } from './words.ts';

/** Comes with the compiler, and only where a lab asks for a policy. */
const PolicyForm = lazy(() => import('./PolicyForm.tsx'));

interface Props {
  readonly ask: Ask;
  /** What the question is about: whose machine and moments there are to pick from. */
  readonly recipe: Recipe;
  /** What was said before, to go on from. */
  readonly kept?: GivenAnswer | undefined;
  readonly busy: boolean;
  readonly onSay: (said: GivenAnswer) => void;
  /** What is selected on stage, where there is one: the answer that a press of a button takes. */
  readonly onStage?: { readonly said: string | number; readonly name: string } | undefined;
  /** Beside the button that answers. */
  readonly beside?: ReactNode;
}

export function AskForm(props: Props) {
  const { ask, recipe, kept, busy, onSay } = props;
  switch (ask.kind) {
    case 'design':
      return <DesignForm ask={ask} busy={busy} onSay={onSay} />;
    case 'policy':
      return (
        <Suspense fallback={<p role="status">{words.editorComes}</p>}>
          <PolicyForm
            ask={ask}
            begins={typeof kept === 'string' ? kept : (recipe.policy?.source ?? '')}
            busy={busy}
            onSay={onSay}
          />
        </Suspense>
      );
    default:
      return <QuestionForm {...props} ask={ask} />;
  }
}

function QuestionForm(props: Props & { readonly ask: LabQuestion }) {
  const { busy, onSay, onStage, beside } = props;
  const [said, setSaid] = useState<GivenAnswer>();
  const isComplete = said !== undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !busy) onSay(said);
      }}
    >
      <Answer {...props} said={said} onSaid={setSaid} />
      {onStage && <Button onClick={() => setSaid(onStage.said)}>{words.take(onStage.name)}</Button>}
      <div className={styles.buttons}>
        <Button type="submit" look="strong" disabled={!isComplete || busy}>
          {words.submit}
        </Button>
        {beside}
      </div>
      <p className={styles.note}>{words.once}</p>
    </form>
  );
}

interface AnswerProps extends Pick<Props, 'recipe'> {
  readonly ask: LabQuestion;
  readonly said: GivenAnswer | undefined;
  readonly onSaid: (said: GivenAnswer | undefined) => void;
}

function Answer({ ask, recipe, said, onSaid }: AnswerProps) {
  switch (ask.kind) {
    case 'cpu':
      return <CpuAnswer ask={ask} recipe={recipe} said={said} onSaid={onSaid} />;
    case 'moment':
      return <MomentAnswer ask={ask} recipe={recipe} said={said} onSaid={onSaid} />;
    case 'sketch':
      return <SketchAnswer ask={ask} onSaid={onSaid} />;
    case 'number':
      return <NumberAnswer ask={ask} onSaid={onSaid} />;
    default:
      return (
        <Choice
          className={styles.field}
          question={ask.question}
          offers={offersOf(ask)}
          value={typeof said === 'string' ? said : undefined}
          onChange={onSaid}
        />
      );
  }
}

type Chosen = Extract<LabQuestion, { kind: 'choice' | 'field' | 'line' }>;

function offersOf(ask: Chosen): { key: string; label: string }[] {
  if (ask.kind === 'choice') return ask.choices.map(({ id, says }) => ({ key: id, label: says }));
  if (ask.kind === 'line') return ask.offers.map(({ says }) => ({ key: says, label: says }));
  return ask.offers.map((name) => ({ key: name, label: name }));
}

interface NumberProps extends Pick<AnswerProps, 'onSaid'> {
  readonly ask: Extract<LabQuestion, { kind: 'number' }>;
}

function NumberAnswer({ ask, onSaid }: NumberProps) {
  const [written, setWritten] = useState('');
  return (
    <fieldset className={styles.field}>
      <legend>{unbroken(ask.question)}</legend>
      <label className={styles.typed}>
        {words.answer(unitOf(ask))}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          value={written}
          onChange={(event) => {
            setWritten(event.target.value);
            onSaid(numberWritten(event.target.value));
          }}
        />
      </label>
    </fieldset>
  );
}
