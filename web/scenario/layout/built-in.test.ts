import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rootDomainFields } from '../root-domain.ts';
import { builtInLayout, type LayoutName, layoutNames } from './built-in.ts';
import { applyEdits, type LayoutEdit } from './edits.ts';
import { lineOfOffset, offsetsOf, pictureOf } from './picture.ts';

interface PostedLayout {
  readonly size: number;
  readonly lines: number;
  readonly align: number;
  readonly cpupri_size: number;
  readonly allocation: string;
  readonly fields: Readonly<Record<string, { offset: number; size: number; line: number }>>;
}
const file = new URL('../../../tests/vectors/cpupri-vectors.json', import.meta.url);
const posted = (JSON.parse(readFileSync(file, 'utf8')) as { layouts: Record<string, PostedLayout> })
  .layouts as Readonly<Record<LayoutName, PostedLayout>>;

/** Fields that the posts give as a whole: their first part stands for them. */
const wholes: Readonly<Record<string, string>> = { rto_push_work: 'rto_push_work.node.llist' };

function expectPosted(name: LayoutName, layout = builtInLayout(name)) {
  const { offsets } = offsetsOf(layout);
  const picture = pictureOf(layout);
  const { fields, size, lines, align, cpupri_size } = posted[name];
  for (const [field, { offset, line }] of Object.entries(fields)) {
    const ours = field === 'cpupri' ? picture.cpupri.offset : offsets[wholes[field] ?? field];
    expect(ours, field).toBe(offset);
    expect(lineOfOffset(ours!), field).toBe(line);
  }
  expect(picture).toMatchObject({ size, lines, alignment: align, cpupri: { size: cpupri_size } });
}

describe('the posted layouts', () => {
  it('are the nine that the vectors speak of', () => {
    expect([...layoutNames].sort()).toEqual(Object.keys(posted).sort());
  });

  it.each(layoutNames)('place every field of %s where the post does', (name) => {
    expectPosted(name);
  });

  it.each(layoutNames)('cost the memory that the post says for %s', (name) => {
    const { allocation } = pictureOf(builtInLayout(name));
    const said = posted[name].allocation;
    expect(said.startsWith(allocation.name.split(' of ')[0]!), `${allocation.name}, ${said}`).toBe(
      true,
    );
  });

  it.each(layoutNames)('give the core every field of %s and no other', (name) => {
    const { offsets, rto_count_per_node } = offsetsOf(builtInLayout(name));
    const absent = rto_count_per_node ? 'rto_count' : 'rto_counts';
    expect(Object.keys(offsets).sort()).toEqual(
      rootDomainFields.filter((field) => field !== absent).sort(),
    );
  });
});

describe('a person at the editor', () => {
  const edited = (...edits: LayoutEdit[]) => {
    const outcome = applyEdits(edits);
    if (!outcome.ok) throw new Error(outcome.reason);
    return outcome.layout;
  };

  it('comes from the baseline to patch 1 by aligning the mask of a vector', () => {
    expectPosted('p1', edited({ kind: 'align', member: 'mask', bytes: 64 }));
  });

  it('comes from the baseline to patch 2 by dragging five fields and aligning three', () => {
    // In another order than our own table: visit_cookie first, and pd's line made by padding.
    expectPosted(
      'p2',
      edited(
        { kind: 'move', member: 'visit_cookie', before: 'cpupri' },
        { kind: 'move', member: 'dlo_mask', before: 'visit_cookie' },
        { kind: 'align', member: 'cpupri', bytes: 64 },
        { kind: 'move', member: 'overloaded', before: undefined },
        { kind: 'move', member: 'overutilized', before: undefined },
        { kind: 'align', member: 'overloaded', bytes: 64 },
        { kind: 'place', member: 'pd', offset: 1856 },
        { kind: 'move', member: 'rto_mask', before: 'overloaded' },
      ),
    );
  });

  it('comes from the baseline to the split arrays', () => {
    expectPosted(
      'p1alt',
      edited(
        { kind: 'split' },
        { kind: 'cut', member: 'count[0..100]', at: 1 },
        { kind: 'place', member: 'cpupri', offset: 192 },
        { kind: 'align', member: 'cpupri', bytes: 64 },
        { kind: 'place', member: 'count[1..100]', offset: 256 },
        { kind: 'place', member: 'mask[0..100]', offset: 704 },
      ),
    );
  });
});
