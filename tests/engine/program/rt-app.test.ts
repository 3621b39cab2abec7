// rt-app's files on the real core: what their events do in time, worked out by hand.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { taskName } from '../../../web/engine/task-names.ts';
import { rtAppLogs } from '../../../web/exchange/own/workload/rt-app-log.ts';
import { runText } from './run.ts';

const handOver = readFileSync('tests/fixtures/own/hand-over.json', 'utf8');
const US = 1000;

describe('a file of rt-app', () => {
  it('hands over from task to task as its resumes and suspends say, with the same log twice', async () => {
    const [first, again] = [await runText(handOver), await runText(handOver)];
    const ping = first.loops('ping');
    const pong = first.loops('pong');
    expect(ping).toHaveLength(3);
    expect(pong).toHaveLength(3);
    expect(ping.map(({ perf }) => perf)).toEqual([30, 30, 30]);
    expect(pong.map(({ perf }) => perf)).toEqual([5, 5, 5]);
    for (const { start, end, run } of ping) {
      expect(end - start).toBeGreaterThanOrEqual(3500 * US);
      expect(run).toBeGreaterThanOrEqual(3000 * US);
      expect(run).toBeLessThan(3100 * US);
    }
    expect(again.loops('ping')).toEqual(ping);
    expect(again.result.traceHash).toBe(first.result.traceHash);
  });

  it('leaves the logs that rt-app would, with times that add up', async () => {
    const { result } = await runText(handOver);
    const logs = rtAppLogs(result.loops!);
    expect(logs.map(({ file }) => file)).toEqual(['rt-app-ping-0.log', 'rt-app-pong-1.log']);
    const [head, ...rows] = logs[0]!.text.trimEnd().split('\n');
    expect(head).toBe(
      '#idx     perf      run   period           start             end          rel_st      slack c_duration   c_period     wu_lat',
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toMatch(/^ {3}0( +-?\d+){10}$/);
      const [idx, perf, run, period, start, end, since, slack, duration, clock, late] = row
        .trim()
        .split(/ +/)
        .map(Number);
      expect([idx, perf, duration, clock, slack, late]).toEqual([0, 30, 3000, 0, 0, 0]);
      expect(run).toBeLessThanOrEqual(period!);
      // Each is rounded by itself.
      expect(Math.abs(end! - start! - period!)).toBeLessThanOrEqual(1);
      expect(since).toBe(start);
    }
  });

  const timer = (us: number, mode: string) =>
    `{ "tasks": { "t": { "loop": 5, "run": ${us}, "timer": { "ref": "r", "period": 10000, "mode": "${mode}" } } }, "global": { "duration": 1 } }`;

  it('tells the slack of a timer that is met: the period less the work', async () => {
    const { loops } = await runText(timer(3000, 'relative'));
    const all = loops('t');
    expect(all).toHaveLength(5);
    for (const { slack, wakeLatency } of all) {
      expect(slack / US).toBeGreaterThan(6900);
      expect(slack / US).toBeLessThanOrEqual(7000);
      expect(wakeLatency).toBeGreaterThanOrEqual(0);
      expect(wakeLatency / US).toBeLessThan(100);
    }
  });

  it('tells a missed one as negative slack: by itself where it is relative, growing where it is absolute', async () => {
    const relative = (await runText(timer(12_000, 'relative'))).loops('t');
    const absolute = (await runText(timer(12_000, 'absolute'))).loops('t');
    expect(relative.map(({ slack }) => Math.round(slack / 1e6))).toEqual([-2, -2, -2, -2, -2]);
    expect(absolute.map(({ slack }) => Math.round(slack / 1e6))).toEqual([-2, -4, -6, -8, -10]);
    for (const { wakeLatency } of [...relative, ...absolute]) expect(wakeLatency).toBe(0);
    const { result } = await runText(timer(12_000, 'absolute'));
    expect(result.places).toMatchObject({ timers_missed: 100, wu_lat_p99: 0 });
    expect(Math.round(result.places.slack_p1! / 1e6)).toBe(-10);
    expect(result.places.run_stretch).toBeLessThan(5);
  });

  it('opens a barrier in two tasks of three each round, and one that waits for too many never', async () => {
    const both = `{ "tasks": {
      "a": { "instance": 3, "loop": 4, "run": 1000, "barrier": "b" },
      "c": { "instance": 3, "loop": 4, "run": 1500, "barrier": "b" } }, "global": { "duration": 1 } }`;
    const { loops } = await runText(both);
    expect(loops('a')).toHaveLength(12);
    expect(loops('c')).toHaveLength(12);
    const twice = `{ "tasks": { "a": { "instance": 3, "loop": 4, "run": 1000, "barrier": "b", "barrier2": "b" } },
      "global": { "duration": 1 } }`;
    const never = await runText(twice);
    expect(never.loops('a')).toHaveLength(0);
    expect(never.asleep.filter((name) => name.startsWith('a '))).toEqual(['a 0', 'a 1', 'a 2']);
  });
});

describe('waiting for each other', () => {
  it('wakes one waiter by each signal, and loses none in two seconds', async () => {
    const { loops } = await runText(`duration 2s
waiter : lock m; wait c m; unlock m
caller : sleep 1ms; lock m; signal c; unlock m
`);
    const calls = loops('caller').length;
    expect(calls).toBeGreaterThan(1900);
    expect(Math.abs(loops('waiter').length - calls)).toBeLessThanOrEqual(1);
  });

  it('wakes all that wait by a broadcast', async () => {
    const { loops } = await runText(`duration 100ms
waiter x8 : lock m; wait c m; unlock m; run 10us
caller : sleep 1ms; lock m; broadcast c; unlock m
`);
    const calls = loops('caller').length;
    for (let number = 0; number < 8; number++) {
      expect(Math.abs(loops('waiter', number).length - calls)).toBeLessThanOrEqual(2);
    }
  });

  it('remembers posts that nobody waited for', async () => {
    const { loops } = await runText(`duration 100ms
poster loops 1 : post s 5; sleep 50ms; post s 2
taker at 20ms : await s; run 1us
`);
    expect(loops('taker')).toHaveLength(7);
    expect(loops('taker')[4]!.end).toBeLessThan(30e6);
    expect(loops('taker')[5]!.end).toBeGreaterThan(50e6);
  });

  it('forks tasks that are not there at the start', async () => {
    const { loops } = await runText(`duration 100ms
parent loops 3 : run 1ms; fork child
child x0 loops 1 : run 2ms
`);
    expect(loops('child')).toHaveLength(3);
  });
});

describe('the tasks of a run', () => {
  it('are called as their program calls them', async () => {
    const { result } = await runText(
      'duration 5ms\nweb x2 : run 1ms; sleep 1ms\nlog : run 1ms; sleep 2ms\n',
    );
    const { catalog } = result;
    const first = catalog.topology.cpus;
    expect([0, 1, 2, 3].map((task) => taskName(catalog, first + task))).toEqual([
      'main',
      'web 0',
      'web 1',
      'log',
    ]);
  });
});
