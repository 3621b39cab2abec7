// Names of a workload of one's own in the catalog of its run: of its tasks, and of the structure that they share.

import { areFieldsMoved, withFieldNames } from './field-names.ts';
import type { RanProgram } from './ran-program.ts';
import { withKindNames } from './task-names.ts';
import type { Catalog } from './types/catalog.ts';

/** `parameters`: of its workload. */
export function withProgramNames(
  catalog: Catalog,
  program: RanProgram | undefined,
  parameters: unknown,
): Catalog {
  if (!program) return catalog;
  const kinds = program.kinds.map(({ name }) => name);
  return withKindNames(withFieldNames(catalog, program.fields, areFieldsMoved(parameters)), kinds);
}
