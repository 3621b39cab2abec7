import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProblems, readSymbols, symbolsOf } from './calls.mjs';
import { run } from './run.mjs';

const file = (source, defined, wanted = []) => ({
  source: `src/${source}`,
  defined,
  undefined: wanted,
});
const problems = (...files) => callProblems(files);

describe('calls in the core', () => {
  const wheel = file('base/wheel.c', ['ss_wheel_set'], ['memset', 'ss_arena_take']);
  const arena = file('base/arena.c', ['ss_arena_take']);
  it('stay in their room or go to one below', () => {
    expect(problems(wheel, arena, file('exec/run.c', ['ss_run'], ['ss_wheel_set']))).toEqual([]);
  });
  it('never go up, whatever a header declares', () => {
    const up = file('base/arena.c', ['ss_arena_take'], ['ss_run']);
    expect(problems(up, file('exec/run.c', ['ss_run']))).toEqual([
      'wasm-core/src/base/arena.c: base/ must not call ss_run of exec/: calls go down only',
    ]);
  });
  it('go down the floors of sched/, too', () => {
    const push = file('sched/rt/rt_push.c', ['push_rt_task'], ['try_to_wake_up', 'ss_resched']);
    const core = file('sched/core/core.c', ['try_to_wake_up'], ['push_rt_task']);
    expect(problems(push, core, file('sched/run_queue.c', ['ss_resched']))).toEqual([
      'wasm-core/src/sched/rt/rt_push.c: sched/rt/ must not call try_to_wake_up of sched/core/: calls go down only',
    ]);
    expect(problems(file('sched/attic/a.c', []))[0]).toContain('no floor "attic"');
  });
  it('are asked for only of files that have been compiled', async () => {
    const absent = { source: 'src/base/arena.c', file: '/nowhere/arena.o' };
    await expect(symbolsOf([absent])).rejects.toThrow(
      "1 of 1 files of the core are not compiled yet (wasm-core/src/base/arena.c); run first: npm test -- --only 'core builds'",
    );
  });
  it('are read where there is one file alone, and none without a word', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'calls-'));
    const [source, object, broken] = ['a.c', 'a.o', 'b.o'].map((n) => path.join(folder, n));
    writeFileSync(source, 'void ss_run(void);\nvoid ss_go(void) { ss_run(); }\n');
    writeFileSync(broken, 'no object');
    await run('gcc', ['-c', source, '-o', object]);
    expect(await symbolsOf([{ source: 'src/base/a.c', file: object }])).toEqual([
      { source: 'src/base/a.c', defined: ['ss_go'], undefined: ['ss_run'] },
    ]);
    const unreadable = [{ source: 'src/base/b.c', file: broken }];
    await expect(symbolsOf(unreadable)).rejects.toThrow('nm cannot read what was compiled');
    rmSync(folder, { recursive: true });
  });
  it('are read from what nm prints', () => {
    const output =
      '/a b/a.o: memset U         \n/a b/a.o: ss_run T 0 1a\n/a b/a.o: helper t 20 4\nb.o: ss_table R 0 8\n';
    expect([...readSymbols(output)]).toEqual([
      ['/a b/a.o', { defined: ['ss_run'], undefined: ['memset'] }],
      ['b.o', { defined: ['ss_table'], undefined: [] }],
    ]);
  });
});
