// Traces in other forms than plain text, held to the same trace as text: what the tools write of it, and what each cannot say.

import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { RECORD } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { readRecording } from './recording.ts';
import { figuresOf } from './statistics.ts';
import { asVersion7 } from './testing-dat7.ts';
import { compactOfTwo, datOfTwo, perfettoOfTwo, textOfTwo } from './testing-traces.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function rowsOf(trace: Uint8Array | string) {
  const { rows } = readRecording(typeof trace === 'string' ? bytes(trace) : trace).run;
  return Array.from({ length: rows.count }, (_, at) =>
    [rows.time, rows.cpu, rows.kind, rows.flags, rows.a, rows.b, rows.c, rows.d].map((c) => c[at]!),
  );
}

function refused(trace: Uint8Array | string): ScenarioError {
  try {
    readRecording(typeof trace === 'string' ? bytes(trace) : trace);
  } catch (cause) {
    if (cause instanceof ScenarioError) return cause;
    throw cause;
  }
  throw new Error('was taken');
}

const wanted = rowsOf(textOfTwo);

describe('a trace in a page or in JSON', () => {
  const script = `<script>${'var x = 1;'.repeat(1000)}</script>\n`;

  test('of systrace is the text between its scripts', () => {
    const page = `<!DOCTYPE html>\n<html>\n${script}<script class="trace-data" type="application/text">\n# tracer: nop\n${textOfTwo}</script>\n${script}</html>\n`;
    expect(rowsOf(page)).toEqual(wanted);
    const old = `<html>\n${script}<script>var linuxPerfData = "\\\n${textOfTwo.replaceAll('\n', '\\n\\\n')}";</script></html>`;
    expect(rowsOf(old)).toEqual(wanted);
    expect(refused(`<html>${script}</html>`).remedy).toContain('category sched');
  });

  test('of atrace is unpacked', () => {
    const text = `# tracer: nop\n${textOfTwo}`;
    expect(rowsOf(`TRACE:\n${text}`)).toEqual(wanted);
    expect(rowsOf(Buffer.concat([bytes('TRACE:\n'), zlibSync(bytes(text))]))).toEqual(wanted);
  });

  test('of the trace viewers is the text that its JSON holds, however it is escaped', () => {
    const events = [
      { name: 'systemTraceEvents', ph: 'X', args: { text: '"systemTraceEvents":"' } },
    ];
    const json = JSON.stringify({
      traceEvents: events,
      systemTraceEvents: `# tracer: nop\n${textOfTwo}`,
    });
    expect(rowsOf(json)).toEqual(wanted);
    const escaped = json.replace(/[<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
    expect(rowsOf(escaped)).toEqual(wanted);
    const none = JSON.stringify({ traceEvents: events });
    expect(refused(none).remedy).toContain('traceconv systrace');
  });
});

describe('a trace of Perfetto', () => {
  test('of single events says the same as their text', () => {
    expect(rowsOf(perfettoOfTwo())).toEqual(wanted);
  });

  test('in the compact form says what its columns do: the first switch of each CPU has no task before it', () => {
    const own = readRecording(compactOfTwo());
    const figures = figuresOf(own.run);
    expect(figures.tasks.map(({ name }) => name)).toEqual(['a-10', 'b - c-11']);
    expect(figures.wakeups).toBe(1);
    expect(figures.switches).toBe(2);
    expect(own.run.tasks.map(({ tgid }) => tgid)).toEqual([0, 10]);
  });

  test('packed by deflate is the same', () => {
    expect(rowsOf(compactOfTwo(zlibSync))).toEqual(rowsOf(compactOfTwo()));
  });

  test('that is cut, or has no switch, is refused', () => {
    const whole = perfettoOfTwo();
    expect(refused(whole.subarray(0, whole.length - 5)).problem).toContain(
      'damaged trace of Perfetto',
    );
    expect(refused(Uint8Array.of(0x0a, 4, 0x0a, 2, 8, 1)).remedy).toContain('sched/sched_switch');
  });
});

describe('the file of trace-cmd', () => {
  test('of version 6 says the same as its text', () => {
    expect(rowsOf(datOfTwo())).toEqual(wanted);
  });

  test.each([
    ['plain', undefined, true],
    ['plain, of older writers', undefined, false],
    ['packed by zlib', zlibSync, true],
  ])('of version 7 is the same, %s', (_, pack, hasPageBytes) => {
    const packer = { name: pack ? 'zlib' : 'none', pack };
    expect(rowsOf(asVersion7(datOfTwo(), packer, hasPageBytes))).toEqual(wanted);
  });

  test('that counts ticks begins at a whole number of ns', () => {
    const ticks = { factor: 1_048_573, shift: 20 };
    // Its first event is at tick 100e9, which is at 99,999,713,897.7 ns.
    expect(readRecording(datOfTwo(0, ticks)).base).toBe('99.999713898');
  });

  test('says which events are lost', () => {
    const own = readRecording(datOfTwo(7));
    expect(own.notes).toContain('7 events on CPU 1 are lost, the file says.');
    expect(figuresOf(own.run).cpus[1]!.unknown).toBeGreaterThan(0);
  });

  test('that is cut is refused', () => {
    expect(refused(datOfTwo().subarray(0, 4000)).problem).toContain('damaged file of trace-cmd');
    const other = datOfTwo();
    other[10] = '9'.charCodeAt(0);
    expect(refused(other).problem).toContain('is a trace-cmd file of a version other than 6 or 7');
  });
});

describe('what perf sched timehist prints', () => {
  const head = `Samples do not have callchains.
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
`;
  const rows = `     100.000205 [0000]  a[10]                               0.000      0.005      0.200
     100.000300 [0001]  b - c[11/10]                        0.000      0.004      0.196
     100.000400 [0000]  <idle>                              0.200      0.000      0.195
     100.000500 [0000]  a[10]                               0.195      0.000      0.100
`;
  test('is turns: who ran from when to when, and how long each waited', () => {
    const own = readRecording(bytes(head + rows));
    const { tasks, latencies } = figuresOf(own.run);
    expect(tasks.map(({ name, cpuTime }) => [name, cpuTime])).toEqual([
      ['a-10', 300_000],
      ['b - c-11', 196_000],
    ]);
    // The third turn was not waited for: its task was preempted, not woken.
    expect([...latencies]).toEqual([4000, 5000]);
    expect(own.notes.join()).toContain('perf sched timehist -w');
  });

  test('with -w and -S says who woke whom, and the state', () => {
    const wide = head.replace('run time', 'run time  state');
    const wakers = `     100.000100 [0000]  a[10]                                                               awakened: b - c[11/10]
     100.000102 [0000]  a[10]                                                               migrated: b - c[11/10] cpu 0 => 1
`;
    const own = readRecording(bytes(wide + wakers + rows.replace(/(\d)$/gm, '$1      S')));
    const wakes = Array.from({ length: own.run.rows.count }, (_, at) => at).filter(
      (at) => own.run.rows.kind[at] === RECORD.WAKE,
    );
    expect(wakes).toHaveLength(1);
    expect(own.notes.join()).not.toContain('-w');
    expect(figuresOf(own.run).wakeups).toBe(1);
  });

  test('without a row is refused', () => {
    expect(refused(head).problem).toContain('no row of perf sched timehist');
  });
});

describe('perf script with other fields', () => {
  const asPerf = textOfTwo
    .replace(/^.*?-(\d+) \[(\d+)\] \S+ /gm, '[$2] ')
    .replaceAll(': sched_', ': sched:sched_');

  test('without the task of a line: those that were switched in stand for it', () => {
    expect(rowsOf(asPerf)).toEqual(wanted);
  });

  test('with its head has the machine that the head names', () => {
    const header = `# ========\n# hostname : secret\n# cpuid : GenuineIntel,6,85,4\n# nrcpus online : 4
# sibling sockets : 0-3\n# sibling threads : 0,2\n# sibling threads : 1,3
# CPU 0: Core ID 0, Die ID 0, Socket ID 0\n# CPU 1: Core ID 1, Die ID 0, Socket ID 0
# node0 cpu list : 0-3\n#  L2 Unified            1024K [0,2]\n#  L3 Unified           11264K [0-3]\n# ========\n`;
    const own = readRecording(bytes(header + asPerf));
    expect(own.run.cpus).toBe(4);
    expect(own.notes[0]).toBe('The machine is the one described in the head of the file.');
    expect(JSON.stringify(own)).not.toContain('secret');
  });
});

test('a trace without wake-ups says what it still shows', () => {
  const bare = textOfTwo.replace(/^.*sched_wak.*\n/gm, '');
  const { notes } = readRecording(bytes(bare));
  expect(notes.join()).toContain('has no wake-ups: it shows which task ran where');
});
