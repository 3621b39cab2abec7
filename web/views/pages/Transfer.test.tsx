import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { HoldStep, LastHold } from '../../engine/pages-moment.ts';
import { testPage } from '../../ui/testing/page.ts';
import { TransferPicture, type TransferProps } from './Transfer.tsx';

/** 31 pages off one block of 32; each took 100 ns, and nothing else took time. */
const orders = Array.from({ length: 31 }, (_, at) => (at === 0 ? 5 : Math.log2(at & -at)));
const steps = orders.map((order, at): HoldStep => ({ page: 64 + at, order, cost: 100 }));
const hold = {
  cpu: 7,
  pages: 31,
  steps,
  explain: { id: 1, time: 1000, cost: 3100, reason: 0, accesses: 90 },
} as unknown as LastHold;
const props: TransferProps = { kind: 'refill', hold, time: 9000, reasons: ['its list was empty'] };

const page = testPage();

const show = (changes: Partial<TransferProps> = {}) =>
  page.show(<TransferPicture {...props} {...changes} />);
const marks = (state: string) => page.host.querySelectorAll(`li[data-state=${state}]`).length;
const slider = () => page.host.querySelector<HTMLInputElement>('input[type=range]')!;
const walkTo = (value: number) =>
  act(() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(slider(), String(value));
    slider().dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('the picture of a transfer', () => {
  it('has a mark for each page, of which those have moved that the playhead has passed', () => {
    show({ time: 1000 + 1250 });
    expect(page.host.querySelectorAll('li')).toHaveLength(31);
    expect([marks('moved'), marks('now'), marks('waits')]).toEqual([12, 1, 18]);
    expect(page.host.querySelector('[data-page]')!.getAttribute('data-page')).toBe('76');
    show({ time: 1000 + 3100 });
    expect(marks('moved')).toBe(31);
    expect(page.host.querySelector('[data-page]')).toBeNull();
  });

  it('splits the block it was taken from, down to the page left over', () => {
    const blocks = (order: number) =>
      page.host.querySelector(`[data-order="${order}"]`)!.getAttribute('data-blocks');
    show({ time: 0 });
    expect([5, 4, 3, 2, 1, 0].map(blocks)).toEqual(['1', '0', '0', '0', '0', '0']);
    show({ time: 1000 + 110 });
    expect([5, 4, 3, 2, 1, 0].map(blocks)).toEqual(['0', '1', '1', '1', '1', '1']);
    show();
    expect([5, 4, 3, 2, 1, 0].map(blocks)).toEqual(['0', '0', '0', '0', '0', '1']);
  });

  it('is walked page by page, and comes back to the playhead', () => {
    show();
    walkTo(4);
    expect([marks('moved'), marks('now')]).toEqual([4, 1]);
    expect(slider().getAttribute('aria-valuetext')).toMatch(/^5 of 31: page 68 was split off/);
    act(() => page.host.querySelector('button')!.click());
    expect(marks('moved')).toBe(31);
    walkTo(2);
    show({ hold: { ...hold, explain: { ...hold.explain!, id: 2 } } });
    expect(marks('moved')).toBe(31);
  });

  it('bundles pages where there are more than can be told apart', () => {
    const many = Array.from({ length: 511 }, (_, page): HoldStep => ({ page, order: 0, cost: 1 }));
    show({ hold: { ...hold, pages: 511, steps: many } });
    expect(page.host.querySelectorAll('li')).toHaveLength(64);
    expect(page.host.textContent).toContain('a mark is 8 pages');
  });
});
