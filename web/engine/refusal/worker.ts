// The worker that asks a core of its own whether it accepts definitions; its owner ends it.

import { reportLife } from '../../base/worker-life.ts';
import { serve } from '../calls.ts';
import { fetchModule, moduleOf } from '../modules.ts';
import { openWasm } from '../wasm.ts';
import { type Definitions, validateDefinitions } from './refusal.ts';

const service = {
  refusal: async (definitions: Definitions) =>
    validateDefinitions(
      await openWasm(await fetchModule(moduleOf(...Object.values(definitions)))),
      definitions,
    ),
};
export type RefusalService = typeof service;

reportLife();
serve(self, service);
