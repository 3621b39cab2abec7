// Which style a CPU has by what the colours say, what a filter lets recede, and what heat counts.

import { describe, expect, it } from 'vitest';
import { ACTIVITY, LEDGER, RECORD } from '../../engine/abi.gen.ts';
import type { FrameDraft } from '../../engine/frame.ts';
import { ledgerKinds } from '../../engine/types.ts';
import type { HeatMeasure } from '../../scenario/colouring.ts';
import { type Colouring, defaultColouring, heatBands } from './colouring.ts';
import { History } from './history.ts';
import * as late from './layers/lazy-layers.ts';
import { roleNames } from './roles.ts';
import { defaultSettings } from './settings.ts';
import { bandOf, countParts, huePartOf, styleOf, styles } from './styles.ts';
import { catalogOf, shapes } from './testing/machines.ts';
import { frameOf, type TestRecord } from './testing/records.ts';

const catalog = catalogOf(shapes['milan 2s nps1'], 4);
const { llc } = catalog.topology;
const elsewhere = llc.findIndex((of) => of !== llc[0]);
const noHeat = { values: [], full: 0 };

/** Task 0 runs on CPU 0 and prefers its cache, task 1 on CPU 1 and prefers another, task 2 on CPU 2 none. */
const moment = frameOf(catalog, {
  time: 1000,
  set(draft: FrameDraft) {
    for (const task of [0, 1, 2]) {
      draft.cpus.task[task] = task;
      draft.cpus.activity[task] = ACTIVITY.USER;
      draft.tasks.cpu[task] = task;
      draft.tasks.process[task] = 1;
      draft.tasks.group[task] = task;
    }
    draft.cpus.activity[2] = ACTIVITY.STALLED;
    draft.tasks.preferredLlc.set([llc[0]!, llc[elsewhere]!, -1, -1]);
  },
});

const style = (part: Partial<Colouring>, cpu: number) =>
  styleOf(moment, catalog, { ...defaultColouring, ...part }, noHeat, cpu);

describe('colours by state', () => {
  it('are of what the CPU does', () => {
    expect([0, 2, 3].map((cpu) => style({}, cpu))).toEqual([
      ACTIVITY.USER,
      ACTIVITY.STALLED,
      styles.none,
    ]);
  });
  it('let all but the kept entry recede, idle CPUs too', () => {
    const kept = [0, 2, 3].map((cpu) => style({ only: 'line' }, cpu));
    expect(kept).toEqual([ACTIVITY.USER + styles.count, ACTIVITY.STALLED, styles.count]);
  });
});

describe('colours by preferred cache', () => {
  it('are filled at home, a frame in the hue of the wanted cache away, and plain without one', () => {
    expect(style({ by: 'home' }, 0)).toBe(styles.home + llc[0]!);
    expect(style({ by: 'home' }, 1)).toBe(styles.away + llc[elsewhere]!);
    expect(style({ by: 'home' }, 2)).toBe(ACTIVITY.USER);
    expect(style({ by: 'home' }, 3)).toBe(styles.none);
  });
  it('keep who is away alone', () => {
    const kept = [0, 1].map((cpu) => style({ by: 'home', only: 'away' }, cpu) < styles.count);
    expect(kept).toEqual([false, true]);
  });
});

describe('colours by task', () => {
  it('leave the CPUs as they are when idle', () => {
    expect([0, 1, 2, 3].map((cpu) => style({ by: 'task' }, cpu))).toEqual([0, 0, 0, 0]);
  });
  it('are of the process, of the group, or of the role where roles are known', () => {
    const parts = (['process', 'instance', 'role'] as const).map((hue) =>
      huePartOf(moment, catalog, hue, 2),
    );
    expect(parts.slice(0, 2)).toEqual([1, 2]);
    expect(countParts(moment)).toEqual({ process: 2, instance: 3 });
    const { cpus } = catalog.topology;
    const withRoles = {
      ...catalog,
      tasks: cpus + 3,
      taskRoles: {
        name: ['idle', 'kworker', 'messenger', 'worker'],
        form: Uint8Array.of(1, 1, 0, 0),
        role: Uint16Array.from({ length: cpus + 3 }, (_, task) => [2, 3, 1][task - cpus] ?? 0),
        number: new Uint16Array(cpus + 3),
      },
    };
    expect(roleNames(withRoles)).toEqual(['messenger', 'worker']);
    expect([0, 1, 2].map((at) => huePartOf(moment, withRoles, 'role', cpus + at))).toEqual([
      0, 1, 7,
    ]);
  });
});

