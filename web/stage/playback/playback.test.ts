import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serve } from '../../engine/calls.ts';
import { decodeFrame, draftFrame, encodeFrame } from '../../engine/frame.ts';
import type { RemoteEngine, RunningVariant } from '../../engine/start.ts';
import type { Catalog } from '../../engine/types.ts';
import { serveConductor } from './conductor-service.ts';
import type { FromConductor, ToConductor } from './messages.ts';
import { Playback, type PlaybackOptions, type VariantId } from './playback.ts';

const duration = 100_000;
const forever = new Promise<never>(() => {});

/** An engine whose state at a moment is the moment itself, served on a port as a worker would. */
function clockwork(): RunningVariant & {
  readonly ended: () => boolean;
  readonly parts: (readonly string[])[];
} {
  let closed = false;
  const parts: (readonly string[])[] = [];
  const engine = {
    catalog: async () => ({ clockMhz: 2_500 }) as Catalog,
    status: async () => ({ state: 'waiting', headTime: duration }),
    headline: async () => ({ measuring: false }),
    setLead: async () => {},
    setMechanisms: async (asked: readonly string[]) => void parts.push(asked),
    wholeFrame: async () => engine.frameAt(0),
    frameAt: async (time: number) => {
      const draft = draftFrame({ cpus: 1, tasks: 1, llcs: 1, lines: 1, records: 1 });
      draft.time = time;
      draft.headTime = duration;
      return encodeFrame(draft);
    },
    stepEvent: async (by: 1 | -1) => engine.frameAt(500 + by),
  };
  const { port1, port2 } = new MessageChannel();
  serve(port1 as never, engine);
  return {
    engine: engine as unknown as RemoteEngine,
    port: port2 as unknown as MessagePort,
    pageIsUp: () => {},
    close: () => {
      closed = true;
      port1.close();
    },
    gone: forever,
    ended: () => closed,
    parts,
  };
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

function stage(options: Partial<PlaybackOptions> = {}) {
  const works: Partial<Record<VariantId, ReturnType<typeof clockwork>>> = {};
  let picture: (now: number) => void = () => {};
  let now = 0;
  let breakConductor: (message: string) => void = () => {};
  const conductor: PlaybackOptions['conductor'] = (onFailure) => {
    breakConductor = onFailure;
    const { port1, port2 } = new MessageChannel();
    serveConductor(
      {
        send: (message, transfer = []) => port2.postMessage(message, transfer as never),
        onMessage: (listener) => port2.on('message', (message: ToConductor) => listener(message)),
      },
      (callback) => {
        picture = callback;
        return () => {};
      },
    );
    return {
      send: (message, transfer = []) => port1.postMessage(message, transfer as never),
      onMessage: (listener) => port1.on('message', (message: FromConductor) => listener(message)),
      close: () => port1.close(),
    };
  };
  const playback = new Playback({
    connect: async (side) => {
      works[side] = clockwork();
      return works[side];
    },
    conductor,
    duration,
    start: 0,
    speed: 1_000,
    playing: false,
    stage: ['A', 'B'],
    ...options,
  });
  open.push(() => playback.close());
  // A message takes a turn of the event loop for each channel it passes.
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const pictures = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await settle();
      now += 100;
      picture(now);
      await settle();
    }
  };
  const shown = (side: VariantId) => playback.summary().variants[side].latestFrame?.time;
  const fail = (message: string) => breakConductor(message);
  return { playback, works, pictures, settle, shown, fail };
}

