import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { bindUnits } from './format.ts';
import { unbroken } from './unbroken.tsx';

describe('a text', () => {
  it('has no end of a line between a number and its unit, and may have one elsewhere', () => {
    const text = 'Why does it make 192 CPUs 17 % faster in 4 ms or 2 GB?';
    expect(bindUnits(text).replaceAll('\u00a0', '_')).toBe(
      'Why does it make 192_CPUs 17_% faster in 4_ms or 2_GB?',
    );
  });
  it('binds every unit that a number of this page has', () => {
    for (const one of [
      '5 µs',
      '9 ns',
      '1.7 s',
      '3.9 M/s',
      '812 /s',
      '27 K',
      '512 KiB',
      '1.5 MiB',
      '2.1 GHz',
      '2,500 cycles',
      '< 0.1 %',
      '50.000 412 ms',
    ]) {
      expect(bindUnits(`is ${one}, then`)).toBe(`is ${one.replace(/(?<!<) /g, '\u00a0')}, then`);
    }
    expect(bindUnits('in 4 M messages and 3 Kernels')).toBe('in 4\u00a0M messages and 3 Kernels');
  });
  it('keeps "->" whole, and what is copied of it as it was written', () => {
    const text = 'The queue of zone->lock, 18 % of it.';
    const html = renderToStaticMarkup(unbroken(text));
    expect(html).toContain('<span style="white-space:nowrap">zone-&gt;lock</span>');
    expect(html.replace(/<[^>]*>/g, '').replaceAll('&gt;', '>')).toBe(bindUnits(text));
  });
  it('is a plain text where nothing would be torn apart', () => {
    expect(unbroken('Nothing waits.')).toBe('Nothing waits.');
  });
});
