// Hostile traces: whatever the bytes, a reader refuses them in words or gives a recording that holds together. Runs longer
// with SCHEDSCAPE_TRACE_INPUTS=1000000.

import { describe, expect, test } from 'vitest';
import { type Draw, seededDraw } from '../../../base/random.ts';
import { RECORD } from '../../../engine/abi.gen.ts';
import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { parseWorkload } from '../../../scenario/program/compile.ts';
import { inputSeed } from '../testing-torn.ts';
import { extracted } from './extract.ts';
import { readRecording } from './recording.ts';
import { figuresOf } from './statistics.ts';

const inputs = Number(process.env.SCHEDSCAPE_TRACE_INPUTS ?? 3000);

const events = [
  'sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120',
  'sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=1 next_prio=99',
  'sched_switch: b:2 [120] X ==> swapper/1:0 [120]',
  'sched_waking: comm=b pid=2 prio=120 target_cpu=001',
  'sched_wakeup: b:2 [120] success=1 CPU:000',
  'sched_wakeup_new: comm=c pid=3 prio=120 target_cpu=002',
  'sched_migrate_task: comm=a pid=1 prio=120 orig_cpu=0 dest_cpu=3',
  'sched_process_fork: comm=a pid=1 child_comm=c child_pid=3',
  'sched_process_exit: comm=c pid=3 prio=120',
  'sched:sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=D|K ==> next_comm=__proto__ next_pid=4 next_prio=-1',
  'irq_handler_entry: irq=1 name=x',
];
const heads = [
  'a-1 [000] d..2. ',
  '<idle>-0 [001] ',
  'b 2/2 [002] ',
  '<...>-3 (   1) [000] d.h. ',
  'x [1-9 [003] dN.. ',
];
const scraps = [
  '[',
  ']',
  ' ==> ',
  'pid=',
  ' prev_pid=',
  '[000]',
  '-1',
  '\t',
  ':',
  '999999999999999999999',
  '-',
  '\u202e',
  '\u001b[2J',
  'é',
  '\0',
  '\r',
  '1023',
  '1024',
  '70000',
  'CPU:1 [LOST 3 EVENTS]\n',
  'CPU:0 [EVENTS DROPPED]\n',
  '# entries-in-buffer/entries-written: 1/9\n',
  '\n',
];

function lines(random: Draw): string {
  const count = random(40);
  let time = 1e6 * random(1000);
  let text = '';
  for (let at = 0; at < count; at++) {
    time += random(50) - (random(20) === 0 ? 200 : 0);
    const clock = Math.max(0, time);
    const shown = `${Math.floor(clock / 1e6)}.${String(clock % 1e6).padStart(6, '0')}: `;
    text += `${heads[random(heads.length)]}${shown}${events[random(events.length)]}\n`;
  }
  return text;
}

function torn(text: string, random: Draw): string {
  let out = text;
  for (let times = random(6); times > 0; times--) {
    const at = random(out.length + 1);
    const cut = random(4) === 0 ? random(30) : 0;
    const scrap = random(3) > 0 ? scraps[random(scraps.length)]! : String.fromCharCode(random(256));
    out = out.slice(0, at) + scrap + out.slice(at + cut);
  }
  return out;
}

/** A workload that is made of it is one, or there is none. Throws ScenarioError. */
function madeAWorkload(run: RecordedRun, form: 'exact' | 'fitted'): void {
  let made: ReturnType<typeof extracted>;
  try {
    made = extracted(run, { form });
  } catch (cause) {
    if (cause instanceof ScenarioError) return;
    throw cause;
  }
  try {
    parseWorkload(made.workload);
  } catch (cause) {
    throw new Error(`its ${form} workload is none`, { cause });
  }
}

/** True if it was taken. */
function tried(bytes: Uint8Array, form?: 'exact' | 'fitted'): boolean {
  try {
    const { run } = readRecording(bytes);
    if (form) madeAWorkload(run, form);
    const { rows, cpus, tasks, duration } = run;
    for (let at = 0; at < rows.count; at++) {
      const isInOrder = at === 0 || rows.time[at]! >= rows.time[at - 1]!;
      if (!isInOrder || rows.cpu[at]! >= cpus) throw new Error(`row ${at} is out of place`);
      const isTold = rows.kind[at] !== RECORD.MODE;
      if (isTold && rows.a[at]! >= cpus + tasks.length) throw new Error(`row ${at} is of nobody`);
    }
    for (const { busy, idle, unknown } of figuresOf(run).cpus) {
      if (busy + idle + unknown !== duration) throw new Error('the time of a CPU does not add up');
    }
    return true;
  } catch (cause) {
    if (cause instanceof ScenarioError) return false;
    throw cause;
  }
}

describe('hostile traces', () => {
  test('are refused in words, or give a recording in which time adds up', { timeout: 0 }, () => {
    const random = seededDraw(inputSeed);
    const encoder = new TextEncoder();
    let taken = 0;
    for (let input = 0; input < inputs; input++) {
      const text = torn(lines(random), random);
      const bytes = encoder.encode(text);
      if (random(10) === 0) bytes[random(bytes.length)] = random(256);
      try {
        // Making workloads takes longer than reading: of every fourth.
        const form = input % 8 === 0 ? 'fitted' : input % 8 === 4 ? 'exact' : undefined;
        if (tried(bytes, form)) taken++;
      } catch (cause) {
        throw new Error(`input ${input}: ${JSON.stringify(text)}`, { cause });
      }
    }
    // Most of them still are traces.
    expect(taken).toBeGreaterThan(inputs / 3);
  });

  test('of deep brackets and long names take time in line with their length', () => {
    const line = `${'[0] '.repeat(1000)}\n`;
    const text = `${line.repeat(250)}${`${'[1] x '.repeat(600)}: sched_switch: \n`.repeat(250)}`;
    const before = performance.now();
    expect(tried(new TextEncoder().encode(text))).toBe(false);
    // 2 MB; far above what a busy machine needs, far below what a square of it would.
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});
