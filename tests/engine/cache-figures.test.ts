// The figures of decisions about caches, which a run records on request: recomputed from the figures, every
// decision is the one that was taken. Recording them changes nothing in the run.

import { beforeAll, describe, expect, it } from 'vitest';
import { decisionText } from '../../web/views/explain/index.ts';
import { definitionOf, runs } from './cache-runs.ts';
import { has, type Placement, runOf, type Step, type StepRun } from './step-runs.ts';

const decisions = [
  'task_cache_work',
  'account_mm_sched',
  'can_migrate_llc_task',
  'alb_break_llc',
  'detach_tasks',
  'sched_balance_rq',
];
const told = ['gathers', 'sleeps', 'burst', 'memory', 'leaves', 'lone', 'naps', 'several'];
const all = new Map<string, StepRun>();

const run = (name: string, steps = 1) =>
  runOf(
    { ...definitionOf(runs[name]!), explain_quiet: 1 },
    runs[name]!.ms * 1_000_000,
    steps,
    decisions,
  );
beforeAll(async () => {
  for (const name of [...told, 'astray']) all.set(name, await run(name));
}, 300_000);

const recordsOf = (...names: readonly string[]): readonly Placement[] =>
  names.flatMap((name) => all.get(name)!.placements);
const having = (code: string, ...names: readonly string[]) =>
  recordsOf(...(names.length > 0 ? names : [...told, 'astray'])).filter(has(code));
const find = (steps: readonly Step[], code: string) => steps.find((step) => step.code === code)!;
const last = (steps: readonly Step[]) => steps[steps.length - 1]!;

const room = 50;
const busier = 20;

/** can_migrate_llc of v2 and v3, from the figures of a test. */
function judge(steps: readonly Step[], toPreferred: boolean): number {
  const [source, target] = [find(steps, 'LLC_SOURCE').facts, find(steps, 'LLC_TARGET').facts];
  const { util } = find(steps, 'LLC_TEST').facts;
  const hasRoom = (used: number, capacity: number) => used * 100 < capacity * room;
  const isBusier = (a: number, b: number) => a * 100 > b * (100 + busier);
  if (!hasRoom(source.util, source.capacity) && !hasRoom(target.util, target.capacity)) return 7;
  const [left, joined] = [Math.max(0, source.util - util), target.util + util];
  if (toPreferred) return hasRoom(joined, target.capacity) ? 1 : isBusier(joined, left) ? 3 : 2;
  return hasRoom(left, source.capacity) ? 4 : isBusier(left, joined) ? 6 : 5;
}

