// The names that only a scenario knows, put into the catalog of its run: of a policy's variables, and of the fields that
// tasks of a workload share. Runs without any of them do not fetch this file.

import type { DefinitionInput } from './definition.ts';
import { areFieldsMoved, type SharedField, withFieldNames } from './field-names.ts';
import { withPolicyNames } from './policy-names.ts';
import type { Catalog, PolicyNames } from './types/catalog.ts';

export interface ScenarioNames {
  /** What the text of its policy calls what it reads. */
  readonly policy?: PolicyNames | undefined;
  /** Of the structure that tasks of a workload of one's own share. */
  readonly fields?: readonly SharedField[] | undefined;
}

export function withScenarioNames(
  catalog: Catalog,
  { policy, fields = [] }: ScenarioNames,
  { workload_parameter: parameters }: DefinitionInput,
): Catalog {
  const known = policy ? withPolicyNames(catalog, policy) : catalog;
  return withFieldNames(known, fields, areFieldsMoved(parameters));
}
