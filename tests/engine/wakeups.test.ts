// The rest of a wake-up once the CPU is chosen: which CPU queues the task, what the test for preemption compared,
// and that the recorded numbers are the ones that decided.

import { beforeAll, describe, expect, it } from 'vitest';
import { INTERVENE, TUNABLE, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { has, type Placement, runOf, type Step, type StepRun } from './step-runs.ts';
import { twoNodes } from './two-nodes.ts';

/** More tasks than CPUs; the base slice is made short and long in turn, so that slices differ. */
const times = Array.from({ length: 26 }, (_, at) => 2_000_000 + at * 100_000);
const crowd = {
  ...twoNodes,
  workload: WORKLOAD.HACKBENCH,
  workload_parameter: [2, 8, 100, 0, 0, 0],
  interventions: times.length,
  intervention_at_low: times,
  intervention_kind: times.map(() => INTERVENE.TUNABLE),
  intervention_task: times.map(() => TUNABLE.BASE_SLICE),
  intervention_value: times.map((_, at) => (at % 2 === 0 ? 100_000 : 2_800_000)),
};

const cacheOf = (cpu: number) => Math.floor((cpu % 8) / 4);
const find = (steps: readonly Step[], code: string) => steps.find((step) => step.code === code);

/** The task that must run by the rule of section 4.3, from the recorded numbers. */
function pickOf(steps: readonly Step[]): number {
  const running = find(steps, 'PK_RUNNING');
  const isEligible = running !== undefined && running.facts.lag >= 0;
  if ((find(steps, 'PK_PROTECTED')?.facts.left ?? 0) > 0) return running!.facts.task;
  const best = find(steps, 'PK_DEADLINE')!.facts.task;
  if (!isEligible) return best;
  const isEarlier = (find(steps, 'PK_CURR')?.facts.earlierBy ?? 1) > 0;
  return best < 0 || isEarlier ? running!.facts.task : best;
}

describe('a wake-up to its end', () => {
  let run: StepRun;
  let forks: StepRun;
  beforeAll(async () => {
    run = await runOf(crowd, 4_600_000);
    forks = await runOf(twoNodes, 10_000_000);
  });
  const all = () => [...run.placements, ...forks.placements];
  const contests = () => all().filter((each) => has('PP_WIN')(each) || has('PP_KEEP')(each));

  it('changes nothing of what happens', async () => {
    expect((await runOf(crowd, 4_600_000, 0)).end).toBe(run.end);
  });

  it('says of every wake-up who queued the task, once, and of every fork and wake-up how it ended', () => {
    expect(all().length).toBeGreaterThan(500);
    for (const { steps, code, explain } of all().filter(({ explain }) => !explain.isOpen)) {
      const queued = steps.filter((step) => step.code.startsWith('TQ_'));
      const isFork = steps[0]!.code.startsWith('FK_');
      expect(queued).toHaveLength(isFork || code === 'WK_DELAYED' ? 0 : 1);
      expect([explain.id, steps.at(-1)!.code]).toEqual([
        explain.id,
        expect.stringMatching(/^PP_(IDLE_CPU|OTHER_CLASS|DUE|WIN|KEEP)$/),
      ]);
    }
    expect(all().filter(({ explain }) => explain.isOpen).length).toBeLessThan(20);
  });

  it('leaves the queue of another cache alone, and of an idle CPU; else the waker queues', () => {
    const met = { TQ_WAKELIST_LLC: 0, TQ_WAKELIST_IDLE: 0, TQ_DIRECT: 0 };
    for (const { steps, explain } of all()) {
      const step = steps.find((each) => each.code in met);
      if (!step) continue;
      const { wakerCpu: waker, target, tasks } = step.facts;
      expect([waker, target]).toEqual([explain.cpu, explain.chosen]);
      const isIdle = waker !== target && tasks === 0;
      const near = isIdle ? 'TQ_WAKELIST_IDLE' : 'TQ_DIRECT';
      expect(step.code).toBe(cacheOf(waker) === cacheOf(target) ? near : 'TQ_WAKELIST_LLC');
      met[step.code as keyof typeof met] += 1;
    }
    for (const [code, count] of Object.entries(met))
      expect([code, count > 10]).toEqual([code, true]);
  });

  it('preempts nobody where nobody runs, and compares nothing where a pick is due anyway', () => {
    for (const code of ['PP_IDLE_CPU', 'PP_DUE']) {
      const met = all().filter(has(code));
      expect([code, met.length > 5]).toEqual([code, true]);
      for (const { steps, explain } of met) {
        expect(steps.some((step) => /^PK_|^PP_(WIN|KEEP)/.test(step.code))).toBe(false);
        expect(find(steps, code)!.facts.cpu).toBe(explain.chosen);
      }
    }
  });

  it('preempts if and only if the numbers told make the wakee the one to pick', () => {
    const ends = { PP_WIN: 0, PP_KEEP: 0 };
    for (const { steps, explain } of contests()) {
      const end = steps.at(-1)!;
      const picked = pickOf(steps);
      expect([explain.id, end.code]).toEqual([
        explain.id,
        picked === explain.task ? 'PP_WIN' : 'PP_KEEP',
      ]);
      if (end.code === 'PP_KEEP') expect(end.facts.task).toBe(picked);
      else
        expect([end.facts.task, end.facts.lag >= 0]).toEqual([
          find(steps, 'PK_RUNNING')!.facts.task,
          true,
        ]);
      ends[end.code as keyof typeof ends] += 1;
    }
    for (const [code, count] of Object.entries(ends))
      expect([code, count > 50]).toEqual([code, true]);
  });

  it('asks for protection only of an eligible task, and for nobody else while some is left', () => {
    const met = { ends: 0, goesOn: 0, out: 0 };
    for (const { steps } of contests()) {
      const isEligible = find(steps, 'PK_RUNNING')!.facts.lag >= 0;
      const left = find(steps, 'PK_PROTECTED');
      expect(left !== undefined).toBe(isEligible && !find(steps, 'PP_SHORT'));
      const goesOn = left !== undefined && left.facts.left > 0;
      expect(find(steps, 'PK_DEADLINE') === undefined).toBe(goesOn);
      if (!isEligible) expect(find(steps, 'PK_CURR')).toBeUndefined();
      met[goesOn ? 'goesOn' : isEligible ? 'ends' : 'out'] += 1;
    }
    expect(met.goesOn).toBeGreaterThan(50);
    expect(met.out).toBeGreaterThan(50);
  });

  it('says of a wakee that waits behind a search that it was not eligible or its deadline no earlier', () => {
    const searched = contests().filter((each) => has('PP_WAKEE')(each));
    expect(searched.length).toBeGreaterThan(10);
    for (const { steps } of searched) {
      const { lag, laterBy } = find(steps, 'PP_WAKEE')!.facts;
      expect(lag < 0 || laterBy >= 0).toBe(true);
      const { eligible, waiting } = find(steps, 'PK_DEADLINE')!.facts;
      expect(eligible).toBeLessThanOrEqual(waiting);
    }
  });

  it('does not honour the protection against a shorter slice, and gives both slices', () => {
    const shorter = contests().filter(has('PP_SHORT'));
    expect(shorter.length).toBeGreaterThan(5);
    for (const { steps } of shorter) {
      const { wakeeSlice, runningSlice } = find(steps, 'PP_SHORT')!.facts;
      expect([wakeeSlice, runningSlice]).toEqual([100_000, 2_800_000]);
    }
    expect(contests().some(has('PK_CURR'))).toBe(true);
  });

  it('tells how much a task still owes that is woken before it left its queue', () => {
    const delayed = all().filter(({ code }) => code === 'WK_DELAYED');
    const owed = delayed.map(({ steps, explain }) => {
      const { code, facts } = steps[0]!;
      expect([code, facts.cpu]).toEqual(['WK_DELAYED', explain.chosen]);
      return facts.owed;
    });
    expect(Math.min(...owed)).toBe(0);
    expect(Math.max(...owed)).toBeGreaterThan(0);
  });

  it('is told as a story behind what was chosen, a sentence a step', () => {
    const codes = ['TQ_WAKELIST_LLC', 'TQ_WAKELIST_IDLE', 'TQ_DIRECT', 'WK_DELAYED', 'PP_SHORT'];
    const told = (code: string): Placement => all().find(has(code))!;
    for (const { explain } of codes.map(told)) {
      const story = decisionText(run.catalog, { explain, steps: [], leftOut: 0 }, () => '');
      expect(story.looked.length + story.followed.length).toBe(explain.steps.length);
      expect(story.followed.at(-1)).toMatch(/\[PP_[A-Z_]+\|reason-pp-/);
      expect(story.followed.join(' ')).not.toMatch(/undefined|NaN/);
    }
  });
});
