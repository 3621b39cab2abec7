import { describe, expect, it } from 'vitest';
import { callProblems, readSymbols, symbolsOf } from './calls.mjs';

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
  it('are read from what nm prints', () => {
    const output =
      'a.o:\nmemset U         \nss_run T 0 1a\nhelper t 20 4\n\nb.o:\nss_table R 0 8\n';
    expect([...readSymbols(output)]).toEqual([
      ['a.o', { defined: ['ss_run'], undefined: ['memset'] }],
      ['b.o', { defined: ['ss_table'], undefined: [] }],
    ]);
  });
});
