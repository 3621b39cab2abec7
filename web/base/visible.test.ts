import { describe, expect, it } from 'vitest';
import { oneLine, visible } from './visible.ts';

describe('text of somebody else on a terminal', () => {
  it('shows what would steer it, and keeps every other character and the lines', () => {
    expect(visible('red \u001b[31m, \u009b31m, bell \u0007, back \r, \u007f')).toBe(
      'red \\u001b[31m, \\u009b31m, bell \\u0007, back \\u000d, \\u007f',
    );
    expect(visible('abc\u202ecba\u2066\u2028')).toBe('abc\\u202ecba\\u2066\\u2028');
    const harmless = 'Größe – 3 µs, 日本, 🐧\n\tnext';
    expect(visible(harmless)).toBe(harmless);
  });

  it('leaves a JSON text the value that it is', () => {
    const value = { title: '\u001b[2J \u009b2J \u007f \u202e' };
    const text = visible(JSON.stringify(value, null, 2));
    expect(JSON.parse(text)).toEqual(value);
    expect(visible(text)).toBe(text);
  });

  it('gives a name no line of its own', () => {
    expect(oneLine('fine\nFAIL: nothing\u2028\tx')).toBe('fine\\u000aFAIL: nothing\\u2028\\u0009x');
  });
});
