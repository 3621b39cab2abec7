// Makes the files of further vectors anew: node tests/vectors/reference/generate.mjs. The same commit
// gives the same files; a test holds that they are what this makes.

import { writeFileSync } from 'node:fs';
import { fairFurther } from './fair/generate/file.mjs';

const FILES = { 'fair-further-vectors.json': fairFurther };

for (const [name, make] of Object.entries(FILES)) {
  const text = make();
  writeFileSync(new URL(`../${name}`, import.meta.url), text);
  process.stdout.write(`tests/vectors/${name}: ${Math.round(text.length / 1024)} KiB\n`);
}
