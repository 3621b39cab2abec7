// Where the package has its scenarios and the core: beside itself, on disk. In a browser files-browser.ts stands in its place.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentReader } from '../web/scenario/index.ts';
import { nodeReader } from '../web/scenario/node.ts';

const beside = (...parts: string[]): string =>
  path.join(path.dirname(fileURLToPath(import.meta.url)), ...parts);

export const reader = (): ContentReader => nodeReader(beside('scenarios'));

/** A build of the core, such as "policy.wasm". */
export const moduleBytes = (name: string): Promise<BufferSource> =>
  readFile(beside('build/core', name));
