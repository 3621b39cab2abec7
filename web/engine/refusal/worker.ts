// The worker that asks a core of its own whether it takes definitions; whoever asked ends it.

import coreUrl from '../../../build/core/core.wasm?url';
import { serve } from '../calls.ts';
import { fetchCore, openWasm } from '../wasm.ts';
import { type Definitions, refusalOf } from './refusal.ts';

const service = {
  refusal: async (definitions: Definitions) =>
    refusalOf(await openWasm(await fetchCore(coreUrl)), definitions),
};
export type RefusalService = typeof service;

serve(self, service);
