import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../engine/types.ts';
import { beginFirstSight, goToStep, runFirstSight, showShot } from './first-sight.ts';
import type { Session } from './session.ts';
import type { StageShot } from './stage-content.ts';
import { choose, useStageState } from './store.ts';

const shot = (rate: number): StageShot =>
  ({ frame: { of: 'machine' }, rate, hold: 1000, caption: '' }) as unknown as StageShot;
const shown = () => useStageState.getState().shot;

describe('a shot that names variants', () => {
  const stage = () => useStageState.getState().stage;
  afterEach(() => {
    vi.unstubAllGlobals();
    choose({ shot: undefined, stage: 'A | B' });
  });

  it('puts them on stage, and one that names none leaves who is there', () => {
    vi.stubGlobal('window', { innerWidth: 1280 });
    showShot({ ...shot(1), stage: 'A | D' }, 0, {} as Catalog);
    expect(stage()).toBe('A | D');
    showShot(shot(1), 1, {} as Catalog);
    expect(stage()).toBe('A | D');
  });

  it('shows the last of them where one machine fits', () => {
    vi.stubGlobal('window', { innerWidth: 390 });
    showShot({ ...shot(1), stage: 'A | D' }, 0, {} as Catalog);
    expect(stage()).toBe('D');
  });
});

describe('the first sight', () => {
  const lanes: Record<string, object> = { A: {}, B: {} };
  let news = () => {};
  let stop = () => {};
  const machineComes = () => {
    lanes.A = { still: {}, catalog: {} };
    news();
    vi.advanceTimersByTime(10);
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', new EventTarget());
    lanes.A = {};
    const playback = {
      summary: () => ({ time: 0, head: 0, lanes }),
      onSummary: (listener: () => void) => {
        news = listener;
        return () => {};
      },
    };
    choose({ playing: true, shot: 0, speed: 7 });
    const shots = [shot(1), shot(2)];
    stop = runFirstSight({ opened: { start: 1 }, playback, shots } as unknown as Session);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    choose({ playing: false, shot: undefined });
  });

  it('begins as soon as a machine can be drawn', () => {
    machineComes();
    expect(useStageState.getState()).toMatchObject({ shot: 0, speed: 1 });
  });

  it('does not begin any more where a key has ended it before there was a machine', () => {
    document.dispatchEvent(Object.assign(new Event('keydown'), { key: 'x' }));
    expect(shown()).toBeUndefined();
    machineComes();
    expect(useStageState.getState()).toMatchObject({ shot: undefined, speed: 7 });
  });
});

describe('the first-sight sequence', () => {
  let stop: () => void = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    choose({ playing: true, shot: undefined });
    const events = { between: () => {}, ended: () => {} };
    stop = beginFirstSight([shot(1), shot(2), shot(3)], {} as Catalog, events);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    choose({ playing: false, shot: undefined });
  });

  it('goes from shot to shot and ends by itself', () => {
    expect(shown()).toBe(0);
    vi.advanceTimersByTime(1500);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(shown()).toBeUndefined();
  });
  it('stays with a shot while somebody has paused, and gives it its whole time again', () => {
    vi.advanceTimersByTime(500);
    choose({ playing: false });
    vi.advanceTimersByTime(60_000);
    expect(shown()).toBe(0);
    choose({ playing: true });
    vi.advanceTimersByTime(900);
    expect(shown()).toBe(0);
    vi.advanceTimersByTime(200);
    expect(shown()).toBe(1);
  });
});

describe('a step that is asked for', () => {
  const lanes = (catalog?: Catalog) => ({ A: { catalog }, B: { catalog: undefined } });
  const scene = (catalog?: Catalog) =>
    ({
      shots: [shot(1), shot(2)],
      playback: { summary: () => ({ lanes: lanes(catalog) }) },
    }) as unknown as Session;
  afterEach(() => choose({ shot: undefined }));

  it('is not gone to, and says so, before the machine is known', () => {
    expect(goToStep(scene(), 2)).toBe(false);
    expect(shown()).toBeUndefined();
  });
  it('is shown once the machine is known', () => {
    expect(goToStep(scene({} as Catalog), 2)).toBe(true);
    expect(shown()).toBe(1);
  });
  it('begins at its moment where the run is computed to there', () => {
    vi.stubGlobal('document', { addEventListener: () => {} });
    const sought: number[] = [];
    const { shots } = scene();
    const lanes = { A: { catalog: {} }, B: {} };
    const playback = {
      summary: () => ({ head: 10, lanes }),
      onSummary: () => () => {},
      seek: (time: number) => sought.push(time),
    };
    const timed = { ...shots[0]!, at: 7 };
    goToStep({ shots: [timed, { ...timed, at: 20 }], playback } as unknown as Session, 1);
    goToStep({ shots: [timed, { ...timed, at: 20 }], playback } as unknown as Session, 2);
    expect(sought).toEqual([7]);
    vi.unstubAllGlobals();
  });
});
