import { describe, expect, it } from 'vitest';
import { History } from './history.ts';
import * as late from './layers/lazy-layers.ts';
import { ribbonsLegend } from './layers/ribbons/legend.tsx';
import { isHotRate } from './rates.ts';
import { defaultSettings } from './settings.ts';
import { ToyRun } from './testing/frames.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { mostRibbons, type Traffic, TrafficChoice, trafficNote } from './traffic.ts';
import { showsMatrix } from './traffic-form.ts';

const everywhere = () => true;
/** Rates of 8 caches, all different; those inside are the largest. */
const llcs = 8;
const rates = Float64Array.from({ length: llcs * llcs }, (_, at) =>
  at % (llcs + 1) === 0 ? 1e6 : ((at * 37) % 61) * 100,
);
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
/** What is drawn, what is only summed, and what stays inside. */
const accounted = ({ rates: all, shown, rest, inside }: Traffic): number =>
  sum(shown.map((at) => all[at]!)) + rest.rate + inside;

describe('the choice of ribbons', () => {
  it('is of the twelve strongest between different caches', () => {
    const { shown } = new TrafficChoice(llcs).choose(rates, everywhere);
    expect(shown).toHaveLength(mostRibbons);
    const between = [...rates.keys()].filter((at) => at % (llcs + 1) !== 0);
    const least = Math.min(...shown.map((at) => rates[at]!));
    for (const at of between) if (!shown.includes(at)) expect(rates[at]).toBeLessThanOrEqual(least);
  });
  it('loses nothing: what is drawn, the rest and what stays inside are all transfers', () => {
    const traffic = new TrafficChoice(llcs).choose(rates, everywhere);
    expect(accounted(traffic)).toBeCloseTo(sum(rates), 3);
    const busy = [...rates.keys()].filter((at) => at % (llcs + 1) !== 0 && rates[at]! > 0);
    expect(traffic.rest.directions).toBe(busy.length - mostRibbons);
    expect(traffic.rest.rate).toBeGreaterThan(0);
  });
  it('loses nothing where a part of the machine is shown', () => {
    const traffic = new TrafficChoice(llcs).choose(rates, (llc) => llc < 3);
    expect(traffic.shown.every((at) => at % llcs < 3 && at < 3 * llcs)).toBe(true);
    expect(traffic.shown.length).toBeLessThanOrEqual(6);
    expect(accounted(traffic)).toBeCloseTo(sum(rates), 3);
  });
  it('keeps one that is shown until another is clearly stronger', () => {
    const choice = new TrafficChoice(llcs);
    const { shown } = choice.choose(rates, everywhere);
    const weakest = shown.reduce((a, b) => (rates[a]! <= rates[b]! ? a : b));
    const other = [...rates.keys()].find((at) => at % (llcs + 1) !== 0 && !shown.includes(at))!;
    const now = Float64Array.from(rates);
    now[other] = rates[weakest]! * 1.1;
    expect(choice.choose(now, everywhere).shown).toBe(shown);
    now[other] = rates[weakest]! * 1.5;
    expect(choice.choose(now, everywhere).shown).toContain(other);
    expect(new TrafficChoice(llcs).choose(now, everywhere).shown).toContain(other);
  });
  it('has those in the hot colour by which somebody loses time', () => {
    expect(isHotRate(50_000)).toBe(true);
    expect(isHotRate(49_000)).toBe(false);
  });
  it('says its numbers strongest first', () => {
    const note = trafficNote(new TrafficChoice(llcs).choose(rates, everywhere), llcs);
    const said = note.shown.map(({ rate }) => rate);
    expect(said).toEqual([...said].sort((a, b) => b - a));
    expect(note.shown[0]).toEqual({ from: 3, to: 4, rate: rates[28] });
  });
  it('is nothing on a machine of one cache', () => {
    const traffic = new TrafficChoice(1).choose(Float64Array.of(5), everywhere);
    expect(traffic).toMatchObject({ shown: [], rest: { directions: 0, rate: 0 }, inside: 5 });
  });
  it('accounts for all transfers of a run’s window', () => {
    const catalog = catalogOf(shapes['ring of four'], 40);
    const history = new History(catalog, defaultSettings);
    history.installLazy(late);
    const run = new ToyRun(catalog, { quantum: 4_000, seed: 3 });
    for (let i = 0; i < 200; i++) history.add(run.at(1_000_000 + i * 300), i * 16);
    const { traffic } = history.snapshot()!;
    expect(traffic.shown.length).toBeGreaterThan(0);
    expect(accounted(traffic) / sum(traffic.rates)).toBeCloseTo(1, 9);
  });
});