describe('decisions about caches', () => {
  it.each(['gathers', 'naps'])('happen in %s as if nobody asked', async (name) => {
    const unasked = await run(name, 0);
    expect(unasked.end).toBe(all.get(name)!.end);
    expect(unasked.placements).toHaveLength(recordsOf(name).length);
    expect(unasked.placements.length).toBeGreaterThan(3);
    expect(unasked.placements.every(({ steps }) => steps.length === 0)).toBe(true);
  });

  it('move an anchor where one cache has more than twice the present one, to the first with most', () => {
    const scans = having('LLC_CHOSEN', 'gathers', 'sleeps', 'leaves');
    expect(scans.length).toBeGreaterThan(3);
    for (const { steps, explain } of scans) {
      const sums = steps.filter(({ code }) => code === 'LLC_OCCUPANCY');
      const { largest: best, present: current } = last(steps).facts;
      expect(best).toBe(Math.max(...sums.map(({ facts }) => facts.sum)));
      expect(best).toBeGreaterThan(2 * current);
      const taken = sums.find(({ facts }) => facts.sum === best)!;
      expect([steps[0]!.code, explain.chosen]).toEqual(['LLC_EPOCH', taken.facts.mostCpu]);
    }
    for (const { steps } of having('LLC_SAME', 'gathers')) {
      const { largest: best, present: current } = last(steps).facts;
      expect(best).toBeLessThanOrEqual(2 * current);
    }
    expect(having('LLC_SAME', 'gathers').length).toBeGreaterThan(10);
  });

  it('count the threads that run, by which the average of the next scan goes', () => {
    const counts = having('LLC_RUNNING', 'burst').map(
      ({ steps }) => find(steps, 'LLC_RUNNING').facts,
    );
    expect(Math.max(...counts.map(({ threads }) => threads))).toBe(24);
    expect(Math.max(...counts.map(({ average }) => average))).toBeGreaterThan(6);
  });

  it('take an anchor away over the limits that they tell', () => {
    for (const { steps } of having('LLC_THREADS')) {
      const { average, smt, hasMargin, cpus, scale } = find(steps, 'LLC_THREADS').facts;
      expect([smt, cpus, hasMargin]).toEqual([2, 16, 1]);
      expect(average * smt * 1280).toBeGreaterThanOrEqual(cpus * scale * 1024);
    }
    const [memory, stale] = [having('LLC_MEMORY')[0]!, having('LLC_STALE')[0]!];
    expect(find(memory.steps, 'LLC_MEMORY').facts).toEqual({ kib: 40960, allowedKib: 32768 });
    expect(find(stale.steps, 'LLC_STALE').facts.epochs).toBeGreaterThan(5);
    expect(having('LLC_THREADS').length).toBeGreaterThan(0);
    for (const { steps } of having('LLC_LONE'))
      expect(find(steps, 'LLC_LONE').facts.threads).toBe(1);
    for (const { steps } of having('LLC_NUMA')) {
      const { taskNode, anchorNode } = find(steps, 'LLC_NUMA').facts;
      expect([taskNode, anchorNode].sort()).toEqual([0, 1]);
    }
    expect(having('LLC_NUMA', 'astray').length).toBe(24);
  });

  it.each([
    ['LLC_KEPT', [4, 5]],
    ['LLC_FULL', [3]],
    ['LLC_HOME', [1, 2, 6, 7]],
    ['LLC_LEFT', [6, 7]],
    ['LLC_NO_ROOM', [3]],
  ] as const)('come to %s by the test that the figures pass or fail', (code, possible) => {
    const tests = recordsOf(...told).filter(({ steps }) =>
      steps.some((step) => step.code === code),
    );
    expect(tests.length).toBeGreaterThan(0);
    for (const { steps } of tests) {
      expect(find(steps, 'LLC_ROOM').facts).toEqual({ roomPct: room, busierPct: busier });
      const by = find(steps, code).facts.judgement;
      expect(possible).toContain(by);
      expect([1, 2, 3, 7].includes(by) ? judge(steps, true) : judge(steps, false)).toBe(by);
      const { from, to } = find(steps, 'LLC_TEST').facts;
      expect(from).not.toBe(to);
    }
  });

  it('tell of every refusal of a task, between the CPUs of its record', () => {
    const refused = recordsOf(...told).filter(
      ({ explain, code }) =>
        explain.chosen >= 0 && ['LLC_KEPT', 'LLC_FULL'].includes(code) && explain.task >= 0,
    );
    expect(refused.length).toBeGreaterThan(20);
    for (const { steps, explain } of refused) {
      expect(steps.map(({ code }) => code).slice(0, 4)).toEqual([
        ...['LLC_TEST', 'LLC_SOURCE', 'LLC_TARGET', 'LLC_ROOM'],
      ]);
      expect(steps[0]!.facts.from).toBe(explain.previous);
    }
  });

  it('leave the lone task of a CPU where it is whatever the figures', () => {
    for (const { steps } of having('LLC_LONE_TASK')) {
      const { preferring, runnable, running } = find(steps, 'LLC_LONE_TASK').facts;
      expect([preferring, running]).toEqual([runnable, 1]);
    }
    expect(having('LLC_LONE_TASK').length).toBeGreaterThan(0);
  });

  it('are told as stories, a sentence a step', () => {
    for (const name of [...told, 'astray']) {
      const { catalog, placements } = all.get(name)!;
      for (const { explain, steps } of placements.slice(-300)) {
        const { looked, followed } = decisionText(
          catalog,
          { explain, steps: [], leftOut: 0 },
          () => '',
        );
        const said = [...looked, ...followed].join(' ');
        expect(said).not.toMatch(/undefined|NaN/);
        for (const { code } of steps) expect(said).toContain(`[${code}|reason-`);
      }
    }
  });
});
