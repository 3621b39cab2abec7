import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Boundary } from './Boundary.tsx';
import { testPage } from './testing/page.ts';

let isBroken = true;
function Fragile() {
  if (isBroken) throw new Error('no such row');
  return <p>all rows</p>;
}

describe('a part that breaks', () => {
  const page = testPage();
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('says so in its place, leaves the rest alone, and can be tried again', () => {
    isBroken = true;
    page.show(
      <>
        <p>transport</p>
        <Boundary name="c2c">
          <Fragile />
        </Boundary>
      </>,
    );
    expect(page.host.textContent).toContain('transport');
    expect(page.host.querySelector('[role=alert]')?.textContent).toContain('no such row');
    isBroken = false;
    act(() => page.host.querySelector('button')!.click());
    expect(page.host.textContent).toBe('transportall rows');
  });
  it('is no defect where it could not be fetched', () => {
    function Unfetched(): never {
      throw new TypeError('Failed to fetch dynamically imported module: c2c.js');
    }
    page.show(
      <Boundary name="c2c">
        <Unfetched />
      </Boundary>,
    );
    const said = page.host.querySelector('[role=alert]')!.textContent;
    expect(said).toContain('c2c could not be loaded: you are offline.');
    expect(said).not.toContain('defect');
  });
  it('is no defect where it came damaged: half a download', () => {
    function Half(): never {
      throw new SyntaxError('Unexpected end of input');
    }
    page.show(
      <Boundary name="c2c">
        <Half />
      </Boundary>,
    );
    const said = page.host.querySelector('[role=alert]')!.textContent;
    expect(said).toContain('c2c arrived incomplete.');
    expect(said).toContain('Load the page again');
    expect(said).not.toContain('defect');
  });
});