describe('the playback of a stage', () => {
  it('shows both sides where they begin, with their names', async () => {
    const { playback, pictures, settle, shown } = stage({ start: 40 });
    await settle();
    await pictures(3);
    expect([shown('A'), shown('B')]).toEqual([40, 40]);
    expect(playback.summary().variants.A.catalog?.clockMhz).toBe(2_500);
    expect(playback.summary()).toMatchObject({ playing: false, head: duration });
  });
  it('does at once what a person does, whatever older news still says', async () => {
    const { playback, pictures, settle, shown } = stage();
    await settle();
    await pictures(2);
    const heard: boolean[] = [];
    playback.onSummary(() => heard.push(playback.summary().playing));
    playback.setPlaying(true);
    playback.seek(777);
    expect(playback.summary()).toMatchObject({ playing: true, time: 777 });
    await settle();
    expect(heard).not.toContain(false);
    playback.setPlaying(false);
    playback.seek(555);
    await pictures(2);
    expect(shown('A')).toBe(555);
    expect(playback.summary()).toMatchObject({ playing: false, time: 555 });
  });
  it('asks every run for what a mechanism draws, also one that comes later, and for nothing twice', async () => {
    const { playback, works, pictures, settle } = stage({ stage: ['A'] });
    await settle();
    await pictures(1);
    playback.setMechanisms(['pages']);
    playback.setMechanisms(['pages']);
    await settle();
    expect(works.A!.parts).toEqual([['pages']]);
    playback.setStage(['A', 'B']);
    await pictures(1);
    expect(works.B!.parts).toEqual([['pages']]);
    playback.setMechanisms([]);
    await settle();
    expect([works.A!.parts.at(-1), works.B!.parts.at(-1)]).toEqual([[], []]);
  });
  it('comes to rest where its pictures do', async () => {
    const { playback, pictures, settle, shown } = stage({ playing: true });
    await settle();
    await pictures(6);
    playback.setPlaying(false);
    await pictures(2);
    expect(playback.time).toBeGreaterThan(0);
    expect(shown('A')).toBe(playback.time);
    expect(shown('B')).toBe(playback.time);
  });
  it('steps, and says when the step is done', async () => {
    const { playback, pictures, settle, shown } = stage({ playing: true });
    await settle();
    await pictures(2);
    await playback.step('event', 1);
    await settle();
    expect(playback.summary()).toMatchObject({ playing: false, time: 501 });
    expect(shown('B')).toBe(501);
  });
  it('sends frames to whoever draws, the latest at once, until told to stop', async () => {
    const { playback, pictures, settle } = stage();
    await settle();
    await pictures(2);
    const { port1, port2 } = new MessageChannel();
    const times: number[] = [];
    port1.on('message', (buffer: ArrayBuffer) => times.push(decodeFrame(buffer).time));
    const stop = playback.subscribeFrames('A', port2 as unknown as MessagePort);
    await settle();
    playback.seek(30);
    await pictures(1);
    stop();
    playback.seek(60);
    await pictures(1);
    port1.close();
    expect(times).toEqual([0, 30]);
  });
  it('gives every frame to those on this thread who ask for every frame', async () => {
    const { playback, pictures, settle } = stage();
    await settle();
    await pictures(2);
    const times: number[] = [];
    playback.onFrame('B', (frame) => times.push(frame.time));
    await settle();
    for (const time of [10, 20, 30]) {
      playback.seek(time);
      await pictures(1);
    }
    const stop = playback.onTime(() => {}, 'picture');
    stop();
    await settle();
    expect(times).toEqual([0, 10, 20, 30]);
  });
});

describe('a run that ends', () => {
  it('says why it could not start', async () => {
    const { playback, pictures, settle } = stage({
      connect: () => Promise.reject(new Error('too little memory')),
    });
    await settle();
    await pictures(1);
    expect(playback.summary().variants.A.failure).toBe('too little memory');
  });
  it('is closed and made anew by a restart, without the frames of the old one', async () => {
    const { playback, works, pictures, settle, shown } = stage();
    await settle();
    await pictures(2);
    const before = works.A!;
    playback.restart('A');
    expect(before.ended()).toBe(true);
    expect(shown('A')).toBeUndefined();
    await settle();
    await pictures(3);
    expect(works.A).not.toBe(before);
    expect(shown('A')).toBe(0);
    expect(playback.summary().variants.A.catalog).toBeDefined();
  });
  it('is ended while it still starts when the stage is left', async () => {
    const overs: AbortSignal[] = [];
    const { playback, settle } = stage({
      connect: (_, over) => {
        overs.push(over);
        return new Promise(() => {});
      },
    });
    await settle();
    playback.close();
    expect(overs.map((over) => over.aborted)).toEqual([true, true]);
  });
  it('takes the whole stage with it when the clock itself cannot run', async () => {
    const { playback, fail, settle } = stage({ stage: ['A'], beside: ['B'] });
    await settle();
    const stepped = playback.step('event', 1);
    fail('no clock');
    await stepped;
    expect(playback.summary().variants.A.failure).toBe('no clock');
    playback.setStage(['A', 'B']);
    expect(playback.summary().variants.B.failure).toBe('no clock');
  });
  it('goes on where it stood, with another clock, when one side is started again', async () => {
    const { playback, works, pictures, settle, shown, fail } = stage();
    await settle();
    await pictures(1);
    playback.seek(4_321);
    playback.setSpeed(2_000);
    await pictures(2);
    const frames: number[] = [];
    playback.onFrame('B', ({ time }) => frames.push(time));
    const before = { ...works };
    fail('no clock');
    playback.restart('A');
    expect([before.A!.ended(), before.B!.ended()]).toEqual([true, true]);
    expect(playback.summary().variants.B.failure).toBeUndefined();
    await settle();
    await pictures(3);
    expect([shown('A'), shown('B'), frames.at(-1)]).toEqual([4_321, 4_321, 4_321]);
    playback.setPlaying(true);
    await pictures(6);
    expect(playback.summary()).toMatchObject({ playing: true, speed: 2_000 });
    expect(shown('A')).toBeGreaterThan(4_321);
    fail('broken once more');
    expect(playback.summary().variants.A.failure).toBe('broken once more');
  });
});