describe('the matrix', () => {
  const many = catalogOf(shapes['a thousand CPUs'], 400);
  const { topology } = many;

  function pictureOf(matrix: boolean) {
    const history = new History(many, { ...defaultSettings, matrix });
    history.installLazy(late);
    const run = new ToyRun(many, { quantum: 4_000, seed: 3 });
    for (let i = 0; i < 60; i++) history.add(run.at(1_000_000 + i * 300), i * 16);
    return history;
  }

  it('has a scale of its own where a cell is the sum of many directions', () => {
    const history = pictureOf(true);
    const { traffic, fullRate } = history.snapshot()!;
    const cells = late.sumByRow(traffic.rates, late.rowsIn(topology));
    expect(cells.length).toBe(8 * 8);
    expect(Math.max(...cells)).toBeGreaterThan(pictureOf(false).snapshot()!.fullRate);
    expect(Math.max(...cells)).toBeLessThanOrEqual(fullRate);
    expect(Math.max(...cells)).toBeGreaterThan(fullRate / 5);
  });
  it('has every cell that is drawn in the table, and with what is not it adds up to all', () => {
    const note = pictureOf(true).trafficNote!;
    expect(note).toMatchObject({ isMatrix: true, of: 'node' });
    expect(note.shown.length).toBeGreaterThan(0);
    const { traffic } = pictureOf(true).snapshot()!;
    const between = sum(traffic.rates) - traffic.inside;
    const said = note.shown.reduce((all, { rate }) => all + rate, note.rest.rate);
    expect(said / between).toBeCloseTo(1, 9);
  });
  it('says more of its cells than there are ribbons', () => {
    const of = { of: 'llc', count: 16 } as const;
    const sums = Float64Array.from({ length: 256 }, (_, at) => (at % 17 ? at % 5 : 0));
    const note = late.matrixNote(sums, of, 2, 0);
    expect(note.shown).toHaveLength(sums.filter((each) => each >= 2).length);
    expect(note.rest.directions).toBe(sums.filter((each) => each === 1).length);
  });
  it('has no directions in the key that are not drawn: it draws them all', () => {
    const [, rest] = ribbonsLegend.entries!;
    const now = {
      tempo: 'flow',
      note: undefined,
      fullRate: 1,
      isCrowded: false,
      isHeld: false,
    } as const;
    const traffic = pictureOf(false).trafficNote!;
    expect(traffic.rest.directions).toBeGreaterThan(0);
    expect(rest!.when!({ ...now, traffic })).toBe(true);
    const matrix = { ...pictureOf(true).trafficNote!, rest: traffic.rest };
    expect(rest!.when!({ ...now, traffic: matrix })).toBe(false);
  });
  it('is shown on request, and by itself where caches are many, colours speak of waits, and there is room', () => {
    expect(showsMatrix('matrix', 'task', 2, 300)).toBe(true);
    expect(showsMatrix('ribbons', 'state', 16, 1600)).toBe(false);
    expect(showsMatrix(undefined, 'state', 16, 1600)).toBe(true);
    expect(showsMatrix(undefined, 'state', 6, 1600)).toBe(false);
    expect(showsMatrix(undefined, 'state', 16, 520)).toBe(false);
    expect(showsMatrix(undefined, 'task', 16, 1600)).toBe(false);
    expect(showsMatrix('matrix', 'state', 1, 1600)).toBe(false);
  });
});
