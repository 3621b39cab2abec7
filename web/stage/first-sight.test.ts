import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../engine/types.ts';
import { skipSteps } from './commands.ts';
import { beginSteps, goToStep, leaveStep, showStep } from './first-sight.ts';
import type { Session } from './session.ts';
import type { StageStep } from './stage-content.ts';
import { choose, type StageState, useStageState } from './store.ts';

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

  it('shows two of them on a phone, the first and the one that differs', () => {
    vi.stubGlobal('window', { innerWidth: 390 });
    showStep({ ...step(1), stage: 'A | B | C' }, 0, {} as Catalog);
    expect(stage()).toBe('A | C');
  });
});

describe('a ring that somebody keeps', () => {
  const pointed = { kind: 'cpu', number: 0 } as const;
  const kept = () => choose({ ring: { target: 'cpu:0', pointed, way: 'kept', isThin: false } });
  afterEach(() => choose({ step: undefined, ring: undefined }));

  it('is of its step: another one has marks of its own', () => {
    kept();
    showStep(step(1), 1, {} as Catalog);
    expect(useStageState.getState().ring).toBeUndefined();
  });

  it('is let go with the steps', () => {
    choose({ step: 1 });
    kept();
    skipSteps({ opened: { scenario: {} } } as unknown as Session);
    expect(useStageState.getState().ring).toBeUndefined();
  });
});

describe('the step that a story begins with', () => {
  const variants: Record<string, object> = { A: {}, B: {} };
  const listeners = new Set<() => void>();
  const news = () => {
    for (const listener of [...listeners]) listener();
  };
  let head = 0;
  const sought: number[] = [];
  let stop = () => {};
  const begin = (first: Partial<StageStep> = {}, isLinked = false) => {
    const playback = {
      summary: () => ({ time: 0, head, variants }),
      onSummary: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      seek: (time: number) => sought.push(time),
    };
    const steps = [{ ...step(1), ...first }, step(2)];
    stop = beginSteps(
      { opened: { start: 50 }, playback, steps } as unknown as Session,
      1,
      isLinked,
    );
  };
  const machineComes = () => {
    variants.A = { latestFrame: {}, catalog: {} };
    news();
    vi.advanceTimersByTime(10);
  };
  const computed = (time: number) => {
    head = time;
    news();
  };
  beforeEach(() => {
    vi.useFakeTimers();
    variants.A = {};
    choose({ playing: true, step: 0, speed: 7 });
    head = 0;
    sought.length = 0;
    begin();
  });
  afterEach(() => {
    stop();
    listeners.clear();
    vi.useRealTimers();
    choose({ playing: false, step: undefined, playhead: 0 });
  });

  it('is shown as soon as a machine can be drawn', () => {
    machineComes();
    expect(useStageState.getState()).toMatchObject({ step: 0, speed: 1 });
  });

  it('stays, however long nobody touches anything', () => {
    machineComes();
    computed(50);
    vi.advanceTimersByTime(10 * 60_000);
    expect(shown()).toBe(0);
  });

  it('goes to where the scenario begins as soon as the run is computed to there', () => {
    machineComes();
    computed(49);
    expect(sought).toEqual([]);
    computed(50);
    expect(sought).toEqual([50]);
    expect(shown()).toBe(0);
  });

  it('leaves a first step with a moment of its own there', () => {
    stop();
    begin({ at: 10 });
    machineComes();
    computed(50);
    expect(sought).toEqual([10]);
  });

  it('leaves the camera where a link has it, or sends it where the step looks', () => {
    const place = { kind: 'place', cpu: 3, zoom: 2 } as const;
    const linked = (camera: StageState['camera']) => {
      stop();
      variants.A = {};
      choose({ camera });
      begin({ frame: { of: 'node', node: 1 } } as Partial<StageStep>, true);
      machineComes();
      return useStageState.getState().camera;
    };
    expect(linked(place)).toBe(place);
    expect(linked({ kind: 'all' })).toEqual({ kind: 'node', node: 1 });
    choose({ camera: { kind: 'all' } });
  });

  it('goes there while somebody types, presses and looks at views', () => {
    vi.stubGlobal('document', new EventTarget());
    machineComes();
    for (const type of ['pointerdown', 'keydown']) document.dispatchEvent(new Event(type));
    choose({ dock: 'c2c', glossary: '' });
    computed(50);
    expect(sought).toEqual([50]);
    vi.unstubAllGlobals();
  });

  it.each([
    ['paused', () => choose({ playing: false })],
    ['moved it at rest', () => choose({ playing: false, playhead: 20 })],
    ['ended the steps', () => choose({ step: undefined })],
    ['gone to another step', () => choose({ step: 1 })],
  ])('leaves the playhead to whoever has %s', (_, act) => {
    machineComes();
    act();
    computed(50);
    expect(sought).toEqual([]);
  });

  it('is not shown any more to who has skipped it before there was a machine', () => {
    choose({ step: undefined });
    machineComes();
    expect(useStageState.getState()).toMatchObject({ step: undefined, speed: 7 });
  });

  it('is found as it was left where a link leads to it', () => {
    stop();
    begin({ at: 10 }, true);
    machineComes();
    computed(50);
    expect(useStageState.getState()).toMatchObject({ step: 0, speed: 7 });
    expect(sought).toEqual([]);
  });
});

describe('a step that is asked for', () => {
  const variants = (catalog?: Catalog) => ({ A: { catalog }, B: { catalog: undefined } });
  const scene = (catalog?: Catalog) =>
    ({
      opened: { scenario: {} },
      steps: [step(1), step(2)],
      playback: { summary: () => ({ variants: variants(catalog) }) },
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
  it('settles the question that somebody leaves without an answer, by Next as by Skip', () => {
    const ask = { id: 'first', variant: 'B' };
    const opened = { scenario: { steps: [{ ask }, { ask: { ...ask, id: 'second' } }] } };
    const session = { ...scene({} as Catalog), opened } as unknown as Session;
    const guesses = () => useStageState.getState().guesses;
    choose({ step: 0, guesses: {} });
    goToStep(session, 2);
    expect(guesses()).toEqual({ first: 'skipped' });
    goToStep(session, 1);
    expect(guesses()).toEqual({ first: 'skipped' });
    skipSteps(session);
    expect(guesses()).toEqual({ first: 'skipped', second: 'skipped' });
    choose({ guesses: {} });
  });
  it('begins at its moment where the run is computed to there', () => {
    const sought: number[] = [];
    const { opened, steps } = scene();
    const variants = { A: { catalog: {} }, B: {} };
    const playback = {
      summary: () => ({ head: 10, variants }),
      onSummary: () => () => {},
      seek: (time: number) => sought.push(time),
    };
    const timed = { ...steps[0]!, at: 7 };
    const session = { opened, steps: [timed, { ...timed, at: 20 }], playback };
    goToStep(session as unknown as Session, 1);
    goToStep(session as unknown as Session, 2);
    expect(sought).toEqual([7]);
  });

  it('waits for its moment no longer once its scene is closed', () => {
    const { opened, steps } = scene();
    const listeners = new Set<() => void>();
    const playback = {
      summary: () => ({ head: 10, variants: { A: { catalog: {} }, B: {} } }),
      onSummary: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      seek: () => {},
    };
    const session = { opened, steps: [{ ...steps[0]!, at: 20 }], playback } as unknown as Session;
    goToStep(session, 1);
    expect(listeners.size).toBe(1);
    leaveStep(session);
    expect(listeners.size).toBe(0);
  });
});
