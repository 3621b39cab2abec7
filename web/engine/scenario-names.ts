// The names that only a scenario knows, put into the catalog of its run: of a policy's variables, and of the tasks and
// fields of a workload of one's own. Runs without any of them do not fetch this file.

import type { DefinitionInput } from './definition.ts';
import { withPolicyNames } from './policy-names.ts';
import { withProgramNames } from './program-names.ts';
import type { RanProgram } from './ran-program.ts';
import type { Catalog, PolicyNames } from './types/catalog.ts';

export interface ScenarioNames {
  /** What the text of its policy calls what it reads. */
  readonly policy?: PolicyNames | undefined;
  /** Of a workload of one's own. */
  readonly program?: RanProgram | undefined;
}

export function withScenarioNames(
  catalog: Catalog,
  { policy, program }: ScenarioNames,
  { workload_parameter: parameters }: DefinitionInput,
): Catalog {
  const known = policy ? withPolicyNames(catalog, policy) : catalog;
  return withProgramNames(known, program, parameters);
}
