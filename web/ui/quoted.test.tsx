import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Quoted } from './Quoted.tsx';
import { quotedIn, unquoted } from './quoted.ts';

const step = 'Set *Link of an LLC, MB/s* to *100000*: the map matters less.';

describe('a text that quotes controls', () => {
  it('is drawn with the quoted labels and values set apart, and without the asterisks', () => {
    expect(renderToStaticMarkup(<Quoted>{step}</Quoted>)).toBe(
      'Set <em>Link of an LLC, MB/s</em> to <em>100000</em>: the map matters less.',
    );
    expect(unquoted(step)).toBe('Set Link of an LLC, MB/s to 100000: the map matters less.');
  });
  it('quotes what stands between asterisks, and nothing in a product', () => {
    expect(quotedIn(step)).toEqual(['Link of an LLC, MB/s', '100000']);
    expect(quotedIn('word 8 * this_cpu() of 2 * 4')).toEqual([]);
    expect(unquoted('8 * 2')).toBe('8 * 2');
  });
});
