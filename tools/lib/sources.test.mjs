import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readSources } from './sources.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function tree(files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
  folders.push(folder);
  const write = (changed) => {
    for (const [name, text] of Object.entries(changed)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  };
  write(files);
  return { read: () => readSources(folder), write };
}

describe('a reading of the sources', () => {
  const files = {
    'src/exec/run.c': '#include "exec/run.h"\n#include "beside.h"\n#include <stdint.h>\n',
    'src/exec/run.h': '#include "all.h"\n',
    'src/exec/beside.h': '',
    'include/all.h': '#include "all/part.h"\n',
    'include/all/part.h': 'int a;\n',
    'src/exec/other.c': '#include "beside.h"\n',
  };

  it('finds headers beside the file, in include and in src, and those they read', () => {
    const { read } = tree(files);
    expect(read().headersOf('src/exec/run.c')).toEqual([
      'include/all.h',
      'include/all/part.h',
      'src/exec/beside.h',
      'src/exec/run.h',
    ]);
  });

  it('has another key for a source wherever a header that it reads differs, and for no other', () => {
    const { read, write } = tree(files);
    const keys = () => ['src/exec/run.c', 'src/exec/other.c'].map(read().keyOf);
    const [before, otherBefore] = keys();
    write({ 'include/all/part.h': 'int b;\n' });
    const [after, otherAfter] = keys();
    expect(after).not.toBe(before);
    expect(otherAfter).toBe(otherBefore);
  });

  it('ends where headers include each other, and finds all of them from wherever it begins', () => {
    const { read } = tree({
      'src/a.c': '#include "a.h"\n',
      'src/b.c': '#include "b.h"\n',
      'src/a.h': '#include "b.h"\n#include "c.h"\n',
      'src/b.h': '#include "a.h"\n',
      'src/c.h': '',
    });
    const reading = read();
    const all = ['src/a.h', 'src/b.h', 'src/c.h'];
    expect([reading.headersOf('src/a.c'), reading.headersOf('src/b.c')]).toEqual([all, all]);
  });
});
