// What is kept of a file's name: its last part, in characters that steer nothing, and never all of a long one.

import { expect, test } from 'vitest';
import { fileSourceOf } from './source.ts';

test.each([
  ['/home/somebody/secret/trace.txt', 'trace.txt'],
  ['C:\\Users\\somebody\\trace.txt', 'trace.txt'],
  ['__proto__', '__proto__'],
  ['<img onerror=x>', '<img onerror=x>'],
  ['a\u001b[2Jb\u202etxt\u2066', 'a?[2Jb?txt?'],
  ['x'.repeat(300), 'x'.repeat(80)],
  ['', 'recording'],
])('of a file named %j is kept %j', async (given, kept) => {
  const source = await fileSourceOf('recording', given, new Uint8Array([1, 2]), undefined);
  expect(source.name).toBe(kept);
  expect(source.bytes).toBe(2);
  expect(JSON.stringify(source)).not.toContain('somebody');
});
