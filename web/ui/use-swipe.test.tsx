import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { testPage } from './testing/page.ts';
import { useSwipe } from './use-swipe.ts';

const turned: number[] = [];
const page = testPage();
function Page() {
  return (
    <div {...useSwipe((by) => turned.push(by))}>
      <p>a page</p>
      <label>
        Moment <input type="range" />
      </label>
      <select />
      <textarea />
      <button type="button">
        <b>Next</b>
      </button>
      <div id="wide" style={{ overflowX: 'auto' }}>
        <table />
      </div>
      <svg style={{ touchAction: 'none' }} />
    </div>
  );
}
afterEach(() => turned.splice(0));

/** A touch of one finger as a browser tells it. */
function touch(type: string, list: string, [clientX, clientY]: readonly [number, number]): Event {
  const event = new Event(type, { bubbles: true });
  return Object.assign(event, { [list]: [{ clientX, clientY }] });
}

const swipe = (element: Element, from: readonly [number, number], to: readonly [number, number]) =>
  act(() => {
    element.dispatchEvent(touch('touchstart', 'touches', from));
    element.dispatchEvent(touch('touchend', 'changedTouches', to));
  });

it('turns on to the left and back to the right, and leaves scrolling alone', () => {
  page.show(<Page />);
  const text = page.host.querySelector('p')!;
  swipe(text, [300, 400], [120, 420]);
  expect(turned).toEqual([1]);
  swipe(text, [100, 400], [260, 380]);
  expect(turned).toEqual([1, -1]);
  swipe(text, [100, 400], [110, 100]);
  swipe(text, [100, 400], [200, 300]);
  swipe(text, [100, 400], [70, 400]);
  expect(turned).toEqual([1, -1]);
});

it.each(['input', 'select', 'textarea', 'b', 'table', 'svg'])(
  'leaves a finger that drags on <%s> to that',
  (name) => {
    page.show(<Page />);
    const wide = page.host.querySelector('#wide')!;
    Object.defineProperties(wide, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    swipe(page.host.querySelector(name)!, [300, 400], [120, 400]);
    expect(turned).toEqual([]);
  },
);

it('turns where a box that could scroll has nothing to', () => {
  page.show(<Page />);
  swipe(page.host.querySelector('table')!, [300, 400], [120, 400]);
  expect(turned).toEqual([1]);
});
