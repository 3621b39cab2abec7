import { describe, expect, it } from 'vitest';
import { ACTIVITY, PLACED } from '../../../../engine/abi.gen.ts';
import type { StepCode } from '../../../../engine/step-facts.ts';
import { stepFacts } from '../../../../engine/steps.gen.ts';
import type { Catalog, Explain, Frame } from '../../../../engine/types.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import drawing, { type WakeUpNote } from './mechanism.ts';
import face from './mechanism-legend.tsx';
import { isNeverAsked, lookOrder, placementOf } from './placement.ts';

/** Eight CPUs under two caches of four. */
const shape = { sockets: 1, nodesPerSocket: 1, llcsPerNode: 2, coresPerLlc: 4, threads: 1 };
const codes = Object.keys(stepFacts) as StepCode[];
const base: Catalog = { ...catalogOf(shape, 12), reasonCodes: codes, reasons: codes };
const threads: Catalog = { ...base, topology: catalogOf(shapes.laptop).topology };

const step = (code: StepCode, ...facts: number[]) => ({ reason: codes.indexOf(code), facts });

const woken = (chosen: number, ...steps: ReturnType<typeof step>[]): Explain => ({
  ...{ id: 1, time: 1_000_000, cpu: 1, decision: 0, task: 9, chosen, previous: 0 },
  ...{ accesses: 12, cost: 900, isCut: false, isOpen: false, reason: 0, steps },
  facts: {
    form: 'placement',
    ...{ placed: 0, looked: 4, target: 1, wakerFlips: 0, wakeeFlips: 0, llcCpus: 4 },
  },
});

/** The wake-up of the picture: target, previous and the scan are busy, so the task queues at its target. */
const queues = woken(
  1,
  step('SI_TARGET', 1, 0),
  step('SI_PREV', 0, 0),
  step('SI_SCAN', 2, 4, 9, -1),
);

function momentOf(idle: readonly number[], since = 5_000, catalog = base): Frame {
  const frame = new ToyRun(catalog, { seed: 2 }).at(1_004_000);
  frame.cpus.activity.fill(ACTIVITY.USER);
  for (const cpu of idle) {
    frame.cpus.activity[cpu] = ACTIVITY.IDLE;
    frame.cpus.since[cpu] = since;
  }
  return frame;
}

const looksOf = (explain: Explain, catalog = base) =>
  placementOf(catalog, explain, 2_000_000)!.looks.map(({ cpu, found }) => `${cpu} ${found}`);

describe('what a task is placed for', () => {
  it('is said by the record, for a new program as for a new task', () => {
    const placedFor = (placed: number) => {
      const { facts } = queues;
      const explain = { ...queues, facts: { ...facts, placed } } as Explain;
      return placementOf(base, explain, 2_000_000)!.placed;
    };
    expect([PLACED.WAKE, PLACED.FORK, PLACED.EXEC].map(placedFor)).toEqual([
      ...['wake', 'fork', 'exec'],
    ]);
  });
});

describe('the way of a search', () => {
  it('goes to the target, to the previous CPU, and around the cache from the first of the scan on', () => {
    // The scan comes round to the target and the previous CPU: they have their numbers.
    expect(looksOf(queues)).toEqual(['1 busy', '0 busy', '2 busy', '3 busy']);
    const placement = placementOf(base, queues, 2_000_000)!;
    expect([0, 1, 2, 3, 4].map((cpu) => lookOrder(placement, cpu))).toEqual([2, 1, 3, 4, 0]);
    expect(placement.tests.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['target', 1, 1],
      ['previous', 2, 2],
      ['scan', 3, 4],
    ]);
  });

  it('ends at what it finds, and at its limit', () => {
    expect(looksOf(woken(3, step('SI_TARGET', 1, 0), step('SI_SCAN', 2, 2, 9, 3)))).toEqual([
      '1 busy',
      '2 busy',
      '3 idle',
    ]);
    const cut = placementOf(base, woken(1, step('SI_LIMIT', 6, 2)), 2_000_000)!;
    expect(cut.looks.map(({ cpu }) => cpu)).toEqual([6, 7]);
    expect(cut.tests[0]!.isCut).toBe(true);
  });

  it('tells one that idles far away from one that is busy', () => {
    expect(looksOf(woken(1, step('SI_TARGET', 1, 3), step('SI_PREV', 0, 2)))).toEqual([
      '1 far',
      '0 idle',
    ]);
  });

  it('goes core by core where a core is to be idle as a whole, and to the other threads of a core', () => {
    const { core } = threads.topology;
    const cores = woken(2, step('SI_CORE', 1, 3, 3));
    const seen = placementOf(threads, cores, 2_000_000)!.looks.map(({ cpu }) => core[cpu]);
    expect(new Set(seen).size).toBe(3);
    const sibling = Array.from(core).findIndex((id, cpu) => cpu > 0 && id === core[0]);
    expect(looksOf(woken(sibling, step('SI_SMT', 0, sibling)), threads)).toEqual([
      `${sibling} idle`,
    ]);
  });

  it('is none where a record is of something else, or of later', () => {
    expect(placementOf(base, queues, 999_999)).toBeUndefined();
    expect(placementOf(base, undefined, 2_000_000)).toBeUndefined();
    const plain = { ...queues, facts: { form: 'plain' } } as const;
    expect(placementOf(base, plain, 2_000_000)).toBeUndefined();
  });

  it('never asked CPUs that had nothing to do since before it, and no look went to', () => {
    const placement = placementOf(base, queues, 2_000_000)!;
    const frame = momentOf([2, 5, 6]);
    frame.cpus.since[6] = 3_999;
    const never = [0, 2, 5, 6].filter((cpu) => isNeverAsked(frame, placement, cpu, ACTIVITY.IDLE));
    expect(never).toEqual([5]);
  });
});

