// What of the time on screen is a person's choice: links keep that alone.

import { beforeEach, expect, it, vi } from 'vitest';
import { TimelineScene } from './scene.ts';
import type { TimelineSource } from './types.ts';

const none = async () => undefined;
const source: TimelineSource = { window: none, detail: none, sums: none, next: none };
let scene: TimelineScene;

beforeEach(() => {
  vi.stubGlobal('ImageData', class {});
  scene = new TimelineScene(source, 10_000, { from: 0, to: 1_000 }, () => {});
  vi.unstubAllGlobals();
});

it('is none before somebody moves it, wherever playing leads', () => {
  scene.setTime(500, 10_000);
  scene.setTime(1_500, 10_000);
  scene.rest();
  expect(scene.span.from).toBeGreaterThan(0);
  expect(scene.chosen).toBeUndefined();
});

it('stays what it was while the run plays on, and is what is on screen once that rests', () => {
  scene.setTime(500, 10_000);
  scene.setSpan({ from: 400, to: 600 });
  const { chosen } = scene;
  scene.setTime(700, 10_000);
  expect(scene.span.to).toBeGreaterThan(700);
  expect(scene.chosen).toBe(chosen);
  scene.rest();
  expect(scene.chosen).toEqual(scene.span);
});

it('stays on screen as a link has it, wherever its playhead stands', () => {
  scene.setSpan({ from: 0, to: 100 });
  scene.setTime(5_000, 10_000);
  scene.rest();
  expect(scene.chosen).toEqual({ from: 0, to: 100 });
});
