// A Vite plugin: the hash of a module of the simulator, `core.wasm?hash` beside `core.wasm?url`, as fetch() takes it. What
// has another byte by the time it arrives is then refused by the browser before anything of it runs.

import { existsSync, readFileSync } from 'node:fs';
import { sha256Of } from './files.mjs';

const asked = '.wasm?hash';

/** What fetch() calls the integrity of these bytes. */
export const integrityOf = (bytes) => `sha256-${sha256Of(bytes, 'base64')}`;

export function coreHashes() {
  return {
    name: 'core-hashes',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(asked)) return undefined;
      const file = id.slice(0, -'?hash'.length);
      this.addWatchFile(file);
      // Tests of units fetch none, and there need be none.
      const hash = existsSync(file) ? integrityOf(readFileSync(file)) : '';
      return { code: `export default ${JSON.stringify(hash)};`, moduleType: 'js' };
    },
  };
}
