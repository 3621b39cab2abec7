// The prose of a step, with the values that the runs on stage have given so far. A chunk of its own: reading the
// measures of a run costs its worker time, so only a step that names values asks for them.

import { bound } from '../../learn/step/step.ts';
import { metrics } from '../../scenario/index.ts';
import type { Step } from '../../scenario/step-schema.ts';
import { formatFigure } from '../../stage/figure.ts';
import { useHeadReport } from '../../stage/head-report.ts';
import { measure } from '../../stage/measures.ts';
import { duration, significant, unbroken } from '../../ui/format.ts';
import { unmeasured } from './step-words.ts';

/** Within a sentence, which itself says what is counted. */
function inSentence(value: number, metric: string): string {
  const unit = metrics.find(({ name }) => name === metric)?.unit;
  if (unit === '%' || unit === 'cycles') return formatFigure(value, metric);
  return unit === 'ns' ? duration(value) : significant(value, 3);
}

export default function StepText({ step }: { readonly step: Step }) {
  const [a, b] = [useHeadReport('A'), useHeadReport('B')];
  const [c, d] = [useHeadReport('C'), useHeadReport('D')];
  const reports = { A: a, B: b, C: c, D: d };
  const said = bound(step.text, step.values ?? [], ({ metric, line, variant }) => {
    const value = measure(metric, reports[variant], a, line);
    return typeof value === 'number' ? inSentence(value, metric) : unmeasured;
  });
  return <p>{unbroken(said)}</p>;
}
