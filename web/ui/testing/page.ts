// A place in the page of a test where React shows what the test gives it; gone after every test.

import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

export interface TestPage {
  /** What the elements were put into, in the document. */
  readonly host: HTMLElement;
  /** Shows `node` in place of what was there, and waits until React is done with it. */
  readonly show: (node: ReactNode) => void;
}

/** To be called once in a file or in a `describe`: every test there begins with an empty page. */
export function testPage(): TestPage {
  let host: HTMLElement;
  let root: Root;
  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    host = document.createElement('div');
    document.body.append(host);
    root = createRoot(host);
  });
  afterEach(() => {
    act(() => root.unmount());
    host.remove();
  });
  return {
    get host() {
      return host;
    },
    show: (node) => act(() => root.render(node)),
  };
}
