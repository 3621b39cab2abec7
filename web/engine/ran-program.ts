// What a run of a workload of one's own has to be told besides its definition, whose words hold no names. All of it in one
// value that is always said, undefined for other workloads: what hands a run on cannot leave out a part.

import type { SharedField } from './field-names.ts';
import type { ProgramKind } from './loops.ts';

export interface RanProgram {
  /** The kinds of its tasks. */
  readonly kinds: readonly ProgramKind[];
  /** The fields of the structure that they share. */
  readonly fields: readonly SharedField[];
}

/** Without what else somebody knows of it: a run may be sent to a worker. */
export const ranProgram = (program: RanProgram | undefined): RanProgram | undefined =>
  program && { kinds: program.kinds, fields: program.fields };
