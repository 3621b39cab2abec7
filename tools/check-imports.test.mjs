import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkC, checkMap, checkScript } from './check-imports.mjs';
import { cFunctions } from './lib/functions.mjs';

describe('the core', () => {
  it('may include what lies below', () => {
    const text = '#include "base/arena.h"\n#include "line.h"\n#include "schedscape.h"\n';
    expect(checkC('wasm-core/src/machine/line.c', text)).toEqual([]);
  });
  it('must not include what lies above', () => {
    expect(checkC('wasm-core/src/base/arena.c', '\n#include "exec/task.h"\n')).toEqual([
      'wasm-core/src/base/arena.c:2: base/ must not include exec/task.h: imports run downward only',
    ]);
  });
  it('may keep the files of one mechanism in a folder of their room', () => {
    const text = '#include "sched/rules/pelt.h"';
    expect(checkC('wasm-core/src/sched/fair/a.c', text)).toEqual([]);
    expect(checkC('wasm-core/src/exec/a.c', text)).toHaveLength(1);
  });
  it('must not include what lies on a floor of sched/ above its own', () => {
    const upward = {
      'sched/explain/a.c': 'sched/fair/balance/balance_rq.h',
      'sched/fair/queue/a.h': 'sched/fair/fork.h',
      'sched/rt/a.c': 'sched/core/interrupts.h',
      'sched/a.h': 'sched/state/fair.h',
    };
    for (const [file, target] of Object.entries(upward)) {
      const floor = file.replace(/a\.[ch]$/, '');
      expect(checkC(`wasm-core/src/${file}`, `\n#include "${target}"\n`)).toEqual([
        `wasm-core/src/${file}:2: ${floor} must not include ${target}: imports run downward only`,
      ]);
    }
  });
  it('stands on a floor of the list', () => {
    expect(checkC('wasm-core/src/sched/attic/a.c', '')[0]).toContain('no floor "attic"');
    expect(checkC('wasm-core/src/attic/a.c', '')[0]).toContain('no room "attic"');
    expect(checkC('wasm-core/src/exec/a.c', '#include "attic/a.h"')[0]).toContain('no room');
  });
  it('takes the public header whole, not by its parts', () => {
    expect(checkC('wasm-core/src/exec/a.c', '#include "schedscape/views.h"')).toEqual([
      'wasm-core/src/exec/a.c:1: include "schedscape.h", of which schedscape/views.h is a part',
    ]);
  });
  it("must not include another room's private header", () => {
    expect(checkC('wasm-core/src/exec/a.c', '#include "base/wheel_internal.h"')).toHaveLength(1);
    expect(checkC('wasm-core/src/base/a.c', '#include "base/wheel_internal.h"')).toEqual([]);
  });
});

describe('the map', () => {
  it('has a row for every room of the core, floor of sched/ and room of the page', () => {
    const map = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
    expect(checkMap(map)).toEqual([]);
    const stale = map.replace(/^\| `(mm|rt|web\/learn)\/` .*\n/gm, '');
    expect(checkMap(stale)).toEqual([
      'ARCHITECTURE.md: the tables of rooms leave out rt/',
      'ARCHITECTURE.md: the tables of rooms leave out mm/',
      'ARCHITECTURE.md: the tables of rooms leave out web/learn/',
    ]);
  });
});

describe('the page', () => {
  it('keeps views apart', () => {
    const text = "import { a } from '../topology/layout.ts';";
    expect(checkScript('web/views/c2c/table.tsx', text)[0]).toContain('must not import the view');
    expect(checkScript('web/views/c2c/table.tsx', "import { a } from '../format.ts';")).toEqual([]);
  });
  it('keeps features apart, above the stage and below the shell', () => {
    const check = (target) => checkScript('web/features/curves/a.ts', `import '${target}';`);
    expect(check('../pages/index.ts')[0]).toContain('must not import the feature pages');
    expect(check('../../app/App.tsx')).toHaveLength(1);
    expect(check('../../stage/store.ts')).toEqual([]);
    expect(checkScript('web/stage/a.ts', "import '../features/pages/index.ts';")).toHaveLength(1);
  });
  it('keeps React out of the engine', () => {
    expect(checkScript('web/engine/a.ts', "import { useState } from 'react';")).toHaveLength(1);
  });
  it('finds imports that run upward, also dynamic ones and those over several lines', () => {
    const upward = ["import {\n  a,\n} from '../app/a.ts';", "void import('../views/c2c/a.ts');"];
    for (const text of upward) expect(checkScript('web/scenario/a.ts', text)).toHaveLength(1);
  });
  it('lets the command line know engine and scenario only', () => {
    expect(checkScript('cli/main.ts', "import { a } from '../web/engine/a.ts';")).toEqual([]);
    expect(checkScript('cli/main.ts', "import { a } from '../web/exchange/a.ts';")).toEqual([]);
    expect(checkScript('cli/main.ts', "import { a } from '../web/ui/a.ts';")).toHaveLength(1);
    expect(checkScript('web/exchange/a.ts', "import { a } from 'react';")).toHaveLength(1);
  });
});

describe('lengths', () => {
  const body = (lines) => '    x();\n'.repeat(lines);
  it('refuses a C function that does not fit a screen', () => {
    const text = `static int f(int a)\n{\n${body(58)}}\n`;
    expect(cFunctions(text)).toEqual([{ label: 'f', line: 1, lines: 61 }]);
    expect(checkC('wasm-core/src/base/a.c', text)[0]).toContain('f is 61 lines long');
  });
  it('does not count brackets in comments, strings and macros', () => {
    const text =
      '#define F(x) \\\n    do { \\\n' + 'int f(void)\n{\n    /* { */ g("{", \'{\');\n}\n';
    expect(cFunctions(text.replace('do { \\\n', 'do { x; } while (0)\n'))).toHaveLength(1);
  });
});
