// Where things lie in the tree. Only folders: what is done in them belongs to the other files.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => path.join(root, ...parts);
export const coreDir = inRoot('wasm-core');
export const buildDir = inRoot('build');
export const distDir = inRoot('dist');
