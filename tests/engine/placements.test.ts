// The steps that a placement records on request: every test in its order up to the one that decided. Recording them
// changes nothing in the run.

import { beforeAll, describe, expect, it } from 'vitest';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { decisionText } from '../../web/views/explain/index.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { core, has, type Placement, runOf, type Step, type StepRun } from './step-runs.ts';
import { twoNodes } from './two-nodes.ts';

async function wakesOf(variant: string, explain_steps = 1, seed = 1): Promise<StepRun> {
  const other = [{ path: 'seed', value: seed }];
  const opened = await loadScenario('split-llc/one-wakeup', nodeReader('scenarios'), other);
  return runOf(buildDefinition(opened, variant), opened.duration, explain_steps);
}

/** One of two LLCs of four cores each. */
const cacheOf = (cpu: number) => Math.floor(cpu / 4);

const targets = /^(WA_|WK_WIDE|WK_NO_AFFINE_CPU|WK_SAME_CPU)/;
/** The tests alone: what became of the task is told behind them. */
const placed = (run: StepRun): readonly Placement[] =>
  run.placements.map((placement) => {
    const end = placement.steps.findIndex(({ code }) => /^(TQ|PK|PP)_/.test(code));
    return end < 0 ? placement : { ...placement, steps: placement.steps.slice(0, end) };
  });

