// What is put beside a page of the beginnings of runs: no more than fits, in the order in which stories are read.

import { describe, expect, it } from 'vitest';
import { fitting, mostStoryBytes, withFolder } from './beginnings.mjs';
import { inOrder } from './begun-stories.mjs';

const of = (name, size) => ({ name, size });

describe('the beginnings beside a page', () => {
  it('are those that fit, in their order, whatever one takes', () => {
    const all = [of('a', 6), of('b', 5), of('c', 4)];
    expect(fitting(all, 10).map(({ name }) => name)).toEqual(['a', 'c']);
    expect(fitting(all)).toEqual(all);
    expect(fitting([of('huge', mostStoryBytes + 1)])).toEqual([]);
  });

  it('are told by the page, once, which must be one', () => {
    const page = '<head>\n    <meta charset="utf-8" />\n    <title>T</title></head>';
    const told = withFolder(page);
    expect(told).toContain('<meta name="beginnings" content="./beginnings/" />');
    expect(withFolder(told)).toBe(told);
    expect(() => withFolder('<p>not a page</p>')).toThrow('index.html: has no <meta charset');
  });

  it('come in the order in which stories are read: flagships, then what is to be understood in each chapter', () => {
    const entries = [
      { folder: 'a', flagship: 'a/2', reading: { understand: ['1', '2'], try: ['9'] } },
      { folder: 'b', flagship: 'b/5', reading: { understand: ['3'], measure: ['5'] } },
    ];
    expect(inOrder(entries)).toEqual(['a/2', 'b/5', 'a/1', 'b/3', 'a/9']);
  });
});
