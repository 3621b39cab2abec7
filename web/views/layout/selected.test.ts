import { describe, expect, it } from 'vitest';
import { pictureOf } from '../../scenario/layout/index.ts';
import { layoutOf } from './editing.ts';
import { partsOfMember, selectedIn } from './selected.ts';

const picture = (...edits: string[]) => pictureOf(layoutOf({ base: 'base', edits }));
const member = (edits: string[], label: string, level?: number) =>
  selectedIn(picture(...edits), { label, level })?.member;

describe('the selection', () => {
  it('acts on the field itself unless somebody says otherwise', () => {
    expect(member([], 'count[3]')).toBe('count');
    expect(member([], 'rto_mask')).toBe('rto_mask');
    expect(member([], 'count[3]', 0)).toBe('cpupri');
  });

  it('stays with the array around a field when that is cut or split', () => {
    expect(member([], 'count[3]', 1)).toBe('pri_to_cpu[0..100]');
    expect(member(['cut pri_to_cpu[0..100] 2'], 'count[3]', 1)).toBe('pri_to_cpu[2..100]');
    expect(member(['split'], 'count[3]', 1)).toBe('count[0..100]');
    expect(member(['split'], 'count[3]')).toBe('count[0..100]');
  });

  it('ends with the field', () => {
    expect(member(['per-node'], 'rto_count')).toBeUndefined();
  });

  it('covers all parts of the member', () => {
    expect(partsOfMember(picture(), 'rto_push_work')).toHaveLength(5);
    expect(partsOfMember(picture(), 'count')).toHaveLength(101);
    expect(partsOfMember(picture(), 'cpupri')).toHaveLength(203);
  });
});
