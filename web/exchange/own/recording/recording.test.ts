// The readers of traces, held to cases worked out by hand: running tasks, waiting tasks, unknown spans.

import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MIGRATE, RECORD } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { extracted } from './extract.ts';
import { RecordingReader, readRecording } from './recording.ts';
import { figuresOf } from './statistics.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const head = '# entries-in-buffer/entries-written: 8/8   #P:2\n';
const two = `          <idle>-0       [000] d..2.   100.000000: sched_waking: comm=a pid=10 prio=120 target_cpu=001
          <idle>-0       [000] dN.3.   100.000002: sched_wakeup: comm=a pid=10 prio=120 target_cpu=000
          <idle>-0       [000] d..2.   100.000005: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=10 next_prio=120
               a-10      [000] d..3.   100.000100: sched_waking: comm=b - c pid=11 prio=120 target_cpu=001
               a-10      [000] d..4.   100.000101: sched_wakeup: comm=b - c pid=11 prio=120 target_cpu=001
          <idle>-0       [001] d..2.   100.000104: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=b - c next_pid=11 next_prio=120
               a-10      [000] d..2.   100.000205: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
CPU:1 [LOST 3 EVENTS]
           b - c-11      [001] d..2.   100.000300: sched_switch: prev_comm=b - c prev_pid=11 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120
`;
const traceOfTwo = head + two;

const short = `version = 6
CPU 2 is empty
cpus=2
          <idle>-0     [000]   100.000000: sched_waking:         a:10 [120] CPU:001
          <idle>-0     [000]   100.000002: sched_wakeup:         a:10 [120] success=1 CPU:000
          <idle>-0     [000]   100.000005: sched_switch:         swapper/0:0 [120] R ==> a:10 [120]
               a-10    [000]   100.000100: sched_waking:         b - c:11 [120] CPU:001
               a-10    [000]   100.000101: sched_wakeup:         b - c:11 [120] <CPU:001>
          <idle>-0     [001]   100.000104: sched_switch:         swapper/1:0 [120] R ==> b - c:11 [120]
               a-10    [000]   100.000205: sched_switch:         a:10 [120] S ==> swapper/0:0 [120]
CPU:1 [3 EVENTS DROPPED]
           b - c-11    [001]   100.000300: sched_switch:         b - c:11 [120] S ==> swapper/1:0 [120]
`;

const perf = two
  .split('\n')
  .filter((line) => !line.startsWith('CPU:'))
  .map((line) =>
    line
      .replace(/^\s*<idle>-0 /, '  swapper     0 ')
      .replace(/^(\s*.*\S)-(1\d) +\[/, '$1 $2/$2 [')
      .replace(/\] [dN.0-9]+ +/, '] ')
      .replace(/: sched_/, ': sched:sched_'),
  )
  .join('\n');

const rowsOf = (text: string) => {
  const { rows } = readRecording(bytes(text)).run;
  return Array.from({ length: rows.count }, (_, at) =>
    [rows.time, rows.cpu, rows.kind, rows.flags, rows.a, rows.b, rows.c, rows.d].map((c) => c[at]!),
  );
};

