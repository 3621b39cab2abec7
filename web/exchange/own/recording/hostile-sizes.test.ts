// Small traces that ask for thousands of times their size: each is refused in words before its reader has worked for it.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { ScenarioError } from '../../../scenario/index.ts';
import { startReading } from './browser.ts';
import { readRecording } from './recording.ts';
import { asVersion7, Writer } from './testing-dat7.ts';
import { datOfTwo, field, message, packed } from './testing-traces.ts';

function problemOf(trace: Uint8Array): string {
  try {
    readRecording(trace);
  } catch (cause) {
    if (cause instanceof ScenarioError) return cause.problem;
    throw cause;
  }
  return 'none';
}

describe('a file of trace-cmd', () => {
  test('whose CPUs all name the same pages is refused', () => {
    const old = Buffer.from(datOfTwo());
    const [options, cpus] = [old.indexOf('options  '), old.indexOf('flyrecord') + 10];
    const page = Number(old.readBigUInt64LE(cpus));
    const count = 1000;
    const file = new Writer()
      .add(old.subarray(0, options - 4))
      .number(count, 4)
      .add(old.subarray(options, cpus));
    const at = file.at + 16 * count;
    for (let cpu = 0; cpu < count; cpu++) file.number(at, 8).number(4096, 8);
    file.add(old.subarray(page, page + 4096));
    expect(problemOf(file.take())).toContain('it names one of its parts twice');
  });

  test('that names a CPU twice is refused', () => {
    const file = Buffer.from(asVersion7(datOfTwo(), { name: 'none', pack: undefined }, true));
    // Behind the clock of the buffer: the size of its pages, its CPUs, and the first of them.
    const second = file.lastIndexOf('local\0') + 6 + 4 + 4 + 20;
    expect(file.readUInt32LE(second)).toBe(1);
    file.writeUInt32LE(0, second);
    expect(problemOf(file)).toContain('it names CPU 0 twice');
  });

  test('with more systems of events than a kernel has is refused', () => {
    const old = Buffer.from(datOfTwo());
    const systems = old.indexOf('sched\0') - 4;
    const count = 70_000;
    const empty = new Writer().name('sched').number(1, 4).number(0, 8).take();
    const file = Buffer.concat([
      old.subarray(0, systems),
      new Writer().number(count + 1, 4).take(),
      ...new Array<Uint8Array>(count).fill(empty),
      old.subarray(systems + 4),
    ]);
    expect(problemOf(file)).toBe('is a file of trace-cmd with more than 65536 kinds of events');
  });
});

describe('a trace of Perfetto', () => {
  const bundleOf = (cpu: number, ...columns: readonly Uint8Array[]) =>
    field(1, field(1, message(field(1, cpu), field(4, message(...columns)))));
  const ones = (count: number) => new Uint8Array(count).fill(1);

  test('is read where one packet has more events than a call can have arguments', () => {
    const count = 150_000;
    const columns = [field(1, ones(count)), field(3, ones(count)), field(5, 'a')];
    expect(readRecording(bundleOf(0, ...columns)).events).toBe(count - 1);
  });

  test('has columns stepped over that no event is made of, whatever they hold', () => {
    const columns = [1, 3].map((number) => field(number, packed([1, 1, 1])));
    // Numbers that do not end.
    const unknown = [99, 100].map((number) => field(number, new Uint8Array(100).fill(255)));
    expect(readRecording(bundleOf(0, ...columns, ...unknown)).events).toBe(2);
  });

  test('whose CPUs have more events at a time than memory is for is refused', () => {
    const bundles = [0, 1, 2, 3].map((cpu) => bundleOf(cpu, field(1, ones(262_144))));
    expect(problemOf(message(...bundles))).toBe(
      'is a trace of Perfetto with more than 1000000 events in the packets of all CPUs at one time',
    );
    const one = bundleOf(0, field(1, ones(262_145)));
    expect(problemOf(one)).toBe('is a trace of Perfetto with more than 262144 events in a packet');
  });
});

describe('reading in the page', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('ends a worker that is silent for a minute, and says so', async () => {
    vi.useFakeTimers();
    const terminate = vi.fn();
    class SilentWorker extends EventTarget {
      readonly terminate = terminate;
      postMessage(): void {}
    }
    vi.stubGlobal('Worker', SilentWorker);
    const { answer } = startReading(new File(['x'], 'trace.dat'), undefined, () => {});
    await vi.advanceTimersByTimeAsync(59_000);
    expect(terminate).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({
      kind: 'refused',
      problem: 'takes longer than 60 s to read',
    });
    expect(terminate).toHaveBeenCalled();
  });
});
