// The parts of frames for mechanisms on the stage, on the real core: each part agrees with what can be read
// otherwise, at two seeds and however a moment is reached, and asking for it changes nothing.

import { describe, expect, it } from 'vitest';
import { seededDraw } from '../../web/base/random.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import type { Simulation } from '../../web/engine/simulation.ts';
import { type MechanismPart, mechanismParts } from '../../web/engine/types/mechanism.ts';
import type { Frame } from '../../web/engine/types.ts';
import { frameHash } from '../../web/stage/frame-hash.ts';
import { type ShortRun, seeds, simulationOf } from './short-run.ts';

const frameAt = async (simulation: Simulation, time: number): Promise<Frame> =>
  decodeFrame((await simulation.frameAt(time, null))!);

/** Moments of a run, drawn, in an order that goes forwards and backwards. */
function momentsOf({ seed, length }: ShortRun, count: number): number[] {
  const draw = seededDraw(seed);
  return Array.from({ length: count }, () => draw(length * 1000));
}

/** Holds `check` at drawn moments of a run at both seeds, with the parts asked for. */
async function atMoments(
  run: Omit<ShortRun, 'seed'>,
  parts: readonly MechanismPart[],
  check: (frame: Frame, simulation: Simulation) => void | Promise<void>,
  count = 200,
) {
  for (const seed of seeds) {
    const simulation = await simulationOf({ ...run, seed });
    await simulation.setMechanisms(parts);
    for (const time of momentsOf({ ...run, seed }, count)) {
      await check(await frameAt(simulation, time), simulation);
    }
    simulation.dispose();
  }
}

const pcp = { story: 'pcp/one-zone', variant: 'A', length: 12_000 };

describe('frames that mechanisms asked for parts of', () => {
  it('are the frames of a run that nobody asked, byte for byte, with the parts behind', async () => {
    const [plain, asked] = [
      await simulationOf({ ...pcp, seed: 1 }),
      await simulationOf({ ...pcp, seed: 1 }),
    ];
    await asked.setMechanisms(mechanismParts);
    for (const time of momentsOf({ ...pcp, seed: 3 }, 20)) {
      const [one, other] = [await frameAt(plain, time), await frameAt(asked, time)];
      expect(frameHash(other)).toBe(frameHash(one));
      const { byteLength } = one.buffer;
      // But for its length, and how far the head of the run has come, which depends on the host.
      const words = ({ buffer }: Frame) =>
        new Float64Array(buffer.slice(0, byteLength)).fill(0, 2, 3).fill(0, 9, 10);
      expect(words(other)).toEqual(words(one));
      expect(one.mechanisms).toBeUndefined();
      expect(other.mechanisms).toBeDefined();
    }
    await asked.setMechanisms([]);
    const [one, other] = [await frameAt(plain, 5e6), await frameAt(asked, 5e6)];
    expect(other.mechanisms).toBeUndefined();
    expect(other.buffer.byteLength).toBe(one.buffer.byteLength);
    plain.dispose();
    asked.dispose();
  });

  it('have the parts whichever call gives the frame', async () => {
    const simulation = await simulationOf({ ...pcp, seed: 1 });
    await frameAt(simulation, 5e6);
    await simulation.setMechanisms(['pages']);
    const frames = [
      await simulation.wholeFrame(),
      await simulation.stepEvent(1),
      await simulation.stepDecision(-1),
    ];
    for (const buffer of frames) expect(decodeFrame(buffer!).mechanisms?.pages?.zones).toBe(1);
    simulation.dispose();
  });
});