describe('a trace read into a recording', () => {
  test('two tasks on two CPUs: who waited, who moved, and what a loss leaves unknown', () => {
    const own = readRecording(bytes(traceOfTwo));
    const figures = figuresOf(own.run);
    expect(own.run.duration).toBe(300_000);
    expect(figures.tasks.map(({ name }) => name)).toEqual(['a-10', 'b - c-11']);
    expect([...figures.latencies]).toEqual([4000, 5000]);
    expect(figures.moves).toEqual({ wake: 1, fork: 0, unknown: 0 });
    expect(figures.cpus).toEqual([
      { busy: 200_000, idle: 100_000, unknown: 0 },
      { busy: 0, idle: 104_000, unknown: 196_000 },
    ]);
    expect(figures.tasks.map(({ cpuTime }) => cpuTime)).toEqual([200_000, 0]);
    expect(own.notes).toContain('3 events on CPU 1 are lost, the file says.');
    const moves = rowsOf(traceOfTwo).filter(([, , kind]) => kind === RECORD.MIGRATE);
    expect(moves.map(([, , , , task, from, to, why]) => [task, from, to, why])).toEqual([
      [2, 1, 0, MIGRATE.WAKE],
    ]);
  });

  test('where the beginning was overwritten, a CPU is unknown up to its first event, and so is a wait that ends there', () => {
    const own = readRecording(bytes(traceOfTwo.replace('8/8', '8/11')));
    const figures = figuresOf(own.run);
    expect([...figures.latencies]).toEqual([5000]);
    expect(figures.cpus[1]).toEqual({ busy: 0, idle: 0, unknown: 300_000 });
    expect(own.notes.some((note) => note.includes('overwritten: 3 events'))).toBe(true);
  });

  test('the short form of trace-cmd gives the same rows, and perf those of a file without the loss', () => {
    expect(rowsOf(short)).toEqual(rowsOf(traceOfTwo));
    const whole = traceOfTwo.replace('CPU:1 [LOST 3 EVENTS]\n', '');
    expect(rowsOf(whole)).not.toEqual(rowsOf(traceOfTwo));
    expect(rowsOf(perf)).toEqual(rowsOf(whole));
  });

  test('raw fields, without an arrow and with states as bits, give the same rows', () => {
    const bits: Readonly<Record<string, string>> = { S: '0x1', R: '0', D: '2', X: '16' };
    const raw = traceOfTwo.replace(
      /prev_state=([SRDX])\S* ==> /g,
      (_, letter: string) => `prev_state=${bits[letter]!} `,
    );
    expect(raw).not.toContain('==>');
    expect(rowsOf(raw)).toEqual(rowsOf(traceOfTwo));
  });

  test('a raw state of an idle kernel thread or a parked one is sleep, that of a preempted task is none', () => {
    const sleeping = rowsOf(traceOfTwo);
    for (const bits of ['0x80', '0x40', '2']) {
      const raw = traceOfTwo.replace(/prev_state=S ==> /g, `prev_state=${bits} `);
      expect(rowsOf(raw)).toEqual(sleeping);
    }
    const preempted = traceOfTwo.replace(/prev_state=S ==> /g, 'prev_state=0x100 ');
    expect(rowsOf(preempted)).not.toEqual(sleeping);
  });

  test('a task that is moved while it waits moved for a reason that nobody told', () => {
    const line =
      '               a-10      [000] d..3.   100.000102: sched_migrate_task: comm=b - c pid=11 prio=120 orig_cpu=1 dest_cpu=0\n';
    const text = traceOfTwo.replace(/( +<idle>-0 +\[001\])/, `${line}$1`);
    const { moves } = figuresOf(readRecording(bytes(text)).run);
    // The wake's own, the one that is told, and that it ran on CPU 1 all the same.
    expect(moves).toEqual({ wake: 1, fork: 0, unknown: 2 });
  });

  test('names that would steer a terminal or a page stay names', () => {
    const text = traceOfTwo
      .replaceAll('comm=a ', 'comm=__proto__ ')
      .replaceAll('b - c', '<img onerror=x>');
    const { run } = readRecording(bytes(text));
    expect(run.tasks.map(({ comm }) => comm)).toEqual(['__proto__', '<img onerror=x>']);
    expect({}.constructor).toBe(Object);
  });

  test('a number that is given again after its task has ended is another task', () => {
    const end =
      '           b - c-11      [001] d..2.   100.000300: sched_switch: prev_comm=b - c prev_pid=11 prev_prio=120 prev_state=X ==> next_comm=swapper/1 next_pid=0 next_prio=120\n';
    const again =
      '          <idle>-0       [001] d..2.   100.000400: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=new next_pid=11 next_prio=120\n';
    const text = traceOfTwo.replace(/ +b - c-11 +\[001\].*\n$/, end + again);
    const { run } = readRecording(bytes(text));
    expect(run.tasks.map(({ pid, comm }) => `${comm}-${pid}`)).toEqual([
      'a-10',
      'b - c-11',
      'new-11',
    ]);
  });
});

describe('a workload out of a trace', () => {
  test('to the letter: work before and after a wake-up, names made legal, what was taken for granted kept', () => {
    const { run } = readRecording(bytes(traceOfTwo));
    const { workload, explained } = extracted(run, { form: 'exact' });
    expect(workload.tasks.map(({ name, phases }) => [name, phases[0]!.steps])).toEqual([
      ['a', ['run 95000ns; post b_-_c; run 105000ns']],
      ['b_-_c', ['await b_-_c']],
    ]);
    expect(explained).toBe(0.5);
    expect(workload.not_modelled).toContain('1 run that a gap cuts left out.');
    expect(workload.not_modelled!.some((note) => note.startsWith('Work runs at full speed'))).toBe(
      true,
    );
  });

  test('keeps the tasks that are asked for, and says so where there are none', () => {
    const { run } = readRecording(bytes(traceOfTwo));
    const one = extracted(run, { form: 'exact', comm: 'a-' });
    expect(one.workload.tasks.map(({ name }) => name)).toEqual(['a']);
    expect(() => extracted(run, { form: 'exact', comm: 'nobody' })).toThrow(ScenarioError);
  });
});

