import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  builtInLayout,
  formatEdit,
  type LayoutName,
  pictureOf,
} from '../../scenario/layout/index.ts';
import { type DropStep, dropEdit, ownLineEdit, stepEdit } from './drop.ts';

function drop(member: string, byte: number, name: LayoutName = 'base') {
  const layout = builtInLayout(name);
  const edit = dropEdit(layout, pictureOf(layout), member, byte);
  const outcome = applyEdit(layout, edit);
  return { edit: formatEdit(edit), refused: outcome.ok ? undefined : outcome.reason };
}

describe('letting a field go', () => {
  it('in the first half of another puts it before that one, in the second half behind it', () => {
    expect(drop('rto_mask', 64 + 2).edit).toBe('move rto_mask before dl_bw');
    expect(drop('rto_mask', 64 + 20).edit).toBe('move rto_mask before cpudl');
    expect(drop('refcount', 120 + 30).edit).toBe('move refcount before rto_lock');
  });

  it('in a hole puts it before what comes behind the hole', () => {
    expect(drop('rto_lock', 60).edit).toBe('move rto_lock before dl_bw');
  });

  it('behind the end puts it last', () => {
    expect(drop('rto_mask', 1_830).edit).toBe('move rto_mask last');
    expect(drop('rto_mask', 1_814).edit).toBe('move rto_mask last');
  });

  it('on itself leaves it where it is', () => {
    const layout = builtInLayout('base');
    const edit = dropEdit(layout, pictureOf(layout), 'cpudl', 100);
    expect(applyEdit(layout, edit)).toEqual({ ok: true, layout });
    const beside = dropEdit(layout, pictureOf(layout), 'cpudl', 86);
    expect(applyEdit(layout, beside)).toEqual({ ok: true, layout });
  });

  it('on the number of a line gives it a line of its own: the mask, and base becomes p1', () => {
    const outcome = applyEdit(builtInLayout('base'), ownLineEdit('mask'));
    expect(outcome).toEqual({ ok: true, layout: builtInLayout('p1') });
  });

  it('at either end of cpupri puts it before or behind cpupri', () => {
    expect(drop('pd', 185).edit).toBe('move pd before cpupri');
    expect(drop('span', 1_806).edit).toBe('move span before pd');
  });

  it('between a count and its mask is refused', () => {
    expect(drop('rto_mask', 250).refused).toMatch(/^count\[i\] and mask\[i\] are one struct/);
    expect(drop('rto_mask', 250, 'p1alt').refused).toMatch(/cannot go into struct cpupri/);
  });

  it('of a count outside the vectors is refused, and inside a vector swaps it with the mask', () => {
    expect(drop('count', 64).refused).toMatch(/^count\[i\] and mask\[i\] are one struct/);
    expect(drop('mask', 200 + 1).edit).toBe('move mask before count');
    expect(drop('count', 208 + 7).edit).toBe('move count last');
  });

  it('of a member of cpupri outside cpupri is refused', () => {
    expect(drop('cpu_to_pri', 8).refused).toMatch(/^cpu_to_pri is a member of struct cpupri/);
  });
});

describe('an arrow key', () => {
  const step = (member: string, way: DropStep, name: LayoutName = 'base') => {
    const edit = stepEdit(builtInLayout(name), member, way);
    return edit && formatEdit(edit);
  };

  it('moves a field one place', () => {
    expect(step('span', 'earlier')).toBe('move span before rcu');
    expect(step('span', 'later')).toBe('move span before overloaded');
    expect(step('cpupri', 'later')).toBe('move cpupri last');
    expect(step('mask', 'earlier')).toBe('move mask before count');
  });

  it('moves a field by a line', () => {
    expect(step('refcount', 'down')).toBe('move refcount before dl_bw');
    expect(step('rto_lock', 'up')).toBe('move rto_lock before rto_push_work');
    expect(step('rto_loop', 'up')).toBe('move rto_loop before rto_lock');
    expect(step('rto_mask', 'down')).toBe('move rto_mask before pd');
  });

  it('does nothing at the ends', () => {
    expect(step('refcount', 'earlier')).toBeUndefined();
    expect(step('pd', 'down')).toBeUndefined();
    expect(step('count', 'up')).toBeUndefined();
  });
});