describe('the page lists of a frame', () => {
  it('are those that the Pages view is told', async () => {
    let holds = 0;
    let recorded = 0;
    await atMoments(pcp, ['pages'], async (frame, simulation) => {
      const pages = frame.mechanisms!.pages!;
      const { lists, zones } = (await simulation.pages(frame.time))!;
      const { zone, held, batch, high, highMin, highMax, pagevec } = pages;
      const count = frame.cpus.count;
      expect({ count, zone, held, batch, high, highMin, highMax, pagevec }).toEqual(lists);
      expect(pages.zones).toBe(zones.length);
      zones.forEach(({ freePages, freeBlocks, locks, refill, flush, ...rest }, at) => {
        const orders = freeBlocks.length;
        expect([...pages.freeBlocks.subarray(at * orders, (at + 1) * orders)]).toEqual(freeBlocks);
        expect([pages.node[at], pages.freePages[at], pages.pages[at]]).toEqual([
          rest.node,
          freePages,
          rest.pages,
        ]);
        expect([pages.zoneLock[at], pages.zoneHolder[at]]).toEqual([
          locks.zone.lock,
          locks.zone.holder,
        ]);
        expect([pages.lruLock[at], pages.lruHolder[at]]).toEqual([
          locks.lru.lock,
          locks.lru.holder,
        ]);
        // A record may have been forgotten; when its hold began is known all the same.
        const told = (hold: typeof refill, time: number) => [
          hold?.cpu ?? -1,
          hold?.pages ?? 0,
          hold ? (hold.explain?.time ?? time) : 0,
        ];
        const { refillCpu, refillPages, refillTime, flushCpu, flushPages, flushTime } = pages;
        expect([refillCpu[at], refillPages[at], refillTime[at]]).toEqual(
          told(refill, refillTime[at]!),
        );
        expect([flushCpu[at], flushPages[at], flushTime[at]]).toEqual(told(flush, flushTime[at]!));
        recorded += Number(refill?.explain !== undefined) + Number(flush?.explain !== undefined);
        holds += Number(refill !== undefined) + Number(flush !== undefined);
      });
    });
    expect(holds).toBeGreaterThan(100);
    expect(recorded).toBeGreaterThan(50);
  });

  it('have every page of a list under one migrate type', async () => {
    const run = { story: 'pcp/fallback', variant: 'A', length: 20_000 };
    const seen = { unmovable: 0, movable: 0 };
    await atMoments(run, ['pages'], ({ mechanisms }) => {
      const { held, unmovable, movable, reclaimable } = mechanisms!.pages!;
      const typed = held.map((_, cpu) => unmovable[cpu]! + movable[cpu]! + reclaimable[cpu]!);
      expect(typed).toEqual(held);
      for (let cpu = 0; cpu < held.length; cpu++) {
        seen.unmovable += unmovable[cpu]!;
        seen.movable += movable[cpu]!;
      }
    });
    expect(seen.unmovable).toBeGreaterThan(0);
    expect(seen.movable).toBeGreaterThan(0);
  });

  it('are left out where nothing allocates pages', async () => {
    const run = { story: 'cpupri/cyclic', variant: 'A', length: 2_000 };
    await atMoments(run, ['pages'], (frame) => expect(frame.mechanisms).toBeUndefined(), 3);
  });
});

/** Whether a bit of a set is set, the sets being `words` long each. */
const has = (sets: Uint32Array, words: number, row: number, bit: number): boolean =>
  ((sets[row * words + (bit >>> 5)]! >>> (bit & 31)) & 1) === 1;

const sizeOf = (sets: Uint32Array, words: number, row: number): number => {
  let size = 0;
  for (let bit = 0; bit < words * 32; bit++) size += Number(has(sets, words, row, bit));
  return size;
};

describe('cpupri of a frame', () => {
  const setting = (simulation: Simulation) => simulation.catalog().symbols.indexOf('cpupri_set');

  /** Holds masks and counts to the levels of CPUs; returns how many ghosts there were. */
  function holdLevels({ cpus, mechanisms }: Frame, moving: number): number {
    const { levels, words, counts, masks, ghosts } = mechanisms!.cpupri!;
    const filed = new Array<number>(levels).fill(0);
    // In cpupri_set a CPU moves itself or another one, and has touched some words of that one and not yet others.
    const movers = cpus.symbol.filter((symbol) => symbol === moving).length;
    let haunted = 0;
    const wrong: string[] = [];
    const onTheWay = new Set<number>();
    for (let cpu = 0; cpu < cpus.count; cpu++) {
      if (cpus.level[cpu]! >= 0) filed[cpus.level[cpu]!]! += 1;
      for (let level = 0; level < levels; level++) {
        const isListed = has(masks, words, level, cpu);
        const isGhost = has(ghosts, words, level, cpu);
        const isFiled = cpus.level[cpu] === level;
        haunted += Number(isGhost);
        if (isGhost && (!isListed || isFiled)) wrong.push(`ghost ${cpu} at ${level}`);
        if (isListed !== (isFiled || isGhost)) onTheWay.add(cpu);
      }
    }
    expect(wrong).toEqual([]);
    expect(onTheWay.size).toBeLessThanOrEqual(movers);
    filed.forEach((count, level) => {
      expect(Math.abs(counts[level]! - count)).toBeLessThanOrEqual(movers);
    });
    return haunted;
  }

  it('lists each CPU where it is filed, and nowhere else but as a ghost', async () => {
    for (const [variant, isHaunted] of [
      ['A', false],
      ['B', true],
    ] as const) {
      let haunted = 0;
      const run = { story: 'cpupri/ghosts', variant, length: 2_000 };
      await atMoments(run, ['cpupri'], (frame, simulation) => {
        haunted += holdLevels(frame, setting(simulation));
      });
      expect([variant, haunted > 0]).toEqual([variant, isHaunted]);
    }
  });
});

