// Which module runs a definition in the browser: core.wasm, or policy.wasm where it has a policy or a workload of one's
// own. The latter is the same core with the machines that these run on; it is fetched only for one.

import coreUrl from '../../build/core/core.wasm?url';
import policyUrl from '../../build/core/policy.wasm?url';
import { FAIR } from './abi.gen.ts';
import type { DefinitionInput } from './definition.ts';

/** That of all definitions but a few. */
export const usualModule: string = coreUrl;

/** Whether it brings code that only the larger module runs. */
const hasOwn = ({
  policy_words: policy = 0,
  program_words: program = 0,
  fair_class: fair,
}: DefinitionInput): boolean => Number(policy) + Number(program) > 0 || fair === FAIR.EXT;

/** The address of a module that runs all of them. */
export const moduleOf = (...definitions: readonly DefinitionInput[]): string =>
  definitions.some(hasOwn) ? policyUrl : coreUrl;
