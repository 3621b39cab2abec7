// How the core is fetched: as it was built, past what a browser has kept where that is damaged, and with words otherwise.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchCore } from './wasm.ts';

const core = readFileSync('build/core/core.wasm');
const damaged = Buffer.from(core).fill(0, core.length >> 1);
const hashOf = (bytes: Uint8Array) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
const hash = hashOf(core);

/** What a host, or what stands between, answers: bytes and a status. */
interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly status?: number;
}

const refuse = () => {
  throw new TypeError('Failed to fetch');
};

/** A browser before such a host: it holds bytes to the hash that is asked for, whatever the status. */
function browser(answer: (asked: RequestInit) => Answer) {
  const asked: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, how: RequestInit = {}) => {
    asked.push(how);
    const { bytes, status = 200 } = answer(how);
    if (how.integrity && how.integrity !== hashOf(bytes)) refuse();
    return new Response(bytes, { status });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('is taken as it was built', async () => {
  const asked = browser(() => ({ bytes: core }));
  expect(await fetchCore('core.wasm', hash)).toBeInstanceOf(WebAssembly.Module);
  expect(asked).toEqual([{ integrity: hash }]);
});

it('is fetched anew where what the browser has kept is damaged', async () => {
  browser(({ cache }) => ({ bytes: cache === 'reload' ? core : damaged }));
  expect(await fetchCore('core.wasm', hash)).toBeInstanceOf(WebAssembly.Module);
});

it('is said to be other bytes where the host has others', async () => {
  browser(() => ({ bytes: damaged }));
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('core.wasm answered with other bytes');
});

it('is said not to be fetched where there is no network', async () => {
  browser(refuse);
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('Failed to fetch');
});

it.each(['', '<h1>Not here</h1>'])(
  'is said to be missing where the host has none, and has only %j to say of it',
  async (page) => {
    browser(() => ({ bytes: new TextEncoder().encode(page), status: 404 }));
    await expect(fetchCore('core.wasm', hash)).rejects.toThrow('core.wasm answered 404');
  },
);

it('is not read on where all that is wanted of an answer is its status', async () => {
  const ended = vi.fn();
  const endless = () => new Response(new ReadableStream({ cancel: ended }), { status: 503 });
  vi.stubGlobal('fetch', async (_: string, { integrity }: RequestInit = {}) =>
    integrity ? refuse() : endless(),
  );
  await expect(fetchCore('core.wasm', hash)).rejects.toThrow('core.wasm answered 503');
  expect(ended).toHaveBeenCalledOnce();
});
