// The core's own files, with one thing in them broken at a time: what holds the house refuses each.

import { describe, expect, it } from 'vitest';
import { checkC, checkCore, coreFiles } from './check-imports.mjs';
import { callProblems, symbolsOf } from './lib/calls.mjs';
import { compilers } from './lib/compilers.mjs';
import { objectsOf } from './lib/core.mjs';
import { schedFloors } from './lib/floors.mjs';
import { doorProblems, headerProblems } from './lib/headers.mjs';
import { frameProblems, staleProblems } from './lib/path-form.mjs';

const core = coreFiles();
const push = 'wasm-core/src/sched/rt/rt_push.c';

/** What one of the checks says of the core with one file changed. */
function broken(file, change, check = () => []) {
  const text = core.get(file);
  const changed = change(text);
  expect(changed).not.toBe(text);
  const found = [...checkC(file, changed), ...check(new Map(core).set(file, changed))];
  return found.map((line) => line.replace(/:\d+:/, ':'));
}
const swap = (from, to) => (text) => text.replace(from, to);

describe("the core's house", () => {
  it('stands', () => {
    expect(checkCore(core)).toEqual([]);
  });
  it('has calls that go down only, as its compiled files say', async () => {
    const objects = await symbolsOf(await objectsOf(compilers.gcc));
    expect(objects.length).toBeGreaterThan(150);
    expect(callProblems(objects)).toEqual([]);
    const up = objects.map((object) =>
      object.source === 'src/sched/rt/rt_push.c'
        ? { ...object, undefined: [...object.undefined, 'try_to_wake_up'] }
        : object,
    );
    expect(callProblems(up)).toEqual([
      `${push}: sched/rt/ must not call try_to_wake_up of sched/core/: calls go down only`,
    ]);
  });
  it('has includes that go down only', () => {
    const include = '#include "sched/rt/rt_select.h"';
    expect(broken(push, swap(include, '#include "sched/core/core.h"'))).toEqual([
      `${push}: sched/rt/ must not include sched/core/core.h: imports run downward only`,
    ]);
  });
  it('has paths of one form', () => {
    const head = 'PATH_FRAME(double_lock_balance);';
    const says = (problem) => `${push}: a path ${problem} (double_lock_balance)`;
    expect(broken(push, swap(head, `${head}\n    u32 tries = 0;`))).toEqual([
      says('has a local that is not const'),
    ]);
    expect(broken(push, swap('SS_HOLDS(w, cpu, me->own);', ''))).toContain(
      says('asserts after PATH_BEGIN what it relies on (SS_HOLDS, SS_DEBUG_CHECK ...)'),
    );
    expect(broken(push, swap('PATH_RETURN(me->released);', 'return true;'))).toContain(
      says('leaves by PATH_RETURN, PATH_LEAVE or PATH_END'),
    );
    expect(broken(push, swap('.own = ', '.released = '), frameProblems)[0]).toContain(
      'released is not an argument of double_lock_balance',
    );
  });
  it('has no path whose locals a wait would change', () => {
    const account = 'wasm-core/src/sched/cache/account.c';
    const word = 'WORD(MM_SCHED, me->process, MM)';
    const asItWas = (text) =>
      text
        .replace(
          /(bool task_tick_cache[\s\S]*?)( {4}PATH_BEGIN;)/,
          `$1    const u32 mm = ${word};\n$2`,
        )
        .replace(`PATH_STORE(task_tick_cache, ${word});`, 'PATH_STORE(task_tick_cache, mm);');
    expect(broken(account, asItWas, staleProblems)).toEqual([
      `${account}: a local before PATH_BEGIN uses me->process, which the path assigns (task_tick_cache)`,
    ]);
  });
  it('has headers with what several files use and no more', () => {
    const header = 'wasm-core/src/sched/rt/rt_push.h';
    const more = (text) => text.replace(/#endif\s*$/, 'u32 ss_tries(void);\n\n#endif\n');
    expect(broken(header, more, headerProblems)).toEqual([
      `${header}: ss_tries stands in a header, but nobody uses it`,
    ]);
    const many = (text) => text.replace(/#endif\s*$/, `${'\n'.repeat(300)}#endif\n`);
    expect(broken(header, many, headerProblems)[0]).toContain('a header has at most 300');
  });
  it('has files that give nothing their header does not say', () => {
    const open = swap('static bool still_pushable', 'bool still_pushable');
    expect(broken(push, open, doorProblems)).toEqual([
      `${push}: still_pushable is not static, but its header leaves it out and no table names it`,
    ]);
  });
  it('has no floor of sched/ with three tenths of it, and an assertion a path and more', () => {
    const lines = (floor) =>
      [...core]
        .filter(([name]) =>
          new RegExp(`^wasm-core/src/sched/${floor ? `${floor}/` : ''}[^/]+$`).test(name),
        )
        .reduce((sum, [, text]) => sum + text.split('\n').length, 0);
    const floors = schedFloors.map(lines);
    const all = floors.reduce((a, b) => a + b);
    expect(Math.max(...floors) / all).toBeLessThan(0.3);
    const count = (pattern) =>
      [...core]
        .filter(([name]) => /^wasm-core\/src\/.*\.c$/.test(name))
        .reduce((sum, [, text]) => sum + (text.match(pattern) ?? []).length, 0);
    const checks = count(/\bSS_(?:HOLDS|HOLDS_NOT|IN_TASK|IN_PROGRAM|DEBUG_CHECK|CHECK)\(/g);
    expect(checks).toBeGreaterThan(Math.max(300, count(/\bPATH_BEGIN\b/g)));
  });
});