describe('one wake-up explained', () => {
  let known: StepRun;
  let unknown: StepRun;
  beforeAll(async () => {
    known = await wakesOf('A');
    unknown = await wakesOf('B');
  });
  /** Those for which a CPU is chosen. */
  const wakes = (run: StepRun) =>
    placed(run).filter(({ code }) => !/^(WK_DELAYED|TQ_WAKELIST_ONCPU|FK_)/.test(code));

  it('goes as it goes when nobody asks, and is not told then', async () => {
    const unasked = await wakesOf('A', 0);
    expect(unasked.end).toBe(known.end);
    expect(unasked.placements).toHaveLength(known.placements.length);
    expect(unasked.placements.every(({ steps }) => steps.length === 0)).toBe(true);
    const column = ({ placements }: StepRun) => placements.map(({ code }) => code);
    expect(column(unasked)).toEqual(column(known));
  });

  it('decides between waker and previous CPU first, then tests that target', () => {
    expect(wakes(known).length).toBeGreaterThan(150);
    for (const { steps, explain } of wakes(known)) {
      expect(steps[0]!.code).toMatch(targets);
      expect(steps[1]!.code).toBe('SI_TARGET');
      expect([explain.cpu, explain.previous]).toContain(steps[1]!.facts.cpu);
    }
  });

  it('weighs the two CPUs by numbers that say which of them it is', async () => {
    // In some runs it is the previous CPU every time.
    const more = await Promise.all([
      ...[2, 3, 4, 5].map((seed) => wakesOf('A', 1, seed)),
      wakesOf('B', 1, 3),
    ]);
    const weighed = [known, unknown, ...more]
      .flatMap(wakes)
      .filter(({ steps }) => steps[0]!.code.startsWith('WA_LOAD_'));
    const times = { here: 0, there: 0 };
    for (const { steps, explain } of weighed) {
      const [{ code, facts }, target] = [steps[0]!, steps[1]!];
      const isHere = code === 'WA_LOAD_THIS';
      times[isHere ? 'here' : 'there'] += 1;
      if (isHere) expect(facts.thisSide).toBeLessThan(facts.previousSide);
      else expect(facts.thisSide).toBeGreaterThanOrEqual(facts.previousSide);
      expect(target.facts.cpu).toBe(isHere ? explain.cpu : explain.previous);
    }
    expect(times.here).toBeGreaterThan(10);
    expect(times.there).toBeGreaterThan(60);
  });

  it('ends with the test that decided, and goes where that test says', () => {
    let scans = 0;
    for (const { steps, code, explain } of wakes(known)) {
      const last = steps.at(-1)!;
      if (code === 'SI_FALLBACK_TARGET') {
        expect(last.code).toBe('SI_SCAN');
        expect(explain.chosen).toBe(steps[1]!.facts.cpu);
        continue;
      }
      expect(last.code).toBe(code);
      if (['SI_TARGET', 'SI_PREV', 'SI_RECENT'].includes(code)) {
        expect([last.facts.cpu, last.facts.outcome]).toEqual([explain.chosen, 1]);
      }
      if (code !== 'SI_SCAN') continue;
      scans += 1;
      expect(cacheOf(explain.chosen)).toBe(cacheOf(steps[1]!.facts.cpu));
      expect(last.facts.found).toBe(explain.chosen);
      const target = steps[1]!.facts.cpu; // caches have four CPUs, and the round stays in one
      expect(last.facts.from).toBe(target - (target % 4) + ((target + 1) % 4));
    }
    expect(scans).toBeGreaterThan(0);
  });

  it('tests no more CPUs in a scan than its limit, and counts every look', () => {
    const scans = wakes(known).filter(has('SI_SCAN'));
    expect(scans.length).toBeGreaterThan(0);
    for (const { steps, explain } of scans) {
      const { visited, limit } = steps.find(({ code }) => code === 'SI_SCAN')!.facts;
      expect(visited).toBeGreaterThan(0);
      expect(visited).toBeLessThanOrEqual(Math.min(limit, 4));
      expect(factsAs(explain, 'placement')!.looked).toBeGreaterThan(visited);
    }
  });

  it('has nothing to scan where the kernel knows no caches', () => {
    const codes = new Set(wakes(unknown).map(({ code }) => code));
    expect(
      [...codes].filter((code) => /^SI_(PREV|RECENT|SCAN|CORE|LIMIT|FALLBACK)/.test(code)),
    ).toEqual([]);
    const waiting = wakes(unknown).filter(({ code }) => code === 'SI_NO_LLC');
    expect(waiting.length).toBeGreaterThan(0);
    for (const { steps, explain } of waiting) {
      expect(steps.at(-1)!.code).toBe('SI_NO_LLC');
      expect(explain.chosen).toBe(steps[1]!.facts.cpu);
    }
  });

  it('is told as a story, a sentence a test, each with its code', () => {
    for (const { explain } of wakes(known).slice(0, 50)) {
      const story = decisionText(known.catalog, { explain, steps: [], leftOut: 0 }, () => '');
      const said = [...story.looked, ...story.followed];
      expect(said).toHaveLength(explain.steps.length);
      for (const sentence of said) expect(sentence).toMatch(/\[[A-Z]+_[A-Z_]+\|reason-/);
      expect(story.asked).toHaveLength(1);
    }
  });

  it('is told whole of whatever moment it is asked, though the run itself tells nothing', async () => {
    const opened = await loadScenario('split-llc/one-wakeup', nodeReader('scenarios'), []);
    const [head, cursor] = [await openWasm(core), await openWasm(core)];
    const { duration } = opened;
    const simulation = new Simulation(head, cursor, buildDefinition(opened, 'A'), {
      duration,
      reader: () => openWasm(core),
    });
    await simulation.frameAt(duration);
    const steps = new Map(known.placements.map(({ explain }) => [explain.id, explain.steps]));
    const marks = (await simulation.decisions({ time: duration, most: 60 }))!;
    let compared = 0;
    for (const { id } of marks) {
      if (!steps.has(id)) continue;
      compared += 1;
      expect((await simulation.decisionStory(id))!.explain.steps).toEqual(steps.get(id));
    }
    expect(compared).toBeGreaterThan(20);
    simulation.dispose();
  });
});

const stays =
  /^FK_(NO_CAND|LOCAL_LOWER_CLASS|NUMA_ALLOWED|TIE_LOCAL|LOAD_CLOSE|HINT|LEVEL|GRP|NUMA_EXCEEDED|CPU_)/;
const idleOf = ({ facts }: Step) => facts.idleCpus;
const isOwn = ({ facts }: Step) => facts.isOwn === 1;

describe('a fork explained', () => {
  let run: StepRun;
  let forks: readonly Placement[];
  beforeAll(async () => {
    run = await runOf(twoNodes, 20_000_000);
    forks = placed(run).filter(has('FK_LEVEL'));
  });

  it('comes down the domains, each with its own group and the idlest other one', () => {
    expect(forks.length).toBeGreaterThan(40);
    for (const { steps } of forks) {
      const cpus = steps.filter(({ code }) => code === 'FK_LEVEL').map(({ facts }) => facts.cpus);
      expect(cpus[0]).toBe(16);
      expect(cpus).toEqual([...cpus].sort((a, b) => b - a));
      expect(new Set(cpus).size).toBe(cpus.length);
      steps.forEach(({ code }, at) => {
        if (code !== 'FK_LEVEL') return;
        const [own, other] = [steps[at + 1]!, steps[at + 2]!];
        expect([own.code, isOwn(own), other.code, isOwn(other)]).toEqual([
          ...['FK_GRP', true],
          ...['FK_GRP', false],
        ]);
      });
    }
  });

  it('goes to more idle CPUs only where there are more, and a tie stays', () => {
    const verdicts = { FK_MORE_IDLE: 0, FK_TIE_LOCAL: 0, FK_NUMA_EXCEEDED: 0 };
    for (const { steps } of forks) {
      steps.forEach(({ code }, at) => {
        if (!(code in verdicts)) return;
        verdicts[code as keyof typeof verdicts] += 1;
        const groups = steps.slice(0, at).filter((step) => step.code === 'FK_GRP');
        const [own, other] = [groups.at(-2)!, groups.at(-1)!];
        if (code === 'FK_MORE_IDLE') expect(idleOf(other)).toBeGreaterThan(idleOf(own));
        if (code === 'FK_TIE_LOCAL') expect(idleOf(other)).toBeLessThanOrEqual(idleOf(own));
      });
    }
    for (const [code, times] of Object.entries(verdicts)) {
      expect([code, times > 0]).toEqual([code, true]);
    }
  });

  it('gives as its reason why it left its first group, or that it stayed', () => {
    const reasons = new Set<string>();
    for (const { steps, code, explain } of forks) {
      const left = steps.find((step) => !stays.test(step.code));
      expect(code).toBe(left?.code ?? 'FK_STAY');
      expect(explain.chosen === explain.previous).toBe(code === 'FK_STAY');
      reasons.add(code);
    }
    expect([...reasons]).toEqual(expect.arrayContaining(['FK_STAY', 'FK_MORE_IDLE']));
  });

  it('says by what a CPU of each group was chosen, and the last one is where it goes', () => {
    let chosen = 0;
    for (const { steps, explain } of forks) {
      if (steps.some(({ code }) => code === 'FK_LOAD_PUSH')) continue; // does not name its group
      let at = explain.previous;
      for (const { code, facts } of steps) {
        if (code.startsWith('FK_CPU_')) {
          expect(facts.looked).toBeGreaterThan(0);
          at = facts.cpu;
          chosen += 1;
        } else if (!stays.test(code) && facts.cpus === 1) at = facts.firstCpu; // a group of one CPU
      }
      expect(at).toBe(explain.chosen);
    }
    expect(chosen).toBeGreaterThan(20);
  });

  it('is told as a story from the outermost domain inwards', () => {
    const { explain } = forks.find(({ code }) => code === 'FK_MORE_IDLE')!;
    const { looked } = decisionText(run.catalog, { explain, steps: [], leftOut: 0 }, () => '');
    expect(looked[0]).toMatch(/^\[Domain\|sched-domain\] of 16 CPUs around .*: 2 groups of CPUs\./);
    expect(
      looked.some((sentence) => sentence.startsWith('The other group has more idle CPUs')),
    ).toBe(true);
  });
});
