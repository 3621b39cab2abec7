import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { press } from '../../ui/testing/person.ts';
import { useMoving } from './use-moving.ts';

function Curve() {
  const [d, setD] = useState('M0 0L10 0');
  const path = useMoving<SVGPathElement>('d', d);
  return (
    <>
      <button type="button" onClick={() => setD('M0 0L10 100')}>
        Turn
      </button>
      <button type="button" onClick={() => setD('')}>
        Empty
      </button>
      <svg aria-hidden="true">
        <path ref={path} d={d} />
      </svg>
    </>
  );
}

afterEach(() => vi.unstubAllGlobals());

describe('a curve that a knob moves', () => {
  const page = testPage();
  const height = () =>
    Number(page.host.querySelector('path')!.getAttribute('d')!.split(/[, ]/).at(-1));

  it('goes from where it was to where it belongs', async () => {
    page.show(<Curve />);
    await press(page.host, 'button', 'Turn');
    const seen = [height()];
    await vi.waitFor(() => {
      seen.push(height());
      expect(height()).toBe(100);
    });
    expect(seen[0]).toBeLessThan(100);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('is gone at once where there is none any more, also in the middle of its way', async () => {
    page.show(<Curve />);
    await press(page.host, 'button', 'Turn');
    await press(page.host, 'button', 'Empty');
    expect(page.host.querySelector('path')!.getAttribute('d')).toBe('');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(page.host.querySelector('path')!.getAttribute('d')).toBe('');
  });

  it('is there at once for whoever wants less motion', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener() {},
      removeEventListener() {},
    }));
    page.show(<Curve />);
    await press(page.host, 'button', 'Turn');
    expect(height()).toBe(100);
  });
});
