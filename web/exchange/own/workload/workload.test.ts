// Workloads of one's own as people write them: rt-app's files and the short form, and what is said of what is wrong.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseWorkload } from '../../../scenario/program/compile.ts';
import type { WorkloadForm } from '../../../scenario/program/schema.ts';
import { readWorkload, workloadKindOf } from './read.ts';
import { shortExample } from './short.ts';
import { writeRtApp } from './write-rt-app.ts';

const handOver = readFileSync('tests/fixtures/own/hand-over.json', 'utf8');

const stepsOf = (form: WorkloadForm, task: string): string =>
  form.tasks
    .find(({ name }) => name === task)!
    .phases.flatMap(({ steps }) => steps)
    .join('; ');

const rtApp = (tasks: string, global = '"duration": 1'): string =>
  `{ "tasks": { ${tasks} }, "global": { ${global} } }`;
const read = (tasks: string, ...words: string[]) => readWorkload(rtApp(tasks), { leaveOut: words });

describe('a file of rt-app', () => {
  it('is read with comments, trailing commas, keys that stand twice and keys without a value', () => {
    const { form, kind, notes } = readWorkload(handOver);
    expect(kind).toBe('rt-app');
    expect(form.tasks.map(({ name }) => name)).toEqual(['ping', 'pong']);
    expect(stepsOf(form, 'ping')).toBe('run 2000us; resume pong; suspend; run 1000us');
    expect(stepsOf(form, 'pong')).toBe('suspend; run 500us; resume ping');
    expect(form.tasks[0]).toMatchObject({ loops: 1, phases: [{ loops: 3 }] });
    expect(form.turn_ns).toBe(100);
    const said = notes.join('\n');
    expect(said).toContain('stands twice in one phase, "run" at line 3');
    expect(said).toContain('A key without a value');
    expect(said).toContain('logdir');
  });

  it('takes lists of locks, each held for its part of the run and those it takes meanwhile inside', () => {
    const own = readWorkload(
      readFileSync('tests/fixtures/own/rt-app-lock-order-list.json', 'utf8'),
    );
    expect(stepsOf(own.form, 'first')).toBe(
      'lock shared; run 500us; unlock shared; run 1500us; sleep 3000us',
    );
    const two = `"a": { "run": 90, "lock_order": ["m", "n"], "resources": { "m": { "duration": 40, "access": ["o"] } } }`;
    expect(stepsOf(read(two).form, 'a')).toBe(
      'lock o; lock m; run 40us; unlock m; unlock o; lock n; unlock n; run 50us',
    );
    expect(read(two.replace('90', '30')).notes.join(' ')).toContain('holds its locks for 40 µs');
    expect(() => read('"a": { "run": 9, "lock_order": [true] }')).toThrow('is not a list of locks');
  });

  it('takes files of before 1.0: work in every period, under mutexes, waits, signals and sleeps', () => {
    const own = readWorkload(readFileSync('tests/fixtures/own/rt-app-before-1.0.json', 'utf8'));
    expect(stepsOf(own.form, 'producer')).toBe(
      'lock buffer; run 1000us; unlock buffer; signal filled; run 3000us; every 16000us producer.period absolute',
    );
    expect(stepsOf(own.form, 'consumer')).toBe(
      'lock guard; wait filled guard; unlock guard; lock buffer; run 500us; unlock buffer; run 1500us',
    );
    expect(own.form.tasks[0]!.phases[0]!.loops).toBe(0);
    expect(own.form.tasks[2]!.phases.map(({ loops, steps }) => [loops, steps])).toEqual([
      [3, ['run 2000us; sleep 700us; every 8000us phased.period absolute']],
      [
        0,
        [
          'lock guard; sync filled guard; unlock guard; run 100us; every 100us phased.period absolute',
        ],
      ],
    ]);
    expect(own.notes.join(' ')).toMatch(/is of rt-app before 1\.0.*"deadline" is skipped/);
  });

  it('takes a part of such a file for what it says, and refuses a wait without its mutex', () => {
    const task = '"t": { "exec": 10, "period": 9, "lock_order": ["w"], "resources": {} }';
    const part = read(task);
    expect(stepsOf(part.form, 't')).toBe('lock w; unlock w; run 10us; every 9us t.period absolute');
    expect(part.notes.join(' ')).toContain('its tasks name are treated as mutexes');
    const declared = (type: string) =>
      readWorkload(`{ "tasks": { ${task} }, "resources": { "w": { "type": "${type}" } } }`);
    expect(() => declared('wait')).toThrow('tasks.t: waits for "w" without a mutex');
    expect(() => declared('barrier')).toThrow('resources.w: is of the type "barrier"');
  });

  it('has of equal keys only the last, in the place of the first, where that is asked for', () => {
    const { form } = readWorkload(handOver, { duplicates: 'last' });
    expect(stepsOf(form, 'ping')).toBe('run 1000us; resume pong; suspend');
  });

  it('takes phases, loops, delays and instances as rt-app does', () => {
    const { form } = read(
      '"web": { "instance": 4, "delay": 1500, "loop": 2, "phases": { "p1": { "run": 10 }, "p2": { "loop": 0, "sleep": 20 } } }',
    );
    expect(form.tasks[0]).toMatchObject({
      count: 4,
      start: '1500 us',
      loops: 2,
      phases: [
        { name: 'p1', loops: 1, steps: ['run 10us'] },
        { name: 'p2', loops: 0, steps: ['sleep 20us'] },
      ],
    });
  });

  it('takes priorities in the range of their policy, and refuses others', () => {
    const task = (policy: string, priority: number) =>
      read(`"t": { "policy": "${policy}", "priority": ${priority}, "run": 1 }`).form.tasks[0];
    expect(task('SCHED_OTHER', -5)).toMatchObject({ policy: 'other', nice: -5 });
    expect(task('SCHED_FIFO', 99)).toMatchObject({ policy: 'fifo', rt: 99 });
    expect(() => task('SCHED_OTHER', 20)).toThrow(
      'line 1, tasks.t.priority: is 20; write a number from -20 to 19',
    );
    expect(() => task('SCHED_FIFO', 0)).toThrow('write a number from 1 to 99');
  });

  it('refuses what is not simulated, by the word with which it can be left out', () => {
    const deadline = '"d": { "policy": "SCHED_DEADLINE", "run": 5 }';
    const groups = '"a": { "taskgroup": "/x", "run": 5 }, "b": { "taskgroup": "/y", "run": 5 }';
    const giving = '"y": { "run": 5, "yield": "" }';
    for (const [tasks, word] of [
      [deadline, 'deadline'],
      [groups, 'taskgroup'],
      [giving, 'yield'],
    ] as const) {
      expect(() => read(tasks)).toThrow(`leave it out: --leave-out ${word}`);
      expect(() => read(tasks)).toThrow(/^line 1, tasks\./);
    }
    const all = read([deadline, groups, giving].join(', '), 'deadline', 'taskgroup', 'yield');
    expect(all.form.not_modelled).toHaveLength(3);
    expect(stepsOf(all.form, 'y')).toBe('run 5us');
  });

  it('offers to leave SCHED_DEADLINE out where it is the policy of all tasks', () => {
    const text =
      '{ "tasks": { "t": { "run": 5 } }, "global": { "default_policy": "SCHED_DEADLINE" } }';
    expect(() => readWorkload(text)).toThrow('leave it out: --leave-out deadline');
    const { form } = readWorkload(text, { leaveOut: ['deadline'] });
    expect(form.tasks[0]?.policy ?? 'other').toBe('other');
    expect(form.not_modelled).toHaveLength(1);
  });

  it('says that a delay is of a task where a phase has nothing else', () => {
    expect(() => read('"t": { "phases": { "p": { "delay": 5 } } }')).toThrow('write "sleep"');
  });

  it('refuses a word that leaves nothing out, and one that is none', () => {
    expect(() => read('"t": { "run": 5 }', 'yield')).toThrow('"yield" leaves nothing out');
    expect(() => read('"t": { "run": 5 }', 'sleeping')).toThrow('write yield, deadline');
  });

  it('says of values of the wrong kind, and of phases without events, where they stand', () => {
    expect(() => read('"t": {\n "run": "5" }')).toThrow(
      'line 2, tasks.t.run: is not a whole number',
    );
    expect(() => read('"t": { "lock": 5 }')).toThrow('tasks.t.lock: is not a text');
    expect(() => read('"t": { "run": -5 }')).toThrow('is -5; write a number from 0');
    expect(() => read('"t": { "loop": 5 }')).toThrow('tasks.t: has no event');
    expect(() => readWorkload('{ "resources": { "m": { "type": "mutex" } } }')).toThrow(
      'parts of a workload are joined by doc/merge.py of rt-app',
    );
    expect(() => readWorkload('{ "tasks": { "t": { "run": 5 ] } }')).toThrow(
      'line 1, column 30: is neither , nor }',
    );
  });

  it('counts who comes to a barrier, and says that one will never open', () => {
    const one = read('"a": { "instance": 3, "barrier": "b", "barrier2": "b" }');
    expect(one.form.resources).toEqual([{ name: 'b', kind: 'barrier', counted: true, parties: 6 }]);
    expect(one.notes.join()).toContain('waits for 6 and 3 threads use it: it never opens');
  });

  it('makes memory of its buffers, and timers without a name one', () => {
    const { form, notes } = read(
      '"a": { "mem": 100000, "timer": { "period": 10 } }, "b": { "memrun": { "type": "chase", "size": 8192, "count": 5, "ref": "x" }, "timer": { "period": 10, "mode": "absolute" } }',
    );
    expect(form.tasks[0]!.memory).toEqual({ process: 'rt-app', private: '98KiB' });
    expect(form.tasks[1]!.memory).toEqual({ process: 'rt-app', shared: '8KiB' });
    expect(stepsOf(form, 'b')).toBe('chase 5; every 10us unknown absolute');
    expect(notes.join()).toContain('share one, "unknown"');
  });

  it('calls what has an odd name by a plain one, and takes names that mean something to JavaScript', () => {
    const { form, notes } = read(
      '"__proto__": { "run": 1 }, "constructor": { "run": 1 }, "<img onerror>\\u001b": { "run": 1 }',
    );
    expect(form.tasks.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
      '<img_onerror>_',
    ]);
    expect(notes.join()).not.toContain('\u001b');
  });
});

