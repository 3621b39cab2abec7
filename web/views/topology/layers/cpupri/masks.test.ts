import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type {
  Catalog,
  CpupriColumns,
  Explain,
  Frame,
  SearchFacts,
} from '../../../../engine/types.ts';
import type { MechanismChoice } from '../../mechanism.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import { bitOf, bitsSet, MAX_MASK_ROWS, maskRowsOf, searchOf } from './masks.ts';
import drawing from './mechanism.ts';
import face from './mechanism-legend.tsx';
import type { CpupriNote } from './note.ts';

const catalog: Catalog = {
  ...catalogOf(shapes.laptop, 20),
  reasonCodes: ['', 'LOWER_CPU_FOUND', 'GHOST_NAMED'],
};
const levels = 101;

/** Masks as said by level: CPUs whose bits are set. */
function cpupriWith(
  counts: Readonly<Record<number, number>>,
  masks: Readonly<
    Record<number, { readonly set: readonly number[]; readonly ghosts?: readonly number[] }>
  >,
  words = 2,
): CpupriColumns {
  const columns = {
    levels,
    words,
    counts: new Int32Array(levels),
    masks: new Uint32Array(levels * words),
    ghosts: new Uint32Array(levels * words),
  };
  const put = (into: Uint32Array, level: number, cpu: number) => {
    into[level * words + (cpu >>> 5)]! |= 1 << (cpu & 31);
  };
  for (const [level, count] of Object.entries(counts)) columns.counts[Number(level)] = count;
  for (const [level, { set, ghosts = [] }] of Object.entries(masks)) {
    for (const cpu of [...set, ...ghosts]) put(columns.masks, Number(level), cpu);
    for (const cpu of ghosts) put(columns.ghosts, Number(level), cpu);
  }
  return columns;
}

const seven = [1, 2, 3, 4, 5, 6, 7];
const ghostly = cpupriWith(
  { 50: 1, 99: 7 },
  { 50: { set: [0], ghosts: seven }, 99: { set: seven } },
);

function momentOf(cpupri: CpupriColumns, time = 1_000_000): Frame {
  const frame = new ToyRun(catalog, { seed: 2 }).at(time);
  frame.cpus.level.fill(99);
  frame.cpus.level[0] = 50;
  frame.cpus.activity.fill(ACTIVITY.USER);
  return { ...frame, mechanisms: { cpupri } };
}

const searched = (reason: number, chosen: number, facts: Partial<SearchFacts>): Explain => ({
  ...{ id: 1, time: 999_000, cpu: 3, decision: 1, reason, task: 4, chosen, previous: 3 },
  ...{ accesses: 12, cost: 900, steps: [], isCut: false, isOpen: false },
  facts: {
    form: 'search',
    ...{ foundLevel: 50, probed: 51, refused: 0, candidates: 1, ghosts: 0, found: [0] },
    ...{ domain: 0, taskPriority: 0, otherPriority: 49, runningPriority: 0 },
    ...facts,
  },
});
const taken = searched(1, 0, {});
const refused = searched(2, 3, {
  ...{ candidates: 8, ghosts: 7, found: [0, ...seven], otherPriority: 0 },
});

const nothingSeen = new Uint8Array(256);

describe('the masks of cpupri', () => {
  it('have a bit for each CPU, set, clear or a ghost, beyond the first word, too', () => {
    expect([0, 1, 7].map((cpu) => bitOf(ghostly, 50, cpu))).toEqual(['set', 'ghost', 'ghost']);
    expect([0, 1, 7].map((cpu) => bitOf(ghostly, 99, cpu))).toEqual(['clear', 'set', 'set']);
    const wide = cpupriWith({ 0: 2 }, { 0: { set: [31, 32], ghosts: [63] } });
    expect([30, 31, 32, 63].map((cpu) => bitOf(wide, 0, cpu))).toEqual([
      'clear',
      'set',
      'set',
      'ghost',
    ]);
    expect([bitsSet(ghostly, 50), bitsSet(ghostly, 99), bitsSet(wide, 0)]).toEqual([8, 7, 3]);
  });

  it('have a row where they have a count, or had one, or a search or the focus is about them', () => {
    expect(maskRowsOf(ghostly, nothingSeen, -1, -1)).toEqual([50, 99]);
    const seen = nothingSeen.slice();
    seen[0] = 1;
    expect(maskRowsOf(ghostly, seen, -1, -1)).toEqual([0, 50, 99]);
    expect(maskRowsOf(ghostly, nothingSeen, 10, 20)).toEqual([10, 20, 50]);
    const all = cpupriWith({ 1: 1, 2: 1, 3: 1, 4: 1 }, {});
    expect(maskRowsOf(all, nothingSeen, -1, 4)).toEqual([1, 2, 4]);
    expect(maskRowsOf(all, nothingSeen, -1, -1)).toHaveLength(MAX_MASK_ROWS);
  });
});

describe('the last search', () => {
  it('came up with a CPU, which was taken or refused', () => {
    expect(searchOf(catalog, taken, 1_000_000)).toMatchObject({
      ...{ level: 50, named: 0, isTaken: true, ghosts: 0 },
    });
    expect(searchOf(catalog, refused, 1_000_000)).toMatchObject({
      ...{ level: 50, named: 3, isTaken: false, ghosts: 7, candidates: 8 },
    });
  });

  it('is none where a record is of later, or of no search', () => {
    expect(searchOf(catalog, taken, 998_999)).toBeUndefined();
    expect(searchOf(catalog, searched(1, 0, { probed: 0 }), 1_000_000)).toBeUndefined();
    const walk = { ...taken, facts: { form: 'walk', overloaded: 2 } } as const;
    expect(searchOf(catalog, walk, 1_000_000)).toBeUndefined();
  });
});

