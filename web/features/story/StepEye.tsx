// What of a step leads the eye and the hand, below its text: what to look at, something to try, and in the last step where
// one meets it at work. A chunk of its own: stories told before have none of it.

import { type ReactNode, useEffect } from 'react';
import { pointersIn } from '../../scenario/pointer.ts';
import { namesIn, type Step } from '../../scenario/step-schema.ts';
import { showOnce } from '../../stage/ring.ts';
import { LinkedText } from './LinkedText.tsx';
import { StepEventLine } from './StepEvent.tsx';
import styles from './StepEye.module.css';
import { StepTryButton } from './StepTry.tsx';
import { eye as words } from './step-words.ts';
import { useBound } from './use-bound.ts';

export default function StepEye({ step }: { readonly step: Step }) {
  return (
    <>
      {step.watch && (
        <Watch target={pointersIn(step.watch)[0]!}>
          <Said step={step} told={step.watch} />
        </Watch>
      )}
      {typeof step.at === 'object' && <StepEventLine />}
      {step.try && <StepTryButton tried={step.try} />}
      {step.meets && (
        <section className={styles.meets}>
          <h3>{words.meets}</h3>
          <p>
            <Said step={step} told={step.meets} />
          </p>
        </section>
      )}
    </>
  );
}

interface SaidProps {
  readonly step: Step;
  readonly told: string;
}

/** A text of the step; only one that names values asks the runs for them. */
function Said({ step, told }: SaidProps) {
  return namesIn(told).length > 0 ? (
    <Bound step={step} told={told} />
  ) : (
    <LinkedText>{told}</LinkedText>
  );
}

function Bound({ step, told }: SaidProps) {
  return <LinkedText>{useBound(step)(told)}</LinkedText>;
}

/** It rings its mark once when the step opens. */
function Watch({ target, children }: { readonly target: string; readonly children: ReactNode }) {
  useEffect(() => showOnce(target), [target]);
  return (
    <p className={styles.watch} data-step="watch">
      <span aria-hidden="true">◉ </span>
      {children}
    </p>
  );
}
