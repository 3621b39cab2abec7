import { describe, expect, it, vi } from 'vitest';
import type { Recipe } from '../../scenario/index.ts';
import type { Session } from '../../stage/session.ts';
import { forkOf, goneFor, layoutGivesWay, openFork } from './fork.ts';

const chunk = vi.hoisted(() => ({ isBroken: false }));
vi.mock('../../stage/recipe-chunk.ts', () => ({
  recipeOf(recipe: Recipe) {
    if (chunk.isBroken) throw new Error('no link can be written');
    return recipe;
  },
}));

const plain: Recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' };
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

  it('of A lets a policy of one’s own go and says so, of the policy itself keeps it', () => {
    const policy = { language: 1, from: 'A', source: '' } as NonNullable<Recipe['policy']>;
    const own = { ...plain, policy };
    expect(forkOf(own, { side: 'A', time: 7, set }).policy).toBeUndefined();
    expect(goneFor(own, 'A')).toContain('policy');
    expect(forkOf(own, { side: 'C', time: 7, set }).policy).toBe(policy);
    expect(goneFor(own, 'C')).toBeUndefined();
    expect(goneFor(plain, 'A')).toBeUndefined();
  });

  it('of a layout of one’s own keeps the layout', () => {
    const layout = { from: 'A', edits: ['align mask 64'] } as Recipe['layout'];
    const fork = forkOf({ ...plain, layout }, { side: 'C', time: 7, set });
    expect(fork).toEqual({ layout, interventions: [change('7ns', 'C')] });
  });

  it('puts no layout of one’s own off the stage without a word', async () => {
    chunk.isBroken = false;
    const layout = { from: 'A', edits: ['align mask 64'] } as Recipe['layout'];
    const open = vi.fn(async () => ({ kind: 'opened' }));
    const session = { stage: { open }, opened: { recipe: { ...plain, layout } } };
    const at = { ...session, playback: { time: 7 } } as unknown as Session;
    await openFork(at, 'A', set);
    const news = expect.stringContaining('which replaces your layout');
    expect(open).toHaveBeenCalledWith(expect.anything(), { isQuiet: true, news });
  });

  it('is refused, not lost, where no link can be written of it', async () => {
    chunk.isBroken = true;
    const stage = { open: () => Promise.reject(new Error('nothing is to be opened')) };
    const session = { stage, opened: { recipe: plain }, playback: { time: 7 } };
    const outcome = await openFork(session as unknown as Session, 'A', set);
    expect(outcome).toEqual({ kind: 'refused', error: new Error('no link can be written') });
  });
});
