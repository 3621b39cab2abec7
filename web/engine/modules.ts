// Which module runs a definition in the browser: core.wasm, or policy.wasm where it has a policy of one's own. The
// latter is the same core with the machine that policies run on; it is fetched only for one.

import coreUrl from '../../build/core/core.wasm?url';
import policyUrl from '../../build/core/policy.wasm?url';
import type { DefinitionInput } from './definition.ts';

const hasPolicy = ({ policy_words: words = 0 }: DefinitionInput): boolean => Number(words) > 0;

/** The address of a module that runs all of them. */
export const moduleOf = (...definitions: readonly DefinitionInput[]): string =>
  definitions.some(hasPolicy) ? policyUrl : coreUrl;
