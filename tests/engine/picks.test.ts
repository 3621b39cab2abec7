// The picks of a run, recorded on request: what the tick saw, which tasks were compared, and that the picked task
// is the one that the recorded numbers require. A run without that request keeps no picks.

import { beforeAll, describe, expect, it } from 'vitest';
import { INTERVENE, RECORD, TUNABLE, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { capturePicks } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { Cursor } from '../../web/engine/cursor.ts';
import { picksBefore } from '../../web/engine/decisions.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import type { Catalog, Pick } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { picksKept } from '../../web/engine/world-views.ts';
import { storyOfPick } from '../../web/views/explain/index.ts';
import { core, type Step, stepOf } from './step-runs.ts';
import { twoNodes } from './two-nodes.ts';

const duration = 12_000_000;

/** Tasks that share CPUs for several ticks; from 6 ms on new slices are shorter than those that run. */
const shared = {
  ...twoNodes,
  workload_parameter: [3, 60, 4_000_000, 200_000],
  interventions: 2,
  intervention_at_low: [6_000_000, 9_000_000],
  intervention_kind: [INTERVENE.TUNABLE, INTERVENE.TUNABLE],
  intervention_task: [TUNABLE.BASE_SLICE, TUNABLE.BASE_SLICE],
  intervention_value: [400_000, 2_800_000],
};

/** Tasks that sleep and wake all the time. */
const crowd = {
  ...twoNodes,
  workload: WORKLOAD.HACKBENCH,
  workload_parameter: [2, 8, 100, 0, 0, 0],
};

interface Picked extends Omit<Pick, 'steps'> {
  readonly pick: Pick;
  readonly steps: readonly Step[];
}

interface Run {
  readonly catalog: Catalog;
  readonly picks: readonly Picked[];
  readonly switches: ReadonlySet<string>;
  readonly end: string;
}

async function runOf(definition: DefinitionInput, explain_steps = 1): Promise<Run> {
  const world = World.create(await openWasm(core), { ...definition, explain_steps });
  const catalog = catalogOf(world);
  const found = new Map<string, Pick>();
  const switches = new Set<string>();
  for (let seen = 0; world.time < duration; ) {
    world.step(world.time + 20_000);
    for (const pick of capturePicks(world, 0, duration)) {
      found.set(`${pick.cpu} ${pick.time}`, pick);
    }
    const ring = world.ring();
    for (const end = world.clock().records; seen < end; seen++) {
      const { kind, cpu, a, b } = ring.at(seen % ring.count);
      if (kind === RECORD.SWITCH) switches.add(`${cpu} ${a} ${b}`);
    }
  }
  const picks = [...found.values()].map((pick) => ({
    ...pick,
    pick,
    steps: pick.steps.map((step) => stepOf(catalog, step)),
  }));
  return { catalog, picks, switches, end: `${world.traceHash()} ${world.clock().accesses}` };
}

const find = (steps: readonly Step[], code: string) => steps.find((step) => step.code === code);

/** The steps of the last attempt: a task that sleeps already is dropped, and all others are compared anew. */
function lastAttempt(steps: readonly Step[]): readonly Step[] {
  const dropped = steps.map(({ code }) => code).lastIndexOf('PK_DELAYED_DROP');
  return steps.slice(dropped + 1).filter(({ code }) => code.startsWith('PK_'));
}

/** The task that must run by the rule of section 4.3, from the recorded numbers. */
function pickOf(steps: readonly Step[]): number {
  const only = find(steps, 'PK_ONLY');
  if (only) return only.facts.task;
  const running = find(steps, 'PK_RUNNING');
  if ((find(steps, 'PK_PROTECTED')?.facts.left ?? 0) > 0) return running!.facts.task;
  const best = find(steps, 'PK_DEADLINE')!.facts.task;
  const isEligible = running !== undefined && running.facts.lag >= 0;
  const isEarlier = (find(steps, 'PK_CURR')?.facts.earlierBy ?? 0) > 0;
  return isEligible && (best < 0 || isEarlier) ? running.facts.task : best;
}

describe('the picks of a run', () => {
  let run: Run;
  let sleepers: Run;
  beforeAll(async () => {
    run = await runOf(shared);
    sleepers = await runOf(crowd);
  });
  const all = () => [...run.picks, ...sleepers.picks];
  const having = (code: string) => all().filter(({ steps }) => find(steps, code));

  it('change nothing of what happens, and are not there where nobody asks', async () => {
    const unasked = await runOf(shared, 0);
    expect(unasked.end).toBe(run.end);
    expect(unasked.picks).toEqual([]);
  });

  it('took the task that the numbers told make the one to pick', () => {
    expect(all().length).toBeGreaterThan(500);
    for (const { cpu, time, steps, chosen } of all()) {
      const attempt = lastAttempt(steps);
      const expected = attempt.length === 0 ? -1 : pickOf(attempt);
      expect([cpu, time, chosen]).toEqual([cpu, time, expected]);
    }
  });

  it('were followed by the switch they call for', () => {
    const called = run.picks.filter(
      ({ chosen, previous, time }) =>
        chosen >= 0 && chosen !== previous && time < duration - 100_000,
    );
    expect(called.length).toBeGreaterThan(50);
    for (const { cpu, previous, chosen } of called) {
      expect(run.switches.has(`${cpu} ${previous} ${chosen}`)).toBe(true);
    }
  });

  it.each(['PK_ONLY', 'PK_RUNNING', 'PK_DEADLINE', 'PK_CURR', 'PK_DELAYED_DROP', 'TK_SLICE_END'])(
    'tell of %s where it happens',
    (code) => {
      expect(having(code).length).toBeGreaterThan(0);
    },
  );

  it('begin with the tick that asked for them, of the task that ran, by how far it was over', () => {
    for (const code of ['TK_SLICE_END', 'TK_PROT_END']) {
      for (const { steps, previous } of having(code)) {
        expect([steps[0]!.code, steps[0]!.facts.task]).toEqual([code, previous]);
        expect(steps[0]!.facts.beyond).toBeGreaterThanOrEqual(0);
      }
    }
    expect(having('TK_PROT_END').length).toBeGreaterThan(0);
  });

  it('drop who sleeps already only where it is the one to pick', () => {
    for (const { steps } of having('PK_DELAYED_DROP')) {
      const at = steps.findIndex(({ code }) => code === 'PK_DELAYED_DROP');
      expect(pickOf(steps.slice(0, at).filter(({ code }) => code.startsWith('PK_')))).toBe(
        steps[at]!.facts.task,
      );
    }
  });

  it('count as eligible no more than wait', () => {
    for (const { steps } of having('PK_DEADLINE')) {
      const { task, eligible, waiting } = find(steps, 'PK_DEADLINE')!.facts;
      expect(eligible).toBeLessThanOrEqual(waiting);
      expect(task < 0).toBe(eligible === 0);
    }
  });

  it('are told as stories', () => {
    for (const { pick } of run.picks.slice(0, 100)) {
      const { asked, looked, chosen } = storyOfPick(run.catalog, pick);
      expect(asked.length + looked.length).toBe(pick.steps.length + 1);
      expect([...asked, ...looked, ...chosen].join(' ')).not.toMatch(/undefined|NaN/);
      for (const sentence of looked) expect(sentence).toMatch(/\[PK_[A-Z_]+\|reason-pk-/);
    }
  });

  it('are found again of any moment, newest first, though the run itself keeps none', async () => {
    const [head, cursor] = [await openWasm(core), await openWasm(core)];
    const simulation = new Simulation(head, cursor, shared, {
      duration,
      reader: () => openWasm(core),
    });
    await simulation.frameAt(duration);
    const time = 8_000_000;
    for (const cpu of [0, 5]) {
      const found = (await simulation.picks({ cpu, time, most: 4 }))!;
      const known = run.picks.filter((pick) => pick.cpu === cpu && pick.time <= time);
      known.sort((a, b) => b.time - a.time);
      expect(found).toEqual(known.slice(0, 4).map(({ pick }) => pick));
    }
    simulation.dispose();
  });

  it('are looked for no further back than a CPU keeps them', async () => {
    const world = World.create(await openWasm(core), { ...crowd, explain_steps: 1 });
    world.step(duration);
    const begins: number[] = [];
    const cursor = {
      world,
      // The world stands where any replay would end.
      replay: (from: number) => {
        begins.push(from);
        return [];
      },
    } as unknown as Cursor;
    const looking = picksBefore(cursor, { cpu: 0, time: duration, most: 64 });
    const { value: found } = looking.next() as { value: readonly Pick[] };
    expect(picksKept(world)).toBe(8);
    expect(found.length).toBeGreaterThan(4);
    expect(found.length).toBeLessThanOrEqual(picksKept(world));
    const oldest = found.at(-1)!.time;
    // One look more than reaches the oldest would be in vain; a look is four times as long as the one before.
    expect(duration - begins.at(-1)!).toBeLessThanOrEqual(4 * (duration - oldest) + 250_000);
    expect(begins.at(-1)).toBeGreaterThan(0);
  });
});
