import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../scenario/index.ts';
import { forkOf, layoutGivesWay } from './fork.ts';

const plain: Recipe = { format: 'schedscape-recipe/2', scenario: 'cpupri/ffmpeg-480' };
const set = { 'tasks.cpus': '0-59' };
const change = (at: string, variant: 'A' | 'B' | 'C') => ({ at, variant, set });

describe('a fork of what is on stage', () => {
  it('begins from the side that was chosen', () => {
    expect(forkOf(plain, { side: 'B', time: 500, set }).interventions).toEqual([
      change('500ns', 'B'),
    ]);
  });

  it('of A lets an earlier C go, be it a layout or a fork', () => {
    const layout = { from: 'A', edits: ['align mask 64'] } as Recipe['layout'];
    const before = { ...plain, layout, interventions: [change('1ms', 'C')] };
    expect(forkOf(before, { side: 'A', time: 500, set })).toEqual({
      layout: undefined,
      interventions: [change('500ns', 'A')],
    });
  });

  it('of a fork keeps what was changed before, and no more', () => {
    const before = { ...plain, interventions: [change('1us', 'B'), change('3us', 'B')] };
    const fork = forkOf(before, { side: 'C', time: 2_000, set });
    expect(fork.interventions).toEqual([change('1us', 'B'), change('2000ns', 'B')]);
  });

  it('says that a layout of one’s own gives way, where it does', () => {
    const own = { ...plain, layout: { from: 'A', edits: ['align mask 64'] } as Recipe['layout'] };
    expect(layoutGivesWay(own, 'A')).toBe(true);
    expect(layoutGivesWay(own, 'B')).toBe(true);
    expect(layoutGivesWay(own, 'C')).toBe(false);
    expect(layoutGivesWay(plain, 'A')).toBe(false);
  });

  it('of a layout of one’s own keeps the layout', () => {
    const layout = { from: 'A', edits: ['align mask 64'] } as Recipe['layout'];
    const fork = forkOf({ ...plain, layout }, { side: 'C', time: 7, set });
    expect(fork).toEqual({ layout, interventions: [change('7ns', 'C')] });
  });
});
