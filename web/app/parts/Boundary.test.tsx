import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Boundary } from './Boundary.tsx';

let isBroken = true;
function Fragile() {
  if (isBroken) throw new Error('no such row');
  return <p>all rows</p>;
}

describe('a part that breaks', () => {
  let root: Root;
  let page: HTMLElement;
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    vi.spyOn(console, 'error').mockImplementation(() => {});
    page = document.createElement('main');
    document.body.append(page);
    root = createRoot(page);
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.restoreAllMocks();
  });

  it('says so in its place, leaves the rest alone, and can be tried again', () => {
    isBroken = true;
    act(() =>
      root.render(
        <>
          <p>transport</p>
          <Boundary name="c2c">
            <Fragile />
          </Boundary>
        </>,
      ),
    );
    expect(page.textContent).toContain('transport');
    expect(page.querySelector('[role=alert]')?.textContent).toContain('no such row');
    isBroken = false;
    act(() => page.querySelector('button')!.click());
    expect(page.textContent).toBe('transportall rows');
  });
});
