// The prose of a step, with the values that the runs on stage have given so far. A chunk of its own: reading the
// measures of a run costs its worker time, so only a step that names values asks for them.

import { bound } from '../../learn/step/step.ts';
import type { Step } from '../../scenario/step-schema.ts';
import { inSentence } from '../../stage/in-sentence.ts';
import { measure } from '../../stage/measures.ts';
import { useWholeReports } from '../../stage/whole-reports.ts';
import { unbroken } from '../../ui/format.ts';
import { unmeasured } from './step-words.ts';

export default function StepText({ step }: { readonly step: Step }) {
  const reports = useWholeReports();
  const said = bound(step.text, step.values ?? [], (asked) => {
    const value = measure(asked.metric, reports[asked.variant], reports.A, asked.line);
    return typeof value === 'number' ? inSentence(value, asked) : unmeasured;
  });
  return <p>{unbroken(said)}</p>;
}