describe('the sharers of a frame', () => {
  it('are as many as its lines say, and the owner', async () => {
    let shared = 0;
    await atMoments(
      { story: 'cpupri/cyclic', variant: 'A', length: 2_000 },
      ['sharers'],
      (frame) => {
        const { words, cores } = frame.mechanisms!.sharers!;
        const { lines } = frame;
        const wrong: number[] = [];
        for (let row = 0; row < lines.count; row++) {
          const owner = lines.owner[row]!;
          const isOwned = owner >= 0;
          const isRight = sizeOf(cores, words, row) === lines.sharers[row]! + Number(isOwned);
          if (!isRight || (isOwned && !has(cores, words, row, owner)))
            wrong.push(lines.index[row]!);
          shared += lines.sharers[row]!;
        }
        expect(wrong).toEqual([]);
      },
    );
    expect(shared).toBeGreaterThan(1000);
  });
});

describe('the locks of a frame', () => {
  it('have the holders that the zones have, for no longer than their longest hold', async () => {
    let held = 0;
    await atMoments(pcp, ['locks', 'pages'], async (frame, simulation) => {
      const { pages, locks } = frame.mechanisms!;
      const { zones } = (await simulation.pages(frame.time))!;
      zones.forEach((zone, at) => {
        const lock = pages!.zoneLock[at]!;
        expect(locks!.holder[lock]).toBe(pages!.zoneHolder[at]);
        expect(locks!.holder[pages!.lruLock[at]!]).toBe(pages!.lruHolder[at]);
        if (locks!.holder[lock]! < 0) expect(locks!.held[lock]).toBe(0);
        // The hold that is under way counts already; its lock has yet to be given back.
        expect(locks!.held[lock]).toBeLessThanOrEqual(zone.locks.zone.longestHold + 1000);
        held += Number(locks!.held[lock]! > 0);
      });
      // No CPU waits for a lock that does not exist.
      for (const lock of frame.cpus.lock) expect(lock).toBeLessThan(locks!.holder.length);
    });
    expect(held).toBeGreaterThan(20);
  });
});

describe('the accounts of a frame', () => {
  const run = { story: 'cache-aware/two-caches', variant: 'B', length: 60_000 };

  it('count the threads of a process where they run, and prefer where its threads are wanted', async () => {
    let seen = 0;
    let apart = 0;
    let wanted = 0;
    await atMoments(
      run,
      ['accounts'],
      (frame, simulation) => {
        const { cpus, tasks, llcs, mechanisms } = frame;
        const { llc } = simulation.catalog().topology;
        const { processes, running, preferred, occupancy } = mechanisms!.accounts!;
        expect(occupancy).toHaveLength(processes * llcs);
        const counted = new Uint32Array(processes * llcs);
        for (let cpu = 0; cpu < cpus.count; cpu++) {
          const process = cpus.task[cpu]! < 0 ? -1 : tasks.process[cpus.task[cpu]!]!;
          if (process >= 0) counted[process * llcs + llc[cpu]!]! += 1;
        }
        running.forEach((threads, at) => {
          seen += threads;
          apart += Math.abs(threads - counted[at]!);
        });
        for (let task = 0; task < tasks.count; task++) {
          const process = tasks.process[task]!;
          if (process < 0 || tasks.preferredLlc[task]! < 0) continue;
          wanted += Number(tasks.preferredLlc[task] === preferred[process]);
        }
      },
      20,
    );
    expect(seen).toBeGreaterThan(100);
    // Amid a switch the scheduler has chosen a task that its CPU does not run yet.
    expect(apart).toBeLessThan(seen / 10);
    expect(wanted).toBeGreaterThan(20);
  });

  it('are left out of a kernel that does not balance by caches', async () => {
    const off = { ...run, variant: 'A', length: 10_000 };
    await atMoments(off, ['accounts'], (frame) => expect(frame.mechanisms).toBeUndefined(), 3);
  });
});

describe('the traffic of a frame', () => {
  it('is no more than memory gives, and none where no CPU takes any', async () => {
    let most = 0;
    const run = { story: 'split-llc/stream-nps2', variant: 'A', length: 20_000 };
    await atMoments(
      run,
      ['traffic'],
      ({ mechanisms, cpus }) => {
        const { rate, limit, cpus: taking } = mechanisms!.traffic!;
        rate.forEach((bytes, node) => {
          expect(bytes).toBeLessThanOrEqual(limit[node]!);
          expect(bytes > 0).toBe(taking[node]! > 0);
          expect(taking[node]).toBeLessThanOrEqual(cpus.count);
          most = Math.max(most, bytes / limit[node]!);
        });
      },
      20,
    );
    expect(most).toBeGreaterThan(0.5);
  });
});