describe('the picture of cpupri', () => {
  const show = (choice: Partial<MechanismChoice> = {}, cpupri = ghostly) =>
    drawMechanism(drawing, catalog, momentOf(cpupri), { choice: { name: 'cpupri', ...choice } });
  const filled = (body: string) => [...body.matchAll(/<path[^>]*fill="mask"/g)].length;
  const dashed = (body: string) =>
    [...body.matchAll(/<path[^>]*stroke="mask"[^>]*stroke-dasharray/g)].length;

  it('has a filled box for each bit that is right, and a dashed one that says so for each ghost', () => {
    const { body, texts } = show();
    expect(filled(body)).toBe(8);
    expect(dashed(body)).toBe(7);
    expect(texts.filter((text) => text === 'ghost')).toHaveLength(7);
    expect(texts).toEqual(expect.arrayContaining(['RT50', 'count 1', 'RT99', 'count 7']));
  });

  it('says on each card at which level its CPU is filed', () => {
    const { texts } = show();
    expect(texts.slice(texts.indexOf('CPU 0')).filter((text) => text === 'RT99')).toHaveLength(8);
  });

  it('leads from the box at which the search ended to the CPU, and says what became of it', () => {
    const good = show({ decision: taken });
    expect(good.texts).toContain('RT50: taken');
    expect(good.body).toMatch(/<path d="M[^"]*C[^"]*" fill="none" stroke="accent"/);
    const bad = show({ decision: refused });
    expect(bad.texts).toContain('RT99: refused');
    expect(bad.body).toMatch(/<path d="M[^"]*C[^"]*" fill="none" stroke="lock"/);
    expect(show().body).not.toMatch(/<path d="M[^"]*C[^"]*" fill="none"/);
  });

  it('says that its CPU was of that level where it has left it, and soon leads nowhere', () => {
    const left = cpupriWith({ 99: 8 }, { 99: { set: [0, ...seven] } });
    const shown = (time: number) =>
      drawMechanism(drawing, catalog, momentOf(left, time), {
        choice: { name: 'cpupri', decision: taken },
      });
    const soon = shown(taken.time + 1000);
    const late = shown(taken.time + 40_000);
    expect(soon.texts).toContain('was RT50: taken');
    expect(late.texts.join()).not.toContain('taken');
    expect(late.body).not.toMatch(/<path d="M[^"]*C[^"]*" fill="none"/);
  });

  it('says the same in its table and its sentence', () => {
    const note = show({ decision: refused }).note as CpupriNote;
    expect(face.table(note).rows).toEqual([
      ['RT50', '1', '0, 1, 2, 3, 4, 5, 6, 7', '1, 2, 3, 4, 5, 6, 7'],
      ['RT99', '7', '1, 2, 3, 4, 5, 6, 7', 'none'],
    ]);
    expect(face.sentence(note)).toMatch(
      /^The search by CPU 3 at 0\.999\s000\sms: 8 CPUs named at RT50, 7 ghosts among them; CPU 3 was named and rejected\.$/,
    );
    expect(face.cpu(note, 4)).toBe('filed at RT99, a ghost at RT50');
    expect(face.cpu(note, 0)).toBe('filed at RT50');
  });

  it('lets what is not the focus recede: rows of other levels, and the cards', () => {
    const { body } = show({ focus: 'mask:RT50' });
    const whole = [...body.matchAll(/<path[^>]*fill="mask"(?![^>]*opacity)[^>]*>/g)];
    expect(whole).toHaveLength(1);
    // CPU 0 is rightly in the mask.
    expect([...body.matchAll(/fill="background" opacity="0.65"/g)]).toHaveLength(7);
  });

  it('has a cell for each CPU of a large machine, in a line for each node', () => {
    const large = catalogOf(shapes['granite rapids 2s snc3']);
    const { cpus, nodes } = large.topology;
    const set = Array.from({ length: cpus }, (_, cpu) => cpu).filter((cpu) => cpu % 3 === 0);
    const columns = cpupriWith({ 99: set.length }, { 99: { set } }, Math.ceil(cpus / 32));
    const frame = { ...new ToyRun(large).at(1000), mechanisms: { cpupri: columns } };
    const size = { width: 1100, height: 640 };
    const { body } = drawMechanism(drawing, large, frame, { choice: { name: 'cpupri' }, size });
    const cells = /<path d="([^"]*)" fill="mask"/.exec(body)![1]!.split('M').slice(1);
    expect(cells).toHaveLength(set.length);
    expect(new Set(cells.map((cell) => cell.split(/[ h]/)[1])).size).toBe(nodes);
  });

  it('has cells, not boxes, where a few CPUs of a large machine are shown as cards', () => {
    const large = catalogOf(shapes['granite rapids 2s snc3']);
    const { cpus } = large.topology;
    const set = [0, 1, 2, 3, cpus - 1];
    const columns = cpupriWith({ 99: set.length }, { 99: { set } }, Math.ceil(cpus / 32));
    const frame = { ...new ToyRun(large).at(1000), mechanisms: { cpupri: columns } };
    const size = { width: 560, height: 640 };
    const choice = { name: 'cpupri' } as const;
    const { body } = drawMechanism(drawing, large, frame, { choice, size, form: 'cards' });
    const cells = /<path d="([^"]*)" fill="mask"/.exec(body)![1]!.split('M').slice(1);
    expect(cells).toHaveLength(set.length);
  });
});
