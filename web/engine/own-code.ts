// Whether a definition brings code of its own, which only the larger module runs.

import { FAIR } from './abi.gen.ts';
import type { DefinitionInput } from './definition.ts';

/** It has a policy, a workload of one's own, or the class that asks a policy. */
export const hasOwn = ({
  policy_words: policy = 0,
  program_words: program = 0,
  fair_class: fair,
}: DefinitionInput): boolean => Number(policy) + Number(program) > 0 || fair === FAIR.EXT;
