import { describe, expect, it } from 'vitest';
import { SvgContext } from '../../../ui/svg-context.ts';
import { drawGate, gateSize } from './gate.ts';
import type { LiveScene } from './scene.ts';

const letter = 7;
const measures = {
  font: '',
  measureText: (text: string) => ({ width: letter * text.length }),
};
const palette = {
  ...{ textSmall: 11, leastText: 10, stroke: 1, fontText: 'sans-serif' },
  ...{ background: 'ground', ink: 'ink', inkMuted: 'muted', lock: 'lock', accent: 'accent' },
};

describe('the queue before a gate', () => {
  it('names each CPU whole, by its number alone where the name has no room', () => {
    const context = new SvgContext(measures as never, 'A-');
    const scene = { context, palette } as unknown as LiveScene;
    const { width, height } = gateSize(scene);
    drawGate(scene, { x: 400, y: 0, width, height }, 0, {
      ...{ name: 'zone', state: 'free', isHeld: false, more: (count) => `+${count}` },
      ...{ queue: [7, 181], count: 2 },
    });
    const drawn = [...context.body.matchAll(/>([^<]+)<\/text>/g)].map(([, said]) => said);
    expect(drawn).toEqual(['zone', 'free', 'CPU 7', '181']);
  });
});
