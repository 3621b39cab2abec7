// The row of waiting CPUs under a machine: each chip is wide enough for how long its CPU has waited.

import { describe, expect, it } from 'vitest';
import { duration } from '../../../ui/format.ts';
import { SvgContext } from '../../../ui/svg-context.ts';
import type { Palette } from '../../../ui/theme.ts';
import type { AccessQueue } from '../access-queue.ts';
import { drawAccessQueue } from './access-queue.ts';
import { placeAccessQueue } from './access-queue-places.ts';
import { type LiveScene, legible } from './scene.ts';

/** Of a letter, as a share of the size of the text. */
const letter = 0.6;
const size = (font: string) => Number(/([\d.]+)px/.exec(font)![1]);
const measures = {
  font: '',
  measureText(text: string) {
    return { width: letter * size(this.font) * text.length };
  },
};
const palette = {
  ...{ textSmall: 11, leastText: 9, stroke: 1, fontText: 'sans-serif', fontMono: 'monospace' },
  ...{ background: 'ground', outline: 'line', ink: 'ink', inkMuted: 'muted', line: 'pink' },
  ...{ hatch: 'hatch', group: 'mine' },
};
const waits = [932, 546, 430, 98];
/** Size of what is written in a chip. */
const smallest = legible(palette as unknown as Palette, 0.82 * palette.textSmall);

describe('the chips of a queue', () => {
  it.each([360, 480, 535, 800])('keep their words off their frames in %i pixels', (width) => {
    const context = new SvgContext(measures as never, 'A-');
    const machine = { catalog: { locks: [] }, lines: ['root_domain line 3'] };
    const frame = {
      cpus: { task: new Int32Array(8).fill(-1) },
      tasks: { group: new Int32Array() },
    };
    const snapshot = { frame, selection: {}, colouring: { by: 'state' } };
    const scene = {
      ...{ context, palette, machine, snapshot },
      ...{ size: { width, height: 300 }, view: { height: 254 } },
    } as unknown as LiveScene;
    const queue = {
      ...{ line: 0, lock: -1, holder: 0, elsewhere: 0 },
      ...{ waiting: [1, 2, 3, 4], since: waits },
    } as AccessQueue;
    drawAccessQueue(scene, queue);
    const { chips } = placeAccessQueue(scene, queue);
    const said = [...context.body.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text!);
    const shown = waits.map((ns) => duration(ns)).slice(0, chips.length);
    expect(shown.length).toBeGreaterThan(1);
    // Whole, and with room on either side.
    expect(said).toEqual(expect.arrayContaining(shown));
    for (const [at, text] of shown.entries()) {
      const wide = letter * smallest * text.length;
      expect((chips[at]!.width - wide) / 2, text).toBeGreaterThanOrEqual(3);
    }
  });
});
