// What pointing at the card of a story asks for: its files, after half a second, once.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchedWhenPointedAt } from './shipped-warm-starts.ts';

const asked: string[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answer = async () => Response.json({ stories: { 'pcp/one-zone': ['one', 'two'] } });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address.replace(/^.*\/beginnings\//, ''));
    return answer();
  });
  document.head.innerHTML = '<meta name="beginnings" content="./beginnings/">';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = '';
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('pointing at a card for half a second fetches its beginning, and once', async () => {
  const card = fetchedWhenPointedAt('pcp/one-zone');
  card.onPointerEnter();
  await pass(499);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual(['index.json', 'one.bin', 'two.bin']);
  card.onPointerEnter();
  await pass(1000);
  expect(asked).toHaveLength(3);
});

it('crossing a card on the way to another one fetches nothing', async () => {
  const card = fetchedWhenPointedAt('pcp/bursty');
  card.onPointerEnter();
  await pass(300);
  card.onPointerLeave();
  await pass(1000);
  expect(asked).toEqual([]);
});

it('a list that cannot be had is asked for again, and tells nobody', async () => {
  answer = () => Promise.reject(new Error('no network'));
  const card = fetchedWhenPointedAt('pcp/two-sockets');
  card.onFocus();
  await pass(500);
  card.onFocus();
  await pass(500);
  expect(asked).toEqual(['index.json', 'index.json']);
});

it('a page that came with none asks for none', async () => {
  document.head.innerHTML = '';
  fetchedWhenPointedAt('pcp/fallback').onPointerEnter();
  await pass(1000);
  expect(asked).toEqual([]);
});
