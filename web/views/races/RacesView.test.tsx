import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openProbes } from '../../engine/probes.ts';
import type { Races } from '../../engine/races/browser.ts';
import { explore, followOrder } from '../../engine/races/explorer.ts';
import { openWasm } from '../../engine/wasm.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, choose, key, oneOf, press, textOf } from '../../ui/testing/person.ts';
import { RacesView } from './RacesView.tsx';

const core = new WebAssembly.Module(readFileSync('build/core/probes.wasm'));
const probe = openProbes(await openWasm(core), 32 * 2 ** 20);
const races: Races = {
  explore: (race) => explore(probe, race),
  follow: (race, choices) => followOrder(probe, race, choices),
};

describe('the race explorer', () => {
  const page = testPage();
  const show = () => page.show(<RacesView races={races} />);
  const button = (name: string) => oneOf<HTMLButtonElement>(page.host, 'button', name);
  const rows = (name: RegExp) => allOf(page.host, 'row', name);
  const outcome = (text: string) =>
    allOf(oneOf(page.host, 'region', 'All orders'), 'row').find((row) =>
      textOf(row).includes(text),
    );

  it('shows the words after each step of an order made by hand, and ends with a result', async () => {
    show();
    await press(page.host, 'button', 'Setter: set bit 0 in mask[2]');
    await press(page.host, 'button', 'Searcher: read count[0]');
    expect(rows(/read count\[0\] 1/)).toHaveLength(1);
    await press(page.host, 'button', 'Searcher: any CPU in mask[0]?');
    await press(page.host, 'button', 'Searcher: copy mask[0]');
    const byHand = oneOf(page.host, 'region', 'Order by hand');
    expect(textOf(byHand)).toContain('CPU 0 found at NORMAL');
    for (const action of ['count[2] + 1', 'count[0] − 1', 'clear bit 0 in mask[0]'])
      await press(page.host, 'button', `Setter: ${action}`);
    expect(outcome('CPU 0 found at NORMAL')!.getAttribute('aria-current')).toBe('true');
    const last = rows(/clear bit 0/).at(-1)!;
    const cells = allOf(last, 'cell').map(textOf);
    expect(cells).toEqual([expect.stringMatching(/^clear bit/), '', '0', '{}', '1', '{0}']);
    await press(page.host, 'button', 'Undo');
    expect(button('Setter: clear bit 0 in mask[0]').disabled).toBe(false);
  });

  it('makes an order and takes it back by keys', async () => {
    show();
    const setter = button('Setter: set bit 0 in mask[2]');
    await key(setter, '1');
    await key(setter, '2');
    expect(rows(/read count\[0\] 1/)).toHaveLength(1);
    await key(setter, 'Backspace');
    await key(setter, 'Backspace');
    expect(rows(/read count\[0\] 1/)).toHaveLength(0);
    expect(button('Undo').disabled).toBe(true);
  });

  it('counts all orders, and shows one of each class', async () => {
    show();
    await choose(page.host, 'Race', /^L16 /);
    expect(allOf(oneOf(page.host, 'region', 'All orders'), 'row')).toHaveLength(5);
    const name = 'Show an order that ends with: CPU 0, 64 found at NORMAL';
    await press(page.host, 'button', name);
    expect(outcome('CPU 0, 64 found at NORMAL')!.getAttribute('aria-current')).toBe('true');
  });

  it('says that leaving before joining misses a CPU, and which of the 24 orders do', async () => {
    show();
    await choose(page.host, 'Steps of cpupri_set', /^DCSI/);
    expect(textOf(page.host)).toMatch(/Not in the kernel’s order: no CPU found/);
    expect(outcome('no CPU found')).toBeDefined();
    await press(page.host, 'button', 'Try all 24 orders of the four steps');
    const tried = allOf(oneOf(page.host, 'table', /^The 24 orders/), 'row').map(textOf);
    expect(tried.filter((row) => row.includes('always finds a CPU'))).toHaveLength(4);
    expect(tried.filter((row) => row.includes('can find no CPU'))).toHaveLength(20);
    await press(page.host, 'button', 'Use the order ISCD');
    expect(textOf(page.host)).toContain('The kernel’s order has the same results.');
  });
});
