// The texts of a step with the values that the runs on stage have given so far; what a question withholds is not told. Of
// other settings than the story's own a sentence tells nothing: it keeps the values that whole runs of the story gave, and
// has those of the runs on stage where there were none.

import { useMemo } from 'react';
import { bound } from '../../learn/step/step.ts';
import type { OpenedScenario } from '../../scenario/index.ts';
import type { Step } from '../../scenario/step-schema.ts';
import { inSentence } from '../../stage/in-sentence.ts';
import { measure, type RunReport } from '../../stage/measures.ts';
import { useSession } from '../../stage/session.ts';
import { useWholeReports } from '../../stage/whole-reports.ts';
import { useAskedIn, useWithheldSide } from '../../stage/withheld.ts';
import { unmeasured } from './step-words.ts';

/** What whole runs of stories as they come have given, by run and value. */
const given = new Map<string, string>();

/** What tells one run of a story as it comes from another. */
const runOf = ({ name, seed, machine }: OpenedScenario): string =>
  JSON.stringify([name, seed, machine]);

const isWhole = (report: RunReport | undefined, { window }: OpenedScenario): boolean =>
  report?.isKept === true || (report?.headline.windowLength ?? 0) >= window.to - window.from;

export function useBound(step: Step): (told: string) => string {
  const reports = useWholeReports();
  const withheld = useWithheldSide();
  const askedIn = useAskedIn();
  const { opened } = useSession();
  const run = useMemo(() => runOf(opened), [opened]);
  const isTurned = Object.keys(opened.recipe.set ?? {}).length > 0;
  const isElsewhere = step.ask && 'set' in step.ask && step.ask.set !== undefined;
  return (told) =>
    bound(told, step.values ?? [], (asked) => {
      // What the question withholds its text does not tell; of other settings it tells nothing.
      if (asked.variant === withheld && !isElsewhere) return unmeasured;
      if (askedIn(asked.variant, asked.metric, asked.line) !== undefined) return unmeasured;
      const key = JSON.stringify([run, asked]);
      const before = isTurned ? given.get(key) : undefined;
      if (before !== undefined) return before;
      const of = reports[asked.variant];
      const value = measure(asked.metric, of, reports.A, asked.line);
      if (typeof value !== 'number') return unmeasured;
      const said = inSentence(value, asked);
      if (!isTurned && isWhole(of, opened) && isWhole(reports.A, opened)) given.set(key, said);
      return said;
    });
}
