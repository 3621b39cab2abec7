import { describe, expect, it } from 'vitest';
import { doorProblems, externals, headerProblems } from './headers.mjs';

const problems = (files) =>
  headerProblems(
    new Map(Object.entries(files).map(([name, text]) => [`wasm-core/${name}`, text])),
  ).map((line) => line.replace('wasm-core/', ''));
const header = (text) => `#ifndef SS_A_H\n#define SS_A_H\n${text}#endif\n`;
const own = 'int ss_ask(void)\n{\n    return 1;\n}\n';

describe('a header of the core', () => {
  it('declares what its file gives and others use', () => {
    const files = { 'src/sched/a.h': header('int ss_ask(void);\n'), 'src/sched/a.c': own };
    expect(
      problems({ ...files, 'src/sched/b.c': 'int f(void)\n{\n    return ss_ask();\n}\n' }),
    ).toEqual([]);
    expect(problems({ ...files, 'tests/test_a.c': 'x = ss_ask();' })).toEqual([]);
  });
  it('declares nothing that only one file uses, whatever comments say', () => {
    const only = [
      'src/sched/a.h:3: ss_ask stands in a header, but only wasm-core/src/sched/a.c uses it',
    ];
    const files = { 'src/sched/a.h': header('int ss_ask(void);\n'), 'src/sched/a.c': own };
    expect(problems(files)).toEqual(only);
    expect(problems({ ...files, 'src/sched/b.c': '/* like ss_ask() */\n' })).toEqual(only);
    expect(problems({ 'src/sched/a.h': header('struct ss_s {\n    int a;\n};\n') })[0]).toContain(
      'nobody uses it',
    );
  });
  it('has the frame of a path where somebody else calls it', () => {
    const frame = 'struct go_frame {\n    int a;\n};\nbool go(int w);\n';
    const a = {
      'src/sched/a.h': header(frame),
      'src/sched/a.c': 'bool go(int w)\n{\n    PATH_FRAME(go);\n}\n',
    };
    expect(problems(a)).toHaveLength(2);
    expect(problems({ ...a, 'src/sched/b.c': 'PATH_CALL(go);' })).toEqual([]);
  });
  it('may answer one other file inline', () => {
    const inline = 'static inline int ss_ask(void)\n{\n    return 1;\n}\n';
    const a = { 'src/sched/a.h': header(inline) };
    expect(problems({ ...a, 'src/sched/b.c': 'x = ss_ask();' })).toEqual([]);
    expect(problems({ ...a, 'src/sched/a.c': 'x = ss_ask();' })).toHaveLength(1);
  });
  it('has at most 300 lines', () => {
    const long = header('#define SS_ONE 1\n'.repeat(300));
    expect(problems({ 'src/sched/a.h': long })).toEqual([
      'src/sched/a.h: 303 lines; a header has at most 300',
    ]);
    expect(problems({ 'include/schedscape.h': long })).toHaveLength(1);
    expect(problems({ 'include/schedscape/views.h': long })).toHaveLength(1);
  });
});

describe('a file of the core', () => {
  const doors = (files) =>
    doorProblems(new Map(Object.entries(files).map(([name, text]) => [`wasm-core/${name}`, text])));
  const asked = 'int ss_ask(void)\n{\n    return 1;\n}\n';
  it('has a header beside it with what others use of it', () => {
    expect(doors({ 'src/sched/a.c': asked, 'src/sched/a.h': 'int ss_ask(void);' })).toEqual([]);
    expect(doors({ 'src/sched/a.c': asked, 'src/sched/all.h': 'int ss_ask(void);' })).toEqual([
      'wasm-core/src/sched/a.c:1: ss_ask is not static, but the file has no header and no table names it',
    ]);
    expect(doors({ 'src/sched/a.c': asked, 'src/sched/a.h': '/* ss_ask */' })[0]).toContain(
      'its header leaves it out',
    );
    expect(doors({ 'src/sched/a.c': `static ${asked}` })).toEqual([]);
  });
  it('needs none where a table names its door: a class, a probe, a workload, what hosts ask', () => {
    const rt = 'const struct sched_class rt_sched_class = {\n    .rank = 1,\n};\n';
    const naps = 'const struct ss_workload_kind ss_workload_naps = {\n    .check = check};\n';
    const files = {
      'src/sched/class.h': '#define SS_SCHED_CLASSES(X) \\\n    X(RT, rt_sched_class, true)\n',
      'src/sched/rt/rt_class.c': rt,
      'src/probe/probe.c': 'static int f(void)\n{\n    return ss_probe_rt(0);\n}\n',
      'src/probe/rt.c': 'u32 ss_probe_rt(u32 a)\n{\n    return a;\n}\n',
      'include/workloads.h': '#define SS_WORKLOADS(X) X(NAPS, 7, naps)\n',
      'src/workload/naps.c': naps,
      'include/schedscape.h': 'int ss_ask(void);',
      'src/world/a.c': asked,
    };
    expect(doors(files)).toEqual([]);
    for (const table of [
      'src/sched/class.h',
      'src/probe/probe.c',
      'include/workloads.h',
      'include/schedscape.h',
    ]) {
      expect(doors({ ...files, [table]: '' })).toHaveLength(1);
    }
  });
  it('is read by its outermost definitions', () => {
    const text = `#define F(x) \\\n    int x(void)\n${asked}SS_HOT bool ss_go(int a,\n        int b)\n{\n    u32 x = 1;\n}\nconst u32 ss_count = 3;\nstatic const u32 own = 4;\nstruct s {\n    int a;\n};\n`;
    expect(externals(text).map(({ name }) => name)).toEqual(['ss_ask', 'ss_go', 'ss_count']);
  });
});
