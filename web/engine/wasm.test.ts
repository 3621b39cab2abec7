// How the core is fetched: as it was built, past what a browser has kept where that is damaged, and with words otherwise.

import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchCore } from './wasm.ts';

const hash = 'sha256-as-it-was-built';

/** A host whose answer depends on how it is asked. */
function host(answer: (asked: RequestInit) => Response) {
  vi.stubGlobal('fetch', async (_: string, asked: RequestInit = {}) => answer(asked));
}

const whole = () => new Response(readFileSync('build/core/core.wasm'));
const refuse = () => {
  throw new TypeError('Failed to fetch');
};

afterEach(() => vi.unstubAllGlobals());

it('is taken as it was built', async () => {
  const asked: (string | undefined)[] = [];
  host(({ integrity }) => {
    asked.push(integrity);
    return whole();
  });
  expect(await fetchCore('core.wasm', hash)).toBeInstanceOf(WebAssembly.Module);
  expect(asked).toEqual([hash]);
});

it('is fetched anew where what the browser has kept is damaged', async () => {
  host(({ integrity, cache }) => (integrity === hash && cache === 'reload' ? whole() : refuse()));
  expect(await fetchCore('core.wasm', hash)).toBeInstanceOf(WebAssembly.Module);
});

it('is said to be other bytes where the host has others', async () => {
  host(({ integrity }) => (integrity ? refuse() : whole()));
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('core.wasm answered with other bytes');
});

it('is said not to be fetched where there is no network', async () => {
  host(refuse);
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('Failed to fetch');
});

it('is said to be missing where the host has none', async () => {
  host(() => new Response('', { status: 404 }));
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('core.wasm answered 404');
});
