import { describe, expect, it } from 'vitest';
import { builtInLayout } from './built-in.ts';
import { editPattern, formatEdit, parseEdit } from './edit-text.ts';
import { applyEdit, applyEdits, type LayoutEdit } from './edits.ts';
import { offsetsOf, pictureOf } from './picture.ts';
import { baseline, memberPlace, type RootDomain } from './root-domain-struct.ts';

const edits = (...texts: string[]): LayoutEdit[] =>
  texts.map((text) => {
    const edit = parseEdit(text);
    if (!edit) throw new Error(`"${text}" is no edit`);
    return edit;
  });

function edited(...texts: string[]): RootDomain {
  const outcome = applyEdits(edits(...texts));
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.layout;
}

/** Why the last of these edits of the baseline is refused. */
function refusal(...texts: string[]) {
  const outcome = applyEdits(edits(...texts));
  if (outcome.ok) throw new Error('nothing was refused');
  expect(outcome.index).toBe(texts.length - 1);
  return [outcome.reason, outcome.remedy];
}

const at = (layout: RootDomain, name: string) => memberPlace(layout, name)?.offset;

describe('moving a member', () => {
  it('puts it before another and closes the gap it leaves', () => {
    const layout = edited('move refcount before span');
    const { offsets } = offsetsOf(layout);
    // rto_count comes first, and refcount needs 4 of the 8 bytes that span's alignment leaves.
    expect(offsets).toMatchObject({ rto_count: 0, rcu: 8, refcount: 24, span: 32 });
  });

  it('puts it last, where the structure ends', () => {
    expect(at(edited('move refcount last'), 'refcount')).toBe(1816);
  });

  it('leaves behind the padding that was made for its old place', () => {
    const layout = edited('pad pd 48', 'move pd before span');
    expect(at(layout, 'pd')).toBe(24);
    expect(pictureOf(layout).unused.padding).toBe(0);
  });

  it('keeps its attribute', () => {
    expect(at(edited('align pd 64', 'move pd before span'), 'pd')! % 64).toBe(0);
  });

  it('reorders a vector inside, for all 101 of them', () => {
    const { offsets } = offsetsOf(edited('move mask before count'));
    expect([offsets['mask[0]'], offsets['count[0]'], offsets['mask[1]']]).toEqual([184, 192, 200]);
  });

  it('is refused between a count and its mask', () => {
    expect(refusal('move rto_mask before mask')).toEqual([
      'count[i] and mask[i] are one struct cpupri_vec, 101 of them in an array. rto_mask cannot go between them.',
      'Split them first, or change the order inside the struct.',
    ]);
  });

  it('is refused for one element of an array', () => {
    expect(refusal('move count[3] before pd')[0]).toMatch(/^count\[3\] cannot be changed alone/);
    expect(refusal('split', 'move count[3] before cpu_to_pri')).toEqual([
      'count[3] is part of a longer array, whose elements lie one after the other.',
      'Split the array first.',
    ]);
  });

  it('is refused out of struct cpupri and into it', () => {
    expect(refusal('move cpu_to_pri before pd')[0]).toBe(
      'cpu_to_pri is a member of struct cpupri and cannot go into root_domain.',
    );
    expect(refusal('move pd before cpu_to_pri')[0]).toBe(
      'pd is a member of root_domain and cannot go into struct cpupri.',
    );
  });

  it('of what does not exist is refused with the names that do', () => {
    const [reason, remedy] = refusal('move rto_musk last');
    expect(reason).toBe('There is no member rto_musk in this layout.');
    expect(remedy).toContain('rto_mask');
  });
});

describe('moving a member to an offset', () => {
  it('makes padding where there is room behind it', () => {
    const layout = edited('move pd to 1856');
    expect(at(layout, 'pd')).toBe(1856);
    expect(pictureOf(layout).gaps.filter(({ kind }) => kind === 'padding')).toEqual([
      { kind: 'padding', offset: 1816 - 8, size: 48, before: 'pd' },
    ]);
  });

  it('makes none where alignment alone leads there', () => {
    const layout = edited('align pd 64', 'move pd to 1856');
    expect(at(layout, 'pd')).toBe(1856);
    expect(pictureOf(layout).unused.padding).toBe(0);
  });

  it('changes the order when others lie between', () => {
    const layout = edited('move rto_lock to 160');
    expect(offsetsOf(layout).offsets).toMatchObject({
      rto_loop: 152,
      rto_cpu: 156,
      rto_lock: 160,
      rto_loop_next: 164,
    });
  });

  it('ends at the very offset, for every member and every offset that is not refused', () => {
    let made = 0;
    for (const member of ['refcount', 'overloaded', 'cpudl', 'rto_mask', 'cpupri', 'pd']) {
      for (let offset = 0; offset < 2000; offset += 1) {
        const outcome = applyEdit(baseline, { kind: 'place', member, offset });
        if (!outcome.ok) continue;
        made += 1;
        expect(at(outcome.layout, member), `${member} to ${offset}`).toBe(offset);
      }
    }
    expect(made).toBeGreaterThan(100);
  });

  it('is refused where the alignment does not fit, with the nearest that do', () => {
    expect(refusal('move count to 186')).toEqual([
      'count[0] is 4-byte aligned; offset 186 is not.',
      'Choose 184 or 188.',
    ]);
    expect(refusal('align rto_mask 64', 'move rto_mask to 1864')[0]).toBe(
      'rto_mask is 64-byte aligned; offset 1864 is not.',
    );
  });

  it('is refused inside another member', () => {
    expect(refusal('move pd to 96')).toEqual([
      'Offset 96 lies inside cpudl (88 to 111).',
      'Choose 88 before it or 112 behind it.',
    ]);
  });

  it('is refused outside the structure it belongs to', () => {
    expect(refusal('move cpu_to_pri to 64')[0]).toBe(
      'cpu_to_pri is a member of struct cpupri, which begins at 184; offset 64 is outside.',
    );
  });
});

