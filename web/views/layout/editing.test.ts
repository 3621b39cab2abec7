import { describe, expect, it } from 'vitest';
import {
  builtInLayout,
  type LayoutEdit,
  parseEdit,
  pictureOf,
} from '../../scenario/layout/index.ts';
import { LAYOUT_EDITS } from '../../scenario/limits.ts';
import {
  type EditAction,
  type Editing,
  edited,
  editingOf,
  layoutOf,
  samePlaces,
} from './editing.ts';

const untouched = editingOf({ base: 'base', edits: [] });
const make = (...texts: string[]): EditAction[] =>
  texts.map((text) => ({ do: 'edit', edit: parseEdit(text) as LayoutEdit }));
const having = (...actions: EditAction[]): Editing => actions.reduce(edited, untouched);

describe('editing a layout', () => {
  it('collects the edits that were accepted', () => {
    const { now } = having(...make('split', 'move pd to 96', 'align pd 64'));
    expect(now).toEqual({ base: 'base', edits: ['split', 'align pd 64'] });
  });

  it('keeps the edits of every structure apart', () => {
    const of = { structure: 'rq', counts: { words: 1, cpus: 4, nodes: 1, caches: 2 } };
    const rq: EditAction = { do: 'edit', edit: parseEdit('align curr 8') as LayoutEdit, of };
    const both = having(...make('align pd 64'), rq);
    expect(both.now).toEqual({
      base: 'base',
      edits: ['align pd 64'],
      structures: { rq: ['align curr 8'] },
    });
    expect(pictureOf(layoutOf(both.now, of)).parts.find(({ member }) => member === 'curr')).toEqual(
      expect.objectContaining({ field: 'curr', offset: 8 }),
    );
    expect(edited(both, { do: 'reset', of }).now).toEqual({ base: 'base', edits: ['align pd 64'] });
    expect(edited(both, { do: 'reset' }).now.structures).toEqual({ rq: ['align curr 8'] });
    expect(edited(both, { do: 'undo' }).now.structures).toBeUndefined();
  });

  it('takes nothing apart but root_domain', () => {
    const of = { structure: 'pipe', counts: { words: 1, cpus: 4, nodes: 1, caches: 2 } };
    const { refusal, now } = edited(untouched, { do: 'edit', edit: { kind: 'split' }, of });
    expect(refusal?.reason).toBe('split is for root_domain; pipe has nothing to take apart.');
    expect(now.structures).toBeUndefined();
  });

  it('says why the last edit was refused, until one is accepted', () => {
    const refused = having(...make('move pd to 96'));
    expect(refused.refusal?.reason).toBe('Offset 96 lies inside cpudl (88 to 111).');
    expect(edited(refused, make('align pd 64')[0]!).refusal).toBeUndefined();
  });

  it('makes one edit of the many steps of a drag', () => {
    const steps = ['move pd before cpupri', 'move pd before rto_mask', 'move pd before span'];
    expect(having(...make(...steps)).now.edits).toEqual(['move pd before span']);
    expect(having(...make('align pd 16', 'align pd 64')).now.edits).toEqual(['align pd 64']);
  });

  it('keeps steps that only together lead there', () => {
    const { now } = having(...make('move pd to 1856', 'pad pd 8', 'move pd to 1864'));
    const straight = having(...make('move pd to 1864'));
    expect(samePlaces(layoutOf(now), layoutOf(straight.now))).toBe(true);
  });

  it('forgets a drag that ends where it began', () => {
    const { now, past } = having(...make('move pd before span', 'move pd last'));
    expect(now.edits).toEqual([]);
    expect(past).toHaveLength(2);
  });

  it('does not count an edit that changes nothing', () => {
    expect(having(...make('move pd last', 'align pd 8')).past).toEqual([]);
  });

  it('is undone and done again step by step', () => {
    const done = having(...make('split', 'align pd 64'));
    const undone = edited(done, { do: 'undo' });
    expect(undone.now.edits).toEqual(['split']);
    expect(edited(undone, { do: 'redo' }).now).toEqual(done.now);
    expect(edited(edited(undone, { do: 'undo' }), { do: 'undo' }).now).toEqual(untouched.now);
    // A new edit after an undo is another way: what was undone cannot come back.
    expect(edited(undone, make('align cpupri 64')[0]!).future).toEqual([]);
  });

  it('begins anew with another layout, or without the edits, and even that is undone', () => {
    const other = having(...make('split'), { do: 'begin', base: 'p2' });
    expect(other.now).toEqual({ base: 'p2', edits: [] });
    expect(edited(other, { do: 'undo' }).now).toEqual({ base: 'base', edits: ['split'] });
    expect(having(...make('split'), { do: 'reset' }).now).toEqual(untouched.now);
  });

  it('ends at as many edits as a link may carry', () => {
    const texts = Array.from({ length: LAYOUT_EDITS + 1 }, (_, at) => {
      return `align ${at % 2 ? 'pd' : 'span'} ${(at >> 1) % 2 ? 64 : 16}`;
    });
    const full = having(...make(...texts));
    expect(full.now.edits).toHaveLength(LAYOUT_EDITS);
    expect(full.refusal?.reason).toBe('A custom layout has at most 64 edits.');
  });
});

describe('two layouts', () => {
  it('are the same where every byte lies at the same place, whatever the way', () => {
    expect(
      samePlaces(layoutOf({ base: 'base', edits: ['align mask 64'] }), builtInLayout('p1')),
    ).toBe(true);
    expect(samePlaces(builtInLayout('p1'), builtInLayout('base'))).toBe(false);
  });
});
