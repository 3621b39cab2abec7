// What is put beside a page of the beginnings of runs: no more than fits, named by the page.

import { describe, expect, it } from 'vitest';
import { fitting, mostShippedBytes, withNames } from './beginnings.mjs';

const of = (key, length) => ({ key, bytes: { length } });

describe('the beginnings beside a page', () => {
  it('are those that fit, in their order, whatever one takes', () => {
    const all = [of('a', 6), of('b', 5), of('c', 4)];
    expect(fitting(all, 10).map(({ key }) => key)).toEqual(['a', 'c']);
    expect(fitting(all)).toEqual(all);
    expect(fitting([of('huge', mostShippedBytes + 1)])).toEqual([]);
  });

  it('are named in the page, which must be one', () => {
    const page = '<head>\n    <meta charset="utf-8" />\n    <title>T</title></head>';
    expect(withNames(page, ['core-a-1', 'core-a-2'])).toContain(
      '<meta charset="utf-8" />\n    <meta name="beginnings" content="core-a-1 core-a-2" />',
    );
    expect(() => withNames('<p>not a page</p>', [])).toThrow('index.html: has no <meta charset');
  });
});
