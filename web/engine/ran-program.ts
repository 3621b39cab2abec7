// The facts that a run of a custom workload needs besides its definition, which holds no names. They are one value
// that is always passed, undefined for other workloads, so that no code that passes a run on can leave out a part.

import type { SharedField } from './field-names.ts';
import type { ProgramKind } from './loops.ts';

export interface RanProgram {
  /** The kinds of its tasks. */
  readonly kinds: readonly ProgramKind[];
  /** The fields of the structure that they share. */
  readonly fields: readonly SharedField[];
}

/** Reduces a program to the fields of RanProgram: a run may be sent to a worker. */
export const ranProgram = (program: RanProgram | undefined): RanProgram | undefined =>
  program && { kinds: program.kinds, fields: program.fields };
