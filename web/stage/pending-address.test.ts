// The address that a page was too late to write: the next pages that may take it, and those that may not.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pendingAddress, takePendingAddress } from './pending-address.ts';

const location = { pathname: '/page/', hash: '' };
const history = {
  replaceState: (_: unknown, __: string, hash: string) => {
    location.hash = hash;
  },
};

/** A page is loaded there in a tab that keeps `kept`. Returns the hash of its address then. */
function load(hash: string, type = 'reload', pathname = '/page/'): string {
  Object.assign(location, { pathname, hash });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
  takePendingAddress();
  return location.hash;
}

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map([[pendingAddress, '/page/ #before #late']]);
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', history);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('top', globalThis);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('is kept by a name that nobody else on the host has', () => {
  expect(pendingAddress).toMatch(/^schedscape-/);
});

it.each(['reload', 'back_forward'])('is taken by a %s of the same address, once', (type) => {
  expect(load('#before', type)).toBe('#late');
  expect(kept.size).toBe(0);
  expect(load('#before', type)).toBe('#before');
});

it('is taken where the address had no hash', () => {
  kept.set(pendingAddress, '/page/  #late');
  expect(load('')).toBe('#late');
});

it.each([
  ['another address is loaded', '#another', 'reload'],
  ['somebody follows a link to the same one', '#before', 'navigate'],
  ['a page is loaded before anybody comes to it', '#before', 'prerender'],
])('is forgotten where %s', (_, hash, type) => {
  expect(load(hash, type)).toBe(hash);
  expect(kept.size).toBe(0);
});

it('is left to its page where another one of the host is loaded', () => {
  expect(load('#before', 'reload', '/page/of-another/version/')).toBe('#before');
  expect(load('#before')).toBe('#late');
});

it('is left to the page around a frame', () => {
  vi.stubGlobal('top', {});
  expect(load('#before')).toBe('#before');
  vi.stubGlobal('top', globalThis);
  expect(load('#before')).toBe('#late');
});

it.each(['/page/ #before https://elsewhere.example/', '/page/ #before /other', '/page/ #before'])(
  'is no place beyond the page, as %j says',
  (foreign) => {
    kept.set(pendingAddress, foreign);
    expect(load('#before')).toBe('#before');
    expect(kept.size).toBe(0);
  },
);

it('is nothing where the browser keeps nothing', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(load('#before')).toBe('#before');
});
