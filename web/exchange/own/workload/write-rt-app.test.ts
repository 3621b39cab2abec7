// Workloads as files of rt-app: read again they are the same, and what rt-app cannot say is refused or written as its mean.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../scenario/index.ts';
import { readWorkload } from './read.ts';
import { writeRtApp } from './write-rt-app.ts';

const handOver = readFileSync('tests/fixtures/own/hand-over.json', 'utf8');
const of = (text: string) => readWorkload(text).form;

function refusal(text: string): string {
  try {
    writeRtApp(of(text));
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  throw new Error('it was written');
}

describe('a file of rt-app, read and written', () => {
  const phases = `{ "tasks": {
    "web": { "instance": 3, "loop": 4, "policy": "SCHED_BATCH", "priority": -3, "cpus": [0, 1, 2, 5], "delay": 1500,
      "phases": {
        "p1": { "loop": 2, "lock1": "m", "run2": 50, "unlock3": "m", "barrier4": "b" },
        "p2": { "timer": { "ref": "tick", "period": 16000, "mode": "absolute" }, "runtime": 300, "sem_post": "s" } } },
    "rt": { "policy": "SCHED_RR", "priority": 40, "sem_wait": "s", "sleep": 100,
      "wait": { "ref": "c", "mutex": "n" }, "signal": "c", "broad": "c", "sync": { "ref": "c", "mutex": "n" }, "barrier": "b" },
    "late": { "instance": 0, "loop": 1, "run": 10, "fork": "late" }
  }, "global": { "duration": 3, "calibration": 117, "pi_enabled": true, "cumulative_slack": true } }`;

  it.each([
    ['two that hand over', handOver],
    ['phases, policies, timers and all that is waited for', phases],
  ])('is the same own form again: %s', (_, text) => {
    const form = of(text);
    expect(of(writeRtApp(form).text)).toEqual(form);
    const again = writeRtApp(of(writeRtApp(form).text));
    expect(again.text).toBe(writeRtApp(form).text);
  });

  it('has a key of its own for each event, in order', () => {
    const { tasks } = JSON.parse(writeRtApp(of(handOver)).text);
    expect(Object.entries(tasks.ping)).toEqual([
      ['instance', 1],
      ['loop', 3],
      ['run0', 2000],
      ['resume1', 'pong'],
      ['suspend2', 'ping'],
      ['run3', 1000],
    ]);
  });
});

describe('what rt-app has no word for', () => {
  it('is refused, all of it at once', () => {
    const message = refusal('a : run ~1ms; syscall; post s 3; run 1us\nb : suspend a\n');
    for (const part of ['amount (~, .. or @)', 'syscall', 'post s 3', 'suspend a', '--means'])
      expect(message).toContain(part);
    expect(refusal('a pi : lock m; run 1us; unlock m\nb : lock n; run 1us; unlock n\n')).toContain(
      'mutexes of which some inherit priorities',
    );
  });

  it('is written as its mean where that is asked for, with a note', () => {
    const form = of('a x2 mem 64KiB : run ~2ms; sleep 1ms..4ms; read 4096; run 1500ns\n');
    const { text, notes } = writeRtApp(form, { means: true });
    expect(JSON.parse(text).tasks.a).toMatchObject({
      phases: {
        p0: {
          run0: 2000,
          sleep1: 2500,
          memrun2: { type: 'read', size: 65_536, count: 4096 },
          run3: 2,
        },
      },
    });
    expect(notes.join('\n')).toMatch(/as its mean[\s\S]*whole microseconds/);
  });
});
