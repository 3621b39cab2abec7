// Which module runs a definition in the browser: core.wasm, or policy.wasm where it has a policy or a workload of one's
// own. The latter is the same core with the machines that these run on; it is fetched only for one.

import coreUrl from '../../build/core/core.wasm?url';
import policyUrl from '../../build/core/policy.wasm?url';
import type { DefinitionInput } from './definition.ts';
import { hasOwn } from './own-code.ts';

/** That of all definitions but a few. */
export const usualModule: string = coreUrl;

/** The address of a module that runs all of them. */
export const moduleOf = (...definitions: readonly DefinitionInput[]): string =>
  definitions.some(hasOwn) ? policyUrl : coreUrl;
