// The prose of a step, with the values that the runs on stage have given so far. A chunk of its own: reading the
// measures of a run costs its worker time, so only a step that names values asks for them.

import type { Step } from '../../scenario/step-schema.ts';
import { LinkedText } from './LinkedText.tsx';
import { useBound } from './use-bound.ts';

export default function StepText({ step }: { readonly step: Step }) {
  const bind = useBound(step);
  return (
    <p>
      <LinkedText>{bind(step.text)}</LinkedText>
    </p>
  );
}
