// Which first occurrences the head of a run looks for: those that its scenario marks.

import type { MarkQuestion } from '../engine/marks.ts';
import type { OpenedScenario } from '../scenario/index.ts';

/** The marks of a scenario that have to be looked for, in its order; see marks.ts. */
export const markQuestionsOf = ({ scenario }: OpenedScenario): MarkQuestion[] =>
  (scenario.marks ?? []).flatMap(({ first, line, waiting }) =>
    first === undefined || first === 'measured-window' ? [] : [{ first, line, waiting }],
  );