describe('aligning and padding', () => {
  it('moves what follows and makes the whole structure as aligned', () => {
    const picture = pictureOf(edited('align rto_mask 64'));
    expect(picture).toMatchObject({ size: 1856, lines: 29, alignment: 64 });
  });

  it('can be taken back', () => {
    expect(edited('align pd 64', 'align pd 8')).toEqual(baseline);
    expect(edited('pad pd 64', 'pad pd 0')).toEqual(baseline);
  });

  it('of the group of vectors moves all of them together', () => {
    const { offsets } = offsetsOf(edited('align pri_to_cpu[0..100] 64'));
    expect([offsets['count[0]'], offsets['count[1]'], offsets['mask[1]']]).toEqual([192, 208, 216]);
  });

  it('is refused where it would be no power of two', () => {
    expect(refusal('align pd 48')).toEqual([
      '48 is not an alignment.',
      'Give a power of two from 1 to 4096.',
    ]);
  });

  it('is refused where the structure would outgrow the simulator', () => {
    expect(refusal('align mask 1024')[0]).toBe(
      'root_domain would have 209920 bytes; the simulator takes at most 65535.',
    );
  });
});

describe('the arrays of cpupri', () => {
  it('split lie one behind the other', () => {
    const { offsets } = offsetsOf(edited('split'));
    expect(offsets).toMatchObject({ 'count[0]': 184, 'count[100]': 584, 'mask[0]': 592 });
    expect(offsets['cpupri.cpu_to_pri']).toBe(592 + 808);
  });

  it('cut can be moved apart, and one level set on a line of its own', () => {
    const layout = edited(
      'cut pri_to_cpu[0..100] 1',
      'align pri_to_cpu[0] 64',
      'align pri_to_cpu[1..100] 64',
    );
    const { offsets } = offsetsOf(layout);
    expect([offsets['count[0]'], offsets['count[1]']]).toEqual([192, 256]);
    // A cheap remedy: two lines more than the baseline, not 178.
    expect(pictureOf(layout).lines).toBe(31);
  });

  it('come together again as they were', () => {
    expect(edited('cut pri_to_cpu[0..100] 7', 'merge pri_to_cpu[0..6]')).toEqual(baseline);
    expect(edited('split', 'cut mask[0..100] 7', 'join')).toEqual(baseline);
  });

  it('refuse what is no cut and what is no continuation', () => {
    expect(refusal('cut pri_to_cpu[0..100] 101')[1]).toBe('Choose a level from 1 to 100.');
    expect(refusal('cut pd 1')[0]).toBe('pd is not an array.');
    expect(refusal('merge pri_to_cpu[0..100]')[0]).toBe(
      'The field after pri_to_cpu[0..100] does not continue it.',
    );
    expect(refusal('split', 'split')[0]).toBe('Counts and masks are split already.');
  });
});

describe('the overload count', () => {
  it('by node stands behind dlo_count and pushes cpupri off line 3, as patch 3 does', () => {
    const { offsets, rto_count_per_node } = offsetsOf(edited('per-node'));
    expect(offsets).toMatchObject({ rto_counts: 64, 'count[0]': 192 });
    expect(offsets.rto_count).toBeUndefined();
    expect(rto_count_per_node).toBe(true);
  });

  it('goes back to one word', () => {
    expect(edited('per-node', 'single')).toEqual(baseline);
    expect(applyEdits(edits('single'), builtInLayout('p3'))).toEqual({
      ok: true,
      layout: baseline,
    });
    expect(refusal('single')[0]).toBe('RT overload is counted in one word already.');
  });
});

describe('the text of an edit', () => {
  const texts = [
    'move rto_mask before pd',
    'move pd last',
    'move pd to 1856',
    'align mask 64',
    'pad count[1..100] 60',
    'cut count[0..100] 1',
    'merge count[0]',
    'split',
    'join',
    'per-node',
    'single',
  ];
  it.each(texts)('"%s" is read and written the same', (text) => {
    expect(editPattern.test(text)).toBe(true);
    expect(formatEdit(parseEdit(text)!)).toBe(text);
  });

  it.each(['', 'move pd', 'move  pd last', 'align pd', 'align pd -8', 'pad pd 1e9', 'split now'])(
    '"%s" is none',
    (text) => {
      expect(editPattern.test(text)).toBe(false);
      expect(parseEdit(text)).toBeUndefined();
    },
  );
});
