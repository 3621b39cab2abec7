import { act, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPage } from './testing/page.ts';
import { useSize } from './use-size.ts';

let watched: { observed: Element[]; tell: () => void; isStopped: boolean };

class Observer {
  constructor(tell: () => void) {
    watched = { observed: [], tell, isStopped: false };
  }
  observe(element: Element) {
    watched.observed.push(element);
  }
  disconnect() {
    watched.isStopped = true;
  }
}

function Room({ width }: { readonly width: () => number }) {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room, () => ({ width: width() }), { width: 640 });
  return <div ref={room}>{size.width}</div>;
}

describe('the room of an element', () => {
  const page = testPage();
  beforeEach(() => vi.stubGlobal('ResizeObserver', Observer));
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is read at once, and again when its size or that of its parent changes', () => {
    let width = 300;
    page.show(<Room width={() => width} />);
    const element = page.host.firstElementChild!;
    expect(element.textContent).toBe('300');
    expect(watched.observed).toEqual([element, page.host]);
    width = 500;
    act(() => watched.tell());
    expect(element.textContent).toBe('500');
  });
  it('is not watched any more when the element is gone', () => {
    page.show(<Room width={() => 1} />);
    page.show(null);
    expect(watched.isStopped).toBe(true);
  });
});
