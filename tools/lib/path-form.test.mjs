import { describe, expect, it } from 'vitest';
import { frameProblems, pathProblems, staleProblems } from './path-form.mjs';

const path = (head, body, end = '    PATH_END;\n', trust = '    SS_HOLDS(w, cpu, me->lock);\n') =>
  `bool f(struct ss_world *w, struct ss_cpu *cpu)\n{\n    PATH_FRAME(f);\n${head}    PATH_BEGIN;\n${trust}${body}${end}}\n`;
const problems = (...parts) => pathProblems(path(...parts)).map(({ problem }) => problem);

describe('the form of a path', () => {
  it('is a frame, constant locals, a beginning, what it does and an end', () => {
    const head = '    struct s *const s = w->s;\n    const u32 a = g(1, 2), b = 3;\n';
    const body = '    PATH_LOAD(f, a);\n    if (me->x)\n        PATH_LEAVE;\n';
    expect(problems(head, body)).toEqual([]);
    expect(pathProblems('int g(void)\n{\n    switch (1) {\n    }\n    return 1;\n}\n')).toEqual([]);
  });
  it('has no local that changes', () => {
    const notConst = ['a path has a local that is not const (f)'];
    expect(problems('    struct s *s = w->s;\n', '')).toEqual(notConst);
    expect(problems('    const struct s *const a = x, *b = y;\n', '')).toEqual(notConst);
    expect(problems('    u32 a;\n', '')).toEqual(notConst);
    expect(problems('    a = 1;\n', '')).toEqual([
      'a path has only constant locals before PATH_BEGIN (f)',
    ]);
  });
  it('has no local that a wait would lose', () => {
    const lost = ['a path has a local that a wait would lose (f)'];
    expect(problems('', '    const u32 a = 1;\n    PATH_LOAD(f, a);\n')).toEqual(lost);
    expect(problems('', '    for (u32 i = 0; i < 2; i++)\n        PATH_LOAD(f, i);\n')).toEqual(
      lost,
    );
    const inner = '    if (x) {\n        u32 a = 1;\n        g(a);\n    }\n    PATH_LOAD(f, b);\n';
    expect(problems('', inner)).toEqual([]);
    const loop = '    for (u32 i = 0; i < 2; i++) {\n        PATH_LOAD(f, i);\n    }\n';
    expect(problems('', loop)).toEqual(lost);
    expect(problems('', loop.replace('PATH_LOAD(f, i)', 'a[i] = 0'))).toEqual([]);
    expect(problems('', inner.replace('g(a)', 'PATH_LOAD(f, a)'))).toEqual(lost);
  });
  it('asserts where it begins what it relies on, not later and not in words only', () => {
    const silent = [
      'a path asserts after PATH_BEGIN what it relies on (SS_HOLDS, SS_DEBUG_CHECK ...) (f)',
    ];
    const end = '    PATH_END;\n';
    const load = '    PATH_LOAD(f, a);\n';
    expect(problems('', load, end, '    SS_DEBUG_CHECK(me->cpu < w->cpus);\n')).toEqual([]);
    expect(problems('', load, end, '    SS_IN_TASK(w, cpu);\n')).toEqual([]);
    expect(problems('', load, end, '')).toEqual(silent);
    expect(problems('', '', end, '')).toEqual(silent);
    expect(problems('', `${load}    SS_HOLDS(w, cpu, me->lock);\n`, end, '')).toEqual(silent);
    expect(problems('', load, end, '    /* SS_HOLDS(w, cpu, me->lock); */\n')).toEqual(silent);
  });
  it('has one PATH_ a line, no switch and no return', () => {
    expect(problems('', '    PATH_LOAD(f, a); PATH_LOAD(f, b);\n')[0]).toContain('two PATH_');
    expect(problems('', '    switch (a) {\n    }\n')[0]).toContain('has a switch');
    expect(problems('', '    return false;\n')[0]).toContain('leaves by PATH_RETURN');
  });
  it('gives an access one effect, since a second would be lost', () => {
    expect(problems('', '    PATH_LOAD(f, a, g(1, 2));\n')).toEqual([]);
    expect(problems('', '    PATH_LOAD(f, a, b = 1, c = 2);\n')[0]).toContain('one effect');
    expect(problems('', '    PATH_TOUCH(LOAD, f, a, b = 1, c = 2);\n')[0]).toContain('one effect');
  });
  it('gives a result everywhere or nowhere', () => {
    const leave = '    if (a)\n        PATH_LEAVE;\n';
    const give = '    if (a)\n        PATH_RETURN(1);\n';
    expect(problems('', `${leave}    PATH_RETURN(0);\n`)).toEqual([
      'a path has a result and leaves without one (f)',
    ]);
    expect(problems('', give)[0]).toContain('PATH_RETURN stands before its PATH_END');
    expect(problems('', `${give}    PATH_RETURN(0);\n`)).toEqual([]);
    expect(problems('', `    for (;;) {\n${give}    }\n`)).toEqual([]);
    expect(problems('', `${give}    PATH_CALL_LAST(g, .a = 1);\n`)).toEqual([]);
    expect(problems('', '    for (;;)\n        PATH_CALL_LAST(g);\n')).toEqual([
      'a path does the last thing in a loop, which nobody goes on with (f)',
    ]);
    expect(problems('', '    PATH_LOAD(f, a);\n', '')).toEqual([
      'a path ends with its one PATH_END; (f)',
    ]);
  });
  it('may be a choice of who goes on', () => {
    const choice = 'bool f(int w)\n{\n    PATH_FRAME(f);\n    PATH_BECOMES(g);\n}\n';
    expect(pathProblems(choice)).toEqual([]);
    expect(pathProblems(choice.replace('PATH_BECOMES(g)', 'PATH_CALL(g)'))).toEqual([
      { line: 4, problem: 'a path waits without PATH_BEGIN (f)' },
    ]);
    expect(pathProblems(choice.replace('    PATH_FRAME(f);\n', ''))).toHaveLength(1);
  });
});