describe('the picture of a wake-up', () => {
  const show = (frame = momentOf([4, 5, 6, 7]), decision: Explain | undefined = queues) =>
    drawMechanism(drawing, base, frame, { choice: { name: 'wake-up', decision } });

  it('has a number for each CPU looked at, what was found there, and CPUs that were never asked', () => {
    const { texts, body } = show();
    expect(texts.filter((text) => /^[1-9]$/.test(text))).toEqual(
      expect.arrayContaining(['1', '2', '3', '4']),
    );
    expect(texts.filter((text) => text === '✗ was busy')).toHaveLength(4);
    expect(texts.filter((text) => text === 'never checked')).toHaveLength(4);
    const dashed = [...body.matchAll(/stroke="accent"[^>]*stroke-dasharray/g)];
    expect(dashed).toHaveLength(4);
  });

  it('calls no CPU unchecked of which a new task counted the whole group', () => {
    const { facts } = queues;
    const forked = { ...queues, facts: { ...facts, placed: PLACED.FORK } } as Explain;
    const { texts } = drawMechanism(drawing, base, momentOf([4, 5, 6, 7]), {
      choice: { name: 'wake-up', decision: forked },
    });
    expect(texts).not.toContain('never checked');
  });

  it('names the caller where the class was not asked', () => {
    const { texts } = drawMechanism(drawing, base, momentOf([]), {
      choice: { name: 'wake-up', decision: woken(1, step('WK_ONE_CPU', 1)) },
    });
    expect(texts).toContain('try_to_wake_up(task 9)');
  });

  it('keeps the frames of cells that stand close inside of these cells', () => {
    const many = { sockets: 2, nodesPerSocket: 1, llcsPerNode: 8, coresPerLlc: 8, threads: 2 };
    const wide: Catalog = { ...base, topology: catalogOf(many, 12).topology };
    const all = Array.from({ length: wide.topology.cpus }, (_, cpu) => cpu);
    const { body, scene } = drawMechanism(drawing, wide, momentOf(all, 5_000, wide), {
      size: { width: 420, height: 520 },
      choice: { name: 'wake-up', decision: queues },
    });
    expect(scene.cells.width).toBeLessThan(16);
    const frames = [...body.matchAll(/<path[^>]*stroke="accent"[^>]*stroke-dasharray[^>]*>/g)];
    expect(frames.length).toBeGreaterThan(200);
    for (const [frame] of frames) expect(frame).toContain('stroke-width="1"');
  });

  it('says below the machine what was tested in which order, and what it came to', () => {
    const { texts } = show();
    const from = texts.indexOf('select_task_rq_fair(task 9)');
    expect(texts.slice(from).filter((text) => !text.endsWith('ms'))).toEqual([
      'select_task_rq_fair(task 9)',
      ...['1', 'target: CPU 1', 'busy'],
      ...['2', 'previous: CPU 0', 'busy'],
      ...['3, 4', 'LLC scan from CPU 2', 'none idle'],
      '→ queues on CPU 1',
    ]);
  });

  it('names the waker and the previous CPU', () => {
    const { texts } = show();
    expect(texts.filter((text) => ['waker', 'previous'].includes(text))).toHaveLength(2);
  });

  it('says the same in its table, of each CPU, and in its sentence', () => {
    const note = show().note as WakeUpNote;
    expect(face.table(note).rows.slice(0, 3)).toEqual([
      ['1', 'CPU 1', 'target: CPU 1', 'busy'],
      ['2', 'CPU 0', 'previous: CPU 0', 'busy'],
      ['3', 'CPU 2', 'LLC scan from CPU 2', 'busy'],
    ]);
    expect(face.cpu(note, 5)).toBe('idle and never checked');
    expect(face.cpu(note, 2)).toBe('check 3 of the search: busy');
    expect(face.sentence(note)).toMatch(
      /^Wake-up of task 9 at 1\.000\s000\sms by CPU 1: checked CPU 1 \(busy\), .*; it took CPU 1; idle and never checked: CPU 4, CPU 5, CPU 6, CPU 7\.$/,
    );
  });

  it('says that there was none yet', () => {
    const frame = momentOf([]);
    const { texts, note } = drawMechanism(drawing, base, frame, { choice: { name: 'wake-up' } });
    expect(texts).toContain('No wake-up in the last 16 ms.');
    expect(note).toBeUndefined();
  });
});
