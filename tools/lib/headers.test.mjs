import { describe, expect, it } from 'vitest';
import { headerProblems } from './headers.mjs';

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
    expect(problems({ 'include/schedscape.h': long })).toEqual([]);
  });
});
