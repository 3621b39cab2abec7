import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../engine/types.ts';
import { beginFirstSight, goToStep, runFirstSight, showStep } from './first-sight.ts';
import type { Session } from './session.ts';
import type { StageStep } from './stage-content.ts';
import { choose, useStageState } from './store.ts';

const step = (rate: number): StageStep =>
  ({ frame: { of: 'machine' }, rate, hold: 1000, caption: '' }) as unknown as StageStep;
const shown = () => useStageState.getState().step;

describe('a step that names variants', () => {
  const stage = () => useStageState.getState().stage;
  afterEach(() => {
    vi.unstubAllGlobals();
    choose({ step: undefined, stage: 'A | B' });
  });

  it('puts them on stage, and one that names none leaves who is there', () => {
    vi.stubGlobal('window', { innerWidth: 1280 });
    showStep({ ...step(1), stage: 'A | D' }, 0, {} as Catalog);
    expect(stage()).toBe('A | D');
    showStep(step(1), 1, {} as Catalog);
    expect(stage()).toBe('A | D');
  });

  it('shows the last of them where one machine fits', () => {
    vi.stubGlobal('window', { innerWidth: 390 });
    showStep({ ...step(1), stage: 'A | D' }, 0, {} as Catalog);
    expect(stage()).toBe('D');
  });
});

describe('the first sight', () => {
  const lanes: Record<string, object> = { A: {}, B: {} };
  const listeners = new Set<() => void>();
  const news = () => {
    for (const listener of [...listeners]) listener();
  };
  let head = 0;
  const sought: number[] = [];
  let stop = () => {};
  const begin = (first: Partial<StageStep> = {}) => {
    const playback = {
      summary: () => ({ time: 0, head, lanes }),
      onSummary: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      seek: (time: number) => sought.push(time),
    };
    const steps = [{ ...step(1), ...first }, step(2)];
    stop = runFirstSight({ opened: { start: 50 }, playback, steps } as unknown as Session);
  };
  const machineComes = () => {
    lanes.A = { still: {}, catalog: {} };
    news();
    vi.advanceTimersByTime(10);
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', new EventTarget());
    lanes.A = {};
    choose({ playing: true, step: 0, speed: 7 });
    head = 0;
    sought.length = 0;
    begin();
  });
  afterEach(() => {
    stop();
    listeners.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    choose({ playing: false, step: undefined, notice: undefined });
  });

  it('goes to where the scenario begins as soon as the run is computed to there, in the first step already', () => {
    machineComes();
    head = 49;
    news();
    expect(sought).toEqual([]);
    head = 50;
    news();
    expect(sought).toEqual([50]);
    expect(shown()).toBe(0);
  });

  it('leaves a first step with a moment of its own there', () => {
    stop();
    begin({ at: 10 });
    machineComes();
    head = 50;
    news();
    expect(sought).toEqual([10]);
  });

  it.each([
    ['paused', () => choose({ playing: false })],
    ['ended the steps', () => choose({ step: undefined })],
    ['gone to another step', () => choose({ step: 1 })],
  ])('leaves the playhead to whoever has %s', (_, act) => {
    machineComes();
    act();
    head = 50;
    news();
    expect(sought).toEqual([]);
  });

  it('says that playback goes on where the window begins when the steps are over before it is computed', () => {
    machineComes();
    vi.advanceTimersByTime(2_500);
    expect(shown()).toBeUndefined();
    head = 50;
    news();
    expect(sought).toEqual([50]);
    expect(useStageState.getState().notice?.text).toContain('Playback goes on');
  });

  it('leaves the playhead to whoever has touched the page', () => {
    machineComes();
    document.dispatchEvent(new Event('pointerdown'));
    head = 50;
    news();
    expect(sought).toEqual([]);
  });

  it('begins as soon as a machine can be drawn', () => {
    machineComes();
    expect(useStageState.getState()).toMatchObject({ step: 0, speed: 1 });
  });

  it('does not begin any more where a key has ended it before there was a machine', () => {
    document.dispatchEvent(Object.assign(new Event('keydown'), { key: 'x' }));
    expect(shown()).toBeUndefined();
    machineComes();
    expect(useStageState.getState()).toMatchObject({ step: undefined, speed: 7 });
  });
});

describe('the first-sight sequence', () => {
  let stop: () => void = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    choose({ playing: true, step: undefined });
    const events = { comes: () => {}, ended: () => {} };
    stop = beginFirstSight([step(1), step(2), step(3)], {} as Catalog, events);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    choose({ playing: false, step: undefined });
  });

  it('goes from step to step and ends by itself', () => {
    expect(shown()).toBe(0);
    vi.advanceTimersByTime(1500);
    expect(shown()).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(shown()).toBeUndefined();
  });
  it('stays with a step while somebody has paused, and gives it its whole time again', () => {
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
      steps: [step(1), step(2)],
      playback: { summary: () => ({ lanes: lanes(catalog) }) },
    }) as unknown as Session;
  afterEach(() => choose({ step: undefined }));

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
    const { steps } = scene();
    const lanes = { A: { catalog: {} }, B: {} };
    const playback = {
      summary: () => ({ head: 10, lanes }),
      onSummary: () => () => {},
      seek: (time: number) => sought.push(time),
    };
    const timed = { ...steps[0]!, at: 7 };
    goToStep({ steps: [timed, { ...timed, at: 20 }], playback } as unknown as Session, 1);
    goToStep({ steps: [timed, { ...timed, at: 20 }], playback } as unknown as Session, 2);
    expect(sought).toEqual([7]);
    vi.unstubAllGlobals();
  });
});
