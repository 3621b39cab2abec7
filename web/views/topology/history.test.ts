import { describe, expect, it } from 'vitest';
import { History } from './history.ts';
import { layers } from './layers/index.ts';
import * as late from './layers/lazy-layers.ts';
import { moves } from './layers/moves/layer.ts';
import type { rememberMoves } from './layers/moves/memory.ts';
import { transfersLegend } from './layers/transfers/legend.tsx';
import { defaultSettings } from './settings.ts';
import type { Snapshot } from './snapshot.ts';
import { StageScale } from './stage-scale.ts';
import { ToyRun } from './testing/frames.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import type { Selection } from './types.ts';

const catalog = catalogOf(shapes['ring of four'], 40);

function pictureAfter(settings: Partial<typeof defaultSettings>, frames: number) {
  const history = new History(catalog, { ...defaultSettings, ...settings });
  history.keep(late.lazyLayers);
  history.installLazy(late);
  const run = new ToyRun(catalog, { quantum: 4_000, seed: 3 });
  for (let i = 0; i < frames; i++) history.add(run.at(1_000_000 + i * 300), (i * 1000) / 60);
  return history.snapshot()!;
}

/** What its layer has kept of moves. */
function moved({ memories }: Snapshot) {
  const kept = memories[layers.indexOf(moves)] as ReturnType<typeof rememberMoves>;
  return kept.moves.shown;
}

describe('History', () => {
  it('has nothing to draw before the first frame', () => {
    expect(new History(catalog, defaultSettings).snapshot()).toBeUndefined();
  });
  it('gives the same picture for the same frames', () => {
    const [one, other] = [pictureAfter({}, 200), pictureAfter({}, 200)];
    expect(one.traffic).toEqual(other.traffic);
    expect(moved(one)).toEqual(moved(other));
    expect(one.traffic.rates.some((rate) => rate > 0)).toBe(true);
  });
  it('lets layers that come later keep what follows, and those that were there what they have', () => {
    const history = new History(catalog, defaultSettings);
    const run = new ToyRun(catalog, { quantum: 4_000, seed: 3 });
    const add = (i: number) => history.add(run.at(1_000_000 + i * 300), (i * 1000) / 60);
    for (let i = 0; i < 100; i++) add(i);
    expect(history.memories[layers.indexOf(moves)]).toBeUndefined();
    history.keep(late.lazyLayers);
    const before = [...history.memories];
    history.keep(late.lazyLayers);
    for (let i = 100; i < 300; i++) add(i);
    const shown = history.snapshot()!;
    expect(moved(shown).length).toBeGreaterThan(0);
    const stay = before.flatMap((memory, at) => (memory ? [at] : []));
    expect(stay.length).toBeGreaterThan(0);
    for (const at of stay) expect(shown.memories[at]).toBe(before[at]);
  });
  it('sums shares of time to one for each CPU in Summary', () => {
    const { shares } = pictureAfter({ tempo: 'summary' }, 100);
    for (let cpu = 0; cpu < catalog.topology.cpus; cpu++) {
      const sum = shares.slice(cpu * 5, cpu * 5 + 5).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 4);
    }
  });
  it('shows the queue of the selected line, else of the hottest', () => {
    expect(pictureAfter({ selection: { line: 3 } }, 2).accessQueue.line).toBe(3);
    expect(pictureAfter({}, 2).accessQueue.line).toBe(0);
  });
  it('uses the scale of the stage once there is one', () => {
    const own = pictureAfter({}, 50).fullRate;
    expect(own).toBeGreaterThan(0);
    expect(pictureAfter({ sharedRate: own * 10 }, 50).fullRate).toBe(own * 10);
  });
});

describe('a jump', () => {
  it('shows a moment as it is shown at first, whatever was on stage before', () => {
    const run = new ToyRun(catalog, { quantum: 4_000, seed: 3 });
    const settings = { ...defaultSettings, tempo: 'summary' } as const;
    const history = new History(catalog, settings);
    for (let i = 0; i < 50; i++) history.add(run.at(1_000_000 + i * 300), i);
    const jump = { ...run.at(3_000_000), continuous: false };
    history.add(jump, 60);
    const fresh = new History(catalog, settings);
    fresh.add(jump, 0);
    const [one, other] = [history.snapshot()!, fresh.snapshot()!];
    expect(one.traffic).toEqual(other.traffic);
    expect(one.traffic.rates.some((rate) => rate > 0)).toBe(true);
    expect(one.shares).toEqual(other.shares);
    expect(one.fullRate).toBe(other.fullRate);
  });
});

describe('reselect', () => {
  it('shows the queue of a line selected while the run stands still', () => {
    const settings = { ...defaultSettings };
    const history = new History(catalog, settings);
    history.installLazy(late);
    history.add(new ToyRun(catalog, { seed: 3 }).at(1_000_000), 0);
    settings.selection = { line: 2 };
    history.reselect();
    expect(history.snapshot()!.accessQueue.line).toBe(2);
  });
});

describe('the lane', () => {
  it('marks the core that holds its line, and none where a lock or a shared line stands there', () => {
    const settings = { ...defaultSettings };
    const history = new History(catalog, settings);
    history.installLazy(late);
    const frame = new ToyRun(catalog, { seed: 3 }).at(1_000_000);
    const owned = frame.lines.owner.findIndex((core, row) => core >= 0 && row < frame.lines.count);
    const line = frame.lines.index[owned]!;
    const withOwner = (core: number) => {
      const owner = frame.lines.owner.slice();
      owner[owned] = core;
      return { ...frame, continuous: false, lines: { ...frame.lines, owner } };
    };
    const isHeld = (core: number, selection: Selection) => {
      settings.selection = selection;
      history.add(withOwner(core), 0);
      // What the sentence under the picture is of (app/MachineCaption.tsx).
      expect(history.accessQueue).toEqual({
        line: selection.lock === undefined ? line : -1,
        lock: selection.lock ?? -1,
      });
      return history.isHeld;
    };
    expect([isHeld(3, { line }), isHeld(-1, { line }), isHeld(3, { lock: 0 })]).toEqual([
      true,
      false,
      false,
    ]);
    const [, holder] = transfersLegend.entries!;
    const now = { tempo: 'flow', note: undefined, fullRate: 1, traffic: undefined } as const;
    const isIn = (held: boolean) => holder!.when!({ ...now, isHeld: held, isCrowded: false });
    expect([isIn(true), isIn(false)]).toEqual([true, false]);
  });
  const taken = (tempo: 'flow' | 'summary') => {
    const history = new History(catalog, { ...defaultSettings, tempo });
    history.installLazy(late);
    const run = new ToyRun(catalog, { quantum: 4_000, seed: 3 });
    const lanes = new Set<object>();
    for (let i = 0; i < 60; i++) {
      history.add(run.at(1_000_000 + i * 33_000), (i * 1000) / 60);
      lanes.add(history.snapshot()!.accessQueue);
    }
    return lanes.size;
  };
  it('follows every frame in Flow and changes twice a second in Summary', () => {
    expect(taken('flow')).toBe(60);
    expect(taken('summary')).toBe(2);
  });
});

describe('StageScale', () => {
  it('is the largest rate that any machine wants, told to all', () => {
    const scale = new StageScale();
    const told = { a: 0, b: 0 };
    const a = scale.join((rate) => {
      told.a = rate;
    });
    const b = scale.join((rate) => {
      told.b = rate;
    });
    a.want(200);
    b.want(500);
    expect(told).toEqual({ a: 500, b: 500 });
    b.leave();
    expect(told.a).toBe(200);
  });
});