const refused = (text: string | Uint8Array): ScenarioError => {
  try {
    readRecording(typeof text === 'string' ? bytes(text) : text);
  } catch (cause) {
    if (cause instanceof ScenarioError) return cause;
    throw cause;
  }
  throw new Error('was taken');
};

test('of more events than are kept the first are kept, and it is said how to see the others', {
  timeout: 300_000,
}, () => {
  // A line has 57 bytes, so that all of them fit in what is read: pairs of switches, over and over.
  const each = 4096;
  const encoder = new TextEncoder();
  const reader = new RecordingReader();
  for (let from = 0; from < 2_100_000; from += each) {
    let text = '';
    for (let at = from; at < Math.min(from + each, 2_100_000); at++) {
      const [task, next] = at % 2 ? [1, 0] : [0, 1];
      text += `a-${task} [0] 1.${String(at >> 2).padStart(6, '0')}: sched_switch: a:${task} [120] S ==> a:${next} [120]\n`;
    }
    reader.push(encoder.encode(text));
  }
  const own = reader.finish();
  expect(own.events).toBe(2_000_000);
  expect(own.notes.join()).toMatch(
    /The first 2000000 events are kept, .*100000 later ones left out: .*--from and --to/,
  );
});

describe('a trace that cannot be read', () => {
  test('is refused with what is wrong and what to do', () => {
    expect(refused(`${traceOfTwo}${'x'.repeat(1_000_000)}\n`).problem).toContain(
      'a line of more than',
    );
    expect(refused(new Uint8Array([0x17, 8, 0x44, ...bytes('tracing')])).remedy).toContain(
      'trace-cmd report',
    );
    expect(
      refused(`# tracer: wakeup\n  <idle>-0       2d.h4    0us :      0:120:R   + [002]  7:  0:R\n`)
        .problem,
    ).toContain('latency format');
    expect(
      refused(
        two
          .replace(/\[00\d\] /g, '')
          .replace(/: sched_/g, ': sched:sched_')
          .replace(/-(\d+) +\S+ +1/g, ' $1 1'),
      ).problem,
    ).toContain('which CPU');
    expect(refused('nothing of a trace\n').problem).toContain('no sched_switch');
    const clocks =
      '  w-1 [000] 1.000000: clock_enable: a state=1\n  w-1 [000] 1.000100: clock_enable: b state=1\n';
    expect(refused(clocks).problem).toMatch(/, but 2 other events: clock_enable 2$/);
    expect(refused(two.replace(/ 100\.0+(\d+):/g, ' $1:')).problem).toContain('not in seconds');
    const bare = perf.replace(/^.*\] /gm, '');
    expect(refused(bare).problem).toContain('which CPU');
    // Cut off before they say anything: of seconds, all the same.
    expect(refused(perf.replace(/prev_pid=.*$/gm, 'prev_pid=...')).problem).toContain(
      'no sched_switch',
    );
  });

  test('of more text than is read is refused as soon as that is seen, in little memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    const mebibyte = bytes(`${'#'.repeat(1023)}\n`.repeat(1024));
    const reader = new RecordingReader();
    reader.push(bytes(traceOfTwo));
    let pushed = 0;
    const problem = () => {
      for (; pushed < 130; pushed++) reader.push(mebibyte);
    };
    expect(problem).toThrow('more than 128 MiB of text');
    expect(pushed).toBe(127);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6);
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 16 }, () => mebibyte)));
    expect(16 * mebibyte.length).toBeGreaterThan(200 * bomb.length);
    expect(refused(bomb).problem).toContain('unpacks to more than 100 times its size');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300e6);
  });

  test('a line that jumps back in time is dropped and counted, and too many of them refuse the file', () => {
    const line = (at: number, of: number) =>
      ` <idle>-0 [000] d..2. ${(at / 1e6).toFixed(6)}: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=t${of} next_pid=${of} next_prio=120\n`;
    const many = Array.from({ length: 135_000 }, (_, at) => line(5e6 + at, 1 + (at % 3)));
    const few = [...many];
    few[134_000] = line(1e6, 9);
    const own = readRecording(bytes(few.join('')));
    expect(own.notes.some((note) => note.startsWith('1 line far out of order'))).toBe(true);
    expect(own.events).toBe(134_999);
    const bad = many.map((text, at) => (at > 132_000 && at % 2 === 0 ? line(3e6 + at, 1) : text));
    expect(refused(bad.join('')).problem).toContain('out of order of time');
  });
});
