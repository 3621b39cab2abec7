// Which module runs a definition in the browser: core.wasm, or policy.wasm where it has a policy or a workload of one's
// own. The latter is the same core with the machines that these run on; it is fetched only for one. Both are taken as they
// were built, or not at all.

import coreHash from '../../build/core/core.wasm?hash';
import coreUrl from '../../build/core/core.wasm?url';
import policyHash from '../../build/core/policy.wasm?hash';
import policyUrl from '../../build/core/policy.wasm?url';
import type { DefinitionInput } from './definition.ts';
import { hasOwn } from './own-code.ts';
import { fetchCore } from './wasm.ts';

/** That of all definitions but a few. */
export const usualModule: string = coreUrl;

/** The address of a module that runs all of them. */
export const moduleOf = (...definitions: readonly DefinitionInput[]): string =>
  definitions.some(hasOwn) ? policyUrl : coreUrl;

/** The module at such an address. Rejects as fetchCore does. */
export const fetchModule = (address: string): Promise<WebAssembly.Module> =>
  fetchCore(address, address === policyUrl ? policyHash : coreHash);
