// What a pass of a CPU about to idle tells beside its record: the numbers that spoke for it, what it came to, and
// what its domain counts as from then on.

import { beforeAll, describe, expect, it } from 'vitest';
import { BALANCE, NEWIDLE } from '../../web/engine/abi.gen.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { has, type Placement, runOf, type StepRun } from './step-runs.ts';
import { twoNodes } from './two-nodes.ts';

const duration = 30_000_000;
const passesOf = (more: object = {}, steps = 1) =>
  runOf({ ...twoNodes, ...more }, duration, steps, ['sched_balance_rq']);

describe('a search before a CPU idles', () => {
  let run: StepRun;
  let told: readonly Placement[];
  beforeAll(async () => {
    run = await passesOf();
    told = run.placements.filter(
      ({ explain }) => factsAs(explain, 'pass')!.type === BALANCE.NEWIDLE,
    );
  });

  it('is told of every such pass that left a record and of no other, and changes nothing', async () => {
    expect(told.length).toBeGreaterThan(30);
    for (const { explain, steps } of run.placements) {
      expect(steps.length > 0).toBe(factsAs(explain, 'pass')!.type === BALANCE.NEWIDLE);
    }
    expect((await passesOf({}, 0)).end).toBe(run.end);
  });

  it('began because the CPU idles for longer than it is expected to take', () => {
    for (const { steps } of told) {
      const [gate] = steps;
      const { idle, cost } = gate!.facts;
      expect([gate!.code, idle >= cost]).toEqual(['NI_AVG_IDLE', true]);
      const further = steps.slice(1).find(({ code }) => code === 'NI_AVG_IDLE');
      if (further) expect(further.facts.idle).toBeLessThan(further.facts.cost);
    }
  });

  it('pulled as many tasks as its record says, or nothing', () => {
    const [pulled, nothing] = [told.filter(has('NI_PULLED')), told.filter(has('NI_NOTHING'))];
    expect(pulled.length + nothing.length).toBe(told.length);
    expect(Math.min(pulled.length, nothing.length)).toBeGreaterThan(5);
    for (const { steps, explain, code } of pulled) {
      const { tasks, took } = steps[1]!.facts;
      expect([code, tasks]).toEqual(['LB_MOVED', factsAs(explain, 'pass')!.moved]);
      expect(took).toBeGreaterThanOrEqual(explain.cost);
    }
    for (const { explain } of nothing) expect(factsAs(explain, 'pass')!.moved).toBe(0);
  });

  it('counts half as dear again as before where it pulled nothing, until it is as dear as can be', () => {
    const most = 500_000 + 200; // migration_cost, and a little more
    /** ns, by CPU and domain, of those whose last record is of a pass that pulled nothing. */
    const known = new Map<string, number>();
    let raised = 0;
    for (const { explain, steps } of told) {
      const key = `${explain.cpu} ${factsAs(explain, 'pass')!.domainCpus}`;
      const { code, facts } = steps[1]!;
      const half = Math.min(most, Math.floor(((known.get(key) ?? 0) * 3) / 2));
      known.delete(key);
      if (code !== 'NI_NOTHING') continue;
      expect(facts.known).toBeGreaterThanOrEqual(half); // more where a pass left no record
      raised += Number(half > 1 && half < most && facts.known === half);
      known.set(key, facts.known);
    }
    expect(raised).toBeGreaterThan(20);
  });

  it('counts as long as it took, whatever it pulled, before v6.17', async () => {
    const measured = (await passesOf({ newidle_fail_cost: NEWIDLE.MEASURES })).placements
      .filter(has('NI_NOTHING'))
      .map(({ steps }) => steps[1]!.facts);
    expect(measured.length).toBeGreaterThan(5);
    // Then no domain counts as dearer than its dearest search.
    const dearest = Math.max(...measured.map(({ took }) => took));
    for (const { known } of measured) expect(known).toBeLessThanOrEqual(2 * dearest);
  });

  it('is told as a story: what spoke for it first, what it came to last', () => {
    const { explain } = told.find(has('NI_PULLED'))!;
    const { looked, followed } = decisionText(
      run.catalog,
      { explain, steps: [], leftOut: 0 },
      () => '',
    );
    expect(looked[0]).toMatch(/so it searches\. \[NI_AVG_IDLE\|/);
    expect(followed[0]).toMatch(/^\d+ tasks? (was|were) pulled in .* \[NI_PULLED\|/);
  });
});
