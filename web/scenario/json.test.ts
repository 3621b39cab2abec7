import { describe, expect, it } from 'vitest';
import { plainJson, readJson } from './json.ts';
import { DOCUMENT_CHARACTERS } from './limits.ts';
import { refusal } from './testing.ts';

describe('foreign JSON', () => {
  it('becomes plain data', () => {
    expect(readJson('{"a": [1, "two", null, true]}')).toEqual({ a: [1, 'two', null, true] });
  });

  it('may begin with a byte-order mark, once', async () => {
    expect(readJson('\uFEFF{"a": 1}')).toEqual({ a: 1 });
    expect((await refusal(() => readJson('\uFEFF\uFEFF{}'))).problem).toContain('is not JSON');
  });

  it('that is cut short is refused with the place to look at', async () => {
    const error = await refusal(() => readJson('{\n"a": [1,\n'));
    expect(error.problem).toBe('the text is not JSON');
  });

  it('that is too long is not even parsed', async () => {
    const error = await refusal(() => readJson(' '.repeat(DOCUMENT_CHARACTERS + 1)));
    expect(error.problem).toContain('characters');
  });

  it('that is nested 512 levels deep is refused before parsing', async () => {
    for (const text of ['['.repeat(512), `${'{"a":'.repeat(512)}1${'}'.repeat(512)}`]) {
      expect((await refusal(() => readJson(text))).problem).toContain('nested deeper');
    }
  });

  it('may hold brackets and escaped quotes in strings', () => {
    const text = JSON.stringify({ a: `${'[{'.repeat(60)}\\" \\\\` });
    expect(JSON.stringify(readJson(text))).toBe(text);
  });

  it('with keys that reach into prototypes is refused', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const error = await refusal(() => readJson(`{"a": {"${key}": {"polluted": true}}}`));
      expect(error.path).toBe(`a.${key}`);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('with a number beyond all bounds is refused', async () => {
    expect(await refusal(() => readJson('{"a": [0, 1e999]}'))).toMatchObject({
      path: 'a[1]',
      problem: 'is Infinity',
    });
  });

  it('with too many values or too long a text is refused', async () => {
    expect((await refusal(() => readJson(`[${'0,'.repeat(30_000)}0]`))).problem).toContain(
      'more than',
    );
    expect((await refusal(() => readJson(`{"a":"${'x'.repeat(8_193)}"}`))).path).toBe('a');
  });
});

describe('a foreign value', () => {
  it('is copied, so that later changes do not reach us', () => {
    const given = { a: [1] };
    const copy = plainJson(given) as { a: number[] };
    given.a[0] = 2;
    expect(copy.a[0]).toBe(1);
  });

  it('that JSON cannot say is refused, whatever it does when looked at', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const throwing = Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        throw new TypeError('no');
      },
    });
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    const endless = new Proxy([], { get: (_, key) => (key === 'length' ? Infinity : 0) });
    const values = [
      cycle,
      throwing,
      trap,
      endless,
      new Date(),
      new Map(),
      () => 1,
      1n,
      Symbol('x'),
    ];
    for (const value of [...values, undefined, Number.NaN]) await refusal(() => plainJson(value));
  });
});
