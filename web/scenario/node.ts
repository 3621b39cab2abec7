// Content in Node: reads the scenarios folder from disk. For the command line and for tests; the
// browser must never import it.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentReader } from './platform.ts';

/** A reader of the content folder `scenarios` (the path of that folder). */
export function nodeReader(scenarios: string): ContentReader {
  const names = readdirSync(scenarios, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.json') && !file.startsWith('schema/'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const known = new Set(names);
  return {
    names: () => names,
    read: async (name) => {
      if (!known.has(name)) throw new RangeError(`no content ${name}`);
      return readFile(path.join(scenarios, `${name}.json`), 'utf8');
    },
  };
}
