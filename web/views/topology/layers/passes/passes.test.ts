import { describe, expect, it } from 'vitest';
import { BALANCE, RECORD } from '../../../../engine/abi.gen.ts';
import { layoutMachine } from '../../layout.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { frameOf, type TestRecord } from '../../testing/records.ts';
import { Passes, spanRects } from './passes.ts';

const catalog = { ...catalogOf(shapes['milan 2s nps1'], 10), decisions: ['', 'sched_balance_rq'] };
const pass = (time: number, cpu: number, cpus: number, type = 0, moved = 0): TestRecord => ({
  ...{ kind: RECORD.DECISION, time, cpu, a: -1 >>> 0, b: 1, c: cpu },
  e: cpus | (type << 16) | (moved << 18),
});
const frame = (time: number, records: readonly TestRecord[] = [], continuous = true) =>
  frameOf(catalog, { time, records, continuous });

describe('balance passes', () => {
  it('are shown for the CPU they were for, with the domain, the kind and whether anything moved', () => {
    const passes = new Passes(catalog);
    passes.add(frame(0));
    passes.add(frame(10, [pass(4, 17, 16, BALANCE.NOHZ, 1)]));
    expect(passes.shown).toMatchObject([
      { cpu: 17, cpus: 16, type: BALANCE.NOHZ, moved: true, time: 4 },
    ]);
    expect(passes.strength(passes.shown[0]!)).toBe(1);
  });
  it('fade and go, but not while the run stands still', () => {
    const passes = new Passes(catalog);
    passes.add(frame(0));
    passes.add(frame(10, [pass(4, 17, 16)]));
    for (let i = 0; i < 100; i++) passes.add(frame(10));
    expect(passes.strength(passes.shown[0]!)).toBe(1);
    passes.add(frame(20));
    expect(passes.strength(passes.shown[0]!)).toBeLessThan(1);
    for (let i = 0; i < 100; i++) passes.add(frame(30 + i));
    expect(passes.shown).toEqual([]);
  });
  it('do not bury the machine: six at once, those that moved tasks first, each domain once', () => {
    const passes = new Passes(catalog);
    passes.add(frame(0));
    const many = Array.from({ length: 20 }, (_, cpu) => pass(cpu, cpu, 16));
    passes.add(frame(30, [...many, pass(25, 100, 2, 0, 1), pass(26, 100, 2, 0, 1)]));
    expect(passes.shown).toHaveLength(6);
    expect(passes.shown.filter(({ cpu }) => cpu === 100)).toHaveLength(1);
    expect(passes.shown[0]).toMatchObject({ cpu: 100, moved: true });
  });
  it('are forgotten by a jump, and what a jump brings is not shown', () => {
    const passes = new Passes(catalog);
    passes.add(frame(0));
    passes.add(frame(10, [pass(4, 17, 16)]));
    passes.add(frame(90, [pass(89, 3, 16)], false));
    expect(passes.shown).toEqual([]);
  });
  it('leave other decisions alone', () => {
    const passes = new Passes(catalog);
    passes.add(frame(0));
    passes.add(frame(10, [{ ...pass(4, 17, 16), b: 0 }]));
    expect(passes.shown).toEqual([]);
  });
});

describe('the place of a domain', () => {
  const { topology } = catalog;
  const layout = layoutMachine(topology, { width: 900, height: 500, textSize: 11 });
  it('is that of the part of the machine with as many CPUs around its CPU', () => {
    const { core, llc, node } = topology;
    const of = (cpus: number) => spanRects(layout, topology, 150, cpus);
    expect(of(2)).toEqual([layout.cores[core[150]!]]);
    expect(of(16)).toEqual([layout.llcs.find((each) => each.llc === llc[150])!.rect]);
    expect(of(128)).toEqual([layout.nodes.find((each) => each.node === node[150])!.rect]);
    expect(of(256)).toMatchObject([{ x: 0, y: 0, width: layout.width }]);
  });
  it('is none where the domain is no part of the picture', () => {
    expect(spanRects(layout, topology, 150, 48)).toEqual([]);
  });
});

describe('the place of a domain of some nodes', () => {
  /** Four nodes in a ring: each has two neighbours, and one that is farther. */
  const ring = catalogOf(shapes['skylake 4s'], 10).topology;
  const topology = {
    ...ring,
    distance: Uint16Array.from({ length: 16 }, (_, at) => {
      const apart = Math.abs((at >> 2) - (at & 3));
      return [10, 21, 31, 21][apart]!;
    }),
  };
  const layout = layoutMachine(topology, { width: 900, height: 500, textSize: 11 });
  const perNode = topology.cpus / 4;
  const rectOf = (node: number) => layout.nodes.find((each) => each.node === node)!.rect;
  const first = topology.node.indexOf(0);

  it('is around each of them where others lie between', () => {
    const around = spanRects(layout, topology, first, 3 * perNode);
    expect(around).toEqual([rectOf(0), rectOf(1), rectOf(3)]);
  });
  it('is one frame where no other lies between', () => {
    const distance = Uint16Array.from({ length: 16 }, (_, at) =>
      at >> 2 === (at & 3) ? 10 : at >> 3 === (at & 3) >> 1 ? 16 : 21,
    );
    const [one, ...more] = spanRects(layout, { ...topology, distance }, first, 2 * perNode);
    expect(more).toEqual([]);
    for (const node of [0, 1]) {
      const { x, y, width, height } = rectOf(node);
      expect(x >= one!.x && x + width <= one!.x + one!.width).toBe(true);
      expect(y >= one!.y && y + height <= one!.y + one!.height).toBe(true);
    }
  });
});
