// The keys of an open timeline: they are heard on the whole page, except for keys that belong to the focused
// element.

import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { useKeys } from './use-actions.ts';

const act = vi.fn();

function Open() {
  const region = useRef<HTMLElement>(null);
  useKeys(region, true, act);
  return (
    <section ref={region} aria-label="Timeline">
      {/* biome-ignore lint/a11y: a place for the focus is all that is needed */}
      <div role="grid" aria-label="Rows" />
    </section>
  );
}

describe('a letter while the timeline is open', () => {
  const page = testPage();
  const press = (selector: string) => {
    const event = new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true });
    page.host.querySelector(selector)!.dispatchEvent(event);
    return event.defaultPrevented;
  };

  beforeEach(() => {
    act.mockClear();
    page.show(
      <>
        <Open />
        <button type="button">Beside it</button>
        {/* biome-ignore lint/a11y: as above */}
        <div role="grid" aria-label="Machine">
          <i />
        </div>
        <div role="menu" />
        <input type="text" />
      </>,
    );
  });

  it.each(['button', '[aria-label=Rows]'])('is the timeline\u2019s at %s', (where) => {
    expect(press(where)).toBe(true);
    expect(act).toHaveBeenCalledWith('zoomIn');
  });

  it.each(['[aria-label=Machine] i', '[role=menu]', 'input'])('is not at %s', (where) => {
    expect(press(where)).toBe(false);
    expect(act).not.toHaveBeenCalled();
  });
});