describe('the short form', () => {
  it('says in five lines four kinds of twenty tasks', () => {
    const { form, kind } = readWorkload(shortExample);
    expect(kind).toBe('short');
    expect(form.tasks.map(({ name, count = 1 }) => [name, count])).toEqual([
      ['web', 16],
      ['logger', 1],
      ['worker', 2],
      ['irq', 1],
    ]);
    expect(form.duration).toBe('2s');
    expect(form.tasks[3]).toEqual({
      name: 'irq',
      policy: 'fifo',
      rt: 50,
      cpus: '0',
      phases: [{ loops: 1, steps: ['every 1ms; run 20us..40us'] }],
    });
  });

  it('is the long form written by hand, and what rt-app cannot draw is written as means alone', () => {
    const phase = (steps: string) => [{ loops: 1, steps: [steps] }];
    const byHand = {
      format: 'schedscape-workload/1',
      duration: '2s',
      tasks: [
        {
          ...{ name: 'web', count: 16, memory: { private: '64KiB', shared: '1MiB' } },
          phases: phase('run ~2ms; sleep ~8ms'),
        },
        { name: 'logger', nice: 5, phases: phase('every 10ms; run 300us; post go') },
        {
          ...{ name: 'worker', count: 2, cpus: '0-3' },
          phases: phase('await go; lock m; run 50us; unlock m'),
        },
        {
          ...{ name: 'irq', policy: 'fifo', rt: 50, cpus: '0' },
          phases: phase('every 1ms; run 20us..40us'),
        },
      ],
    };
    const { form } = readWorkload(shortExample);
    expect(form).toEqual(parseWorkload(byHand));
    expect(() => writeRtApp(form)).toThrow(/~, \.\. or @.*--means/);
    const written = readWorkload(writeRtApp(form, { means: true }).text).form;
    expect(written.tasks.map(({ name, count = 1 }) => [name, count])).toEqual(
      form.tasks.map(({ name, count = 1 }) => [name, count]),
    );
    expect(stepsOf(written, 'web')).toBe('run 2000us; sleep 8000us');
    expect(stepsOf(written, 'irq')).toContain('run 30us');
  });

  it('says which line is wrong and what would be right', () => {
    expect(() => readWorkload('a: run 1ms\nb: rum 1ms')).toThrow(
      'line 2, character 4: "rum" is not a step; did you mean "run"?',
    );
    expect(() => readWorkload('a mem 5 : run 1ms')).toThrow('line 1: "mem 5" is not an option');
    expect(() => readWorkload('a: lock x; unlock x\nb: await x')).toThrow(
      'line 2: uses "x" as a semaphore; before it is a mutex',
    );
    expect(() => readWorkload('a: run 5')).toThrow(
      '"run 5" is not how run is written; write run 2ms',
    );
  });
});

describe('the kind of a text', () => {
  it('is told by how it begins', () => {
    expect(workloadKindOf('// c\n{ "tasks": {} }')).toBe('rt-app');
    expect(workloadKindOf('{ "format": "schedscape-workload/1" }')).toBe('workload');
    expect(workloadKindOf('# mine\nweb x4 : run 2ms')).toBe('short');
    expect(workloadKindOf('0,0,0,0,,0,0')).toBeUndefined();
    expect(workloadKindOf('available: 2 nodes (0-1)\nnode 0 cpus: 0 1')).toBeUndefined();
    expect(workloadKindOf('<?xml version="1.0"?>')).toBeUndefined();
  });
});