describe('colours by heat', () => {
  it('come in equal bands, and nothing has none', () => {
    expect([0, 0.1, 0.2, 0.99, 1, 3].map((value) => bandOf(value, 1))).toEqual([
      -1,
      0,
      1,
      heatBands - 1,
      heatBands - 1,
      heatBands - 1,
    ]);
    expect(bandOf(1, 0)).toBe(-1);
  });

  /** What is shown of each CPU after a first moment and a second one with these records. */
  function heatAfter(
    heat: HeatMeasure,
    records: readonly TestRecord[],
    set: (draft: FrameDraft) => void = () => {},
  ) {
    const colouring = { ...defaultColouring, by: 'heat', heat } as const;
    const history = new History(catalog, { ...defaultSettings, colouring });
    history.installLazy(late);
    history.add(frameOf(catalog, { time: 0, continuous: false }), 0);
    history.add(frameOf(catalog, { time: 10_000, records, set }), 16);
    const { values = new Float64Array(), full } = history.snapshot()!.heat;
    return { values, full, hottest: values.indexOf(Math.max(...values)) };
  }

  it('count the lines fetched from another cache, but not from the own one or from memory', () => {
    const miss = (cpu: number, supplier: number) => ({
      ...{ kind: RECORD.MISS, time: 5_000 },
      ...{ cpu, d: supplier },
    });
    const own = llc[0]!;
    const { values, hottest } = heatAfter('transfers', [
      ...[miss(0, own), miss(0, own), miss(0, 0xff)],
      ...[miss(1, llc[elsewhere]!)],
    ]);
    expect(hottest).toBe(1);
    expect(values[0]).toBe(0);
  });
  it('count who moved here, not who went', () => {
    const { values, hottest } = heatAfter('moves', [
      { kind: RECORD.MIGRATE, time: 5_000, cpu: 3, a: 0, b: 3, c: 4 },
    ]);
    expect([hottest, values[3]]).toEqual([4, 0]);
  });
  it('measure from a wake-up to running', () => {
    const { values, full } = heatAfter('latency', [
      { kind: RECORD.WAKE, time: 1_000, cpu: 0, a: 2, b: 5 },
      { kind: RECORD.SWITCH, time: 4_000, cpu: 5, a: 0, b: 2 },
    ]);
    expect(values[5]).toBeCloseTo(3_000, 6);
    expect(full).toBe(5_000);
  });
  it('take shares of time from the ledger, never more than all of it', () => {
    const { values, full, hottest } = heatAfter('waiting', [], (draft) => {
      for (let cpu = 0; cpu < draft.cpus.activity.length; cpu++) {
        draft.ledger[cpu * ledgerKinds.length + (cpu === 7 ? LEDGER.LINE_WAIT : LEDGER.USER)] =
          10_000;
      }
    });
    expect(hottest).toBe(7);
    expect(values[7]).toBeLessThanOrEqual(1);
    expect(full).toBeLessThanOrEqual(1);
  });
  it('are not counted where they are not shown', () => {
    const history = new History(catalog, defaultSettings);
    history.installLazy(late);
    history.add(frameOf(catalog, { time: 0, continuous: false }), 0);
    expect(history.wantedHeat).toBe(0);
    expect(history.snapshot()!.heat.full).toBe(0);
  });

  /** A frame in which CPU 7 has waited for lines so long in all, and else worked. */
  const waitedFor = (time: number, waited: number, records: readonly TestRecord[] = []) =>
    frameOf(catalog, {
      time,
      records,
      continuous: records.length > 0,
      from: time - 10_000,
      set: (draft) => {
        draft.ledger[7 * ledgerKinds.length + LEDGER.LINE_WAIT] = waited;
        draft.ledger[7 * ledgerKinds.length + LEDGER.USER] = time - waited;
      },
    });
  const moved = [{ kind: RECORD.MIGRATE, time: 95_000, cpu: 3, a: 0, b: 3, c: 4 }];

  it('are of the whole window after a jump, too, as soon as what led there has come', () => {
    for (const [heat, cpu, value] of [
      ['waiting', 7, 0.6],
      ['moves', 4, 1e5],
    ] as const) {
      const colouring = { ...defaultColouring, by: 'heat', heat } as const;
      const history = new History(catalog, { ...defaultSettings, colouring });
      history.installLazy(late);
      history.add(waitedFor(100_000, 56_000), 0);
      expect(history.snapshot()!.heat.values![cpu]).not.toBeCloseTo(value, 6);
      expect(history.unseenFrom()).toBe(90_000);
      // Once is enough, and of another moment nothing is taken.
      expect(history.unseenFrom()).toBeUndefined();
      history.runUp(waitedFor(80_000, 0), waitedFor(90_000, 0, moved));
      expect(history.snapshot()!.heat.values![cpu]).not.toBeCloseTo(value, 6);
      history.runUp(waitedFor(90_000, 50_000), waitedFor(100_000, 56_000, moved));
      expect(history.snapshot()!.heat.values![cpu]).toBeCloseTo(value, 6);
      history.recolour();
      expect(history.snapshot()!.heat.values![cpu]).toBeCloseTo(value, 6);
    }
  });
  it('ask for nothing where every frame of the window was seen, or where they are not shown', () => {
    const colouring = { ...defaultColouring, by: 'heat', heat: 'waiting' } as const;
    const history = new History(catalog, { ...defaultSettings, colouring });
    history.add(waitedFor(80_000, 0), 0);
    history.unseenFrom();
    history.add(waitedFor(100_000, 56_000, moved), 16);
    expect(history.unseenFrom()).toBeUndefined();
    const other = new History(catalog, defaultSettings);
    other.add(waitedFor(100_000, 56_000), 0);
    expect(other.unseenFrom()).toBeUndefined();
  });
});
