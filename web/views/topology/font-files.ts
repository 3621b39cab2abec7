// The fonts that a canvas in a worker has to load for itself: their names in the stylesheet, and where they are.

import interFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import monoFile from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import type { FontFile } from './messages.ts';

const files = [
  { family: 'Inter Variable', file: interFile },
  { family: 'JetBrains Mono Variable', file: monoFile },
] as const;

export const fontAddresses = (): FontFile[] =>
  files.map(({ family, file }) => ({ family, url: new URL(file, document.baseURI).href }));