describe('the frame of a path', () => {
  const frame = (fields) => `struct f_frame {\n    struct ss_path path;\n${fields}};\n`;
  const parted = frame(
    '    /* arguments */\n    u32 a, b; /* c; */\n    /* kept */\n    u16 d[2];\n',
  );
  it('parts arguments from what is kept', () => {
    expect(frameProblems(new Map([['a.h', parted]]))).toEqual([]);
    expect(frameProblems(new Map([['a.h', frame('')]]))).toEqual([]);
    expect(frameProblems(new Map([['a.h', frame('    u32 a;\n')]]))).toHaveLength(1);
  });
  it('gets its arguments from the caller and nothing else', () => {
    const call = (field) =>
      `void g(void)\n{\n    PATH_CALL_INTO(me->x, f, .${field} = (u32)1);\n}\n`;
    const check = (field) =>
      frameProblems(
        new Map([
          ['a.h', parted],
          ['b.c', call(field)],
        ]),
      );
    expect(check('b')).toEqual([]);
    expect(check('d')).toEqual(['b.c:3: d is not an argument of f']);
    const through = `void g(void)\n{\n    PATH_CALL_THROUGH(w->hook, f, .d = 1);\n}\n`;
    const files = [
      ['a.h', parted],
      ['b.c', through],
    ];
    expect(frameProblems(new Map(files))).toEqual(['b.c:3: d is not an argument of f']);
  });
  it('has no field that a local before PATH_BEGIN uses and the path assigns', () => {
    const fields = '    /* arguments */\n    u32 a;\n    /* kept */\n    u32 b, list[2];\n';
    const stale = (head, body, more = '') =>
      staleProblems(new Map([['a.c', frame(fields) + more + path(head, body)]]));
    const of = (field) => [
      expect.stringContaining(`uses me->${field}, which the path assigns (f)`),
    ];
    const load = '    PATH_LOAD(f, a);\n';
    const uses = (value) => `    const u32 at = ${value};\n`;
    expect(stale(uses('WORD(me->b)'), load)).toEqual([]);
    expect(stale(uses('WORD(me->a)'), '    me->b = me->a == 1;\n')).toEqual([]);
    for (const change of ['me->b = 1', 'me->b += 1', 'me->b++', '--me->b', 'me->b.c[me->a] = 1'])
      expect(stale(uses('WORD(me->b)'), `    ${change};\n`), change).toEqual(of('b'));
    expect(stale(uses('me->b'), '    PATH_LOAD(f, a, me->b = 1);\n')).toEqual(of('b'));
    expect(stale(uses('me->b'), '    PATH_CALL_INTO(me->b, g, .x = 1);\n')).toEqual(of('b'));
    expect(stale(uses('me->b'), '    g(&me->b);\n')).toEqual(of('b'));
    expect(stale(uses('me->b'), '    if (x && me->b)\n        g();\n')).toEqual([]);
    expect(stale(uses('me->list[1]'), '    fill(me->list);\n')).toEqual(of('list'));
    expect(stale(uses('me->list[1]'), '    use(me->list[0]);\n')).toEqual([]);
  });
  it('has none behind a helper or a macro either, in whatever file', () => {
    const fields = '    /* kept */\n    u32 b;\n';
    const reads = 'static u32 word(const struct f_frame *me)\n{\n    return me->b;\n}\n';
    const writes = 'static void look(int w, struct f_frame *one)\n{\n    one->b = w;\n}\n';
    const thinks = 'static void think(struct f_frame *me)\n{\n    look(1, me);\n}\n';
    const head = '    const u32 at = word(me);\n';
    const stale = (head, body, ...more) =>
      staleProblems(
        new Map([
          ['a.h', frame(fields)],
          ['b.c', more.join('')],
          ['c.c', path(head, body)],
        ]),
      );
    const found = [expect.stringContaining('c.c:4: a local before PATH_BEGIN uses me->b')];
    expect(stale(head, '    me->b = 1;\n', reads)).toEqual(found);
    expect(stale(head, '    g(me->b);\n', reads)).toEqual([]);
    expect(stale(head, '    think(me);\n', reads, writes, thinks)).toEqual(found);
    expect(stale('', '    think(me);\n', writes, thinks)).toEqual([]);
    const macro = '#define WHERE \\\n    word(me->b)\n';
    const text = macro + path('    const u32 at = WHERE;\n', '    me->b = 1;\n');
    expect(staleProblems(new Map([['a.c', text]]))).toHaveLength(1);
    expect(stale('', '    STRANGE(me);\n')).toEqual([
      expect.stringContaining('given to STRANGE, whose text nobody finds'),
    ]);
  });
});
