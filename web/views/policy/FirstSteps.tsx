// A way in, step by step: policies to begin with, each where it shows what it is for. The page "Write a policy" of the
// documentation in short.

import { Button } from '../../ui/Button.tsx';
import styles from './FirstSteps.module.css';
import { type FirstStep, firstSteps } from './first-steps.ts';
import { words } from './words.ts';

export function FirstSteps({ onStep }: { readonly onStep: (step: FirstStep) => void }) {
  return (
    <details className={styles.steps}>
      <summary>{words.firstSteps}</summary>
      <ol>
        {firstSteps.map((step) => (
          <li key={step.title}>
            <strong>{step.title}.</strong> {step.text}{' '}
            <Button onClick={() => onStep(step)}>{words.takeStep(step.title)}</Button>
          </li>
        ))}
      </ol>
    </details>
  );
}
