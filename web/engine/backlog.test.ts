import { describe, expect, it } from 'vitest';
import { Backlog, backlogLimit, type ReaderWorld } from './backlog.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { World } from './world.ts';

const duration = 20_000;

/** Notes what it is shown, as plain numbers. */
class Notes {
  readonly begun: { time: number; activities: number[] };
  readonly seen: [number, number, number, number][] = [];
  until = 0;
  #next = 0;

  constructor(start: ReaderWorld) {
    start.refresh();
    const cpus = start.cpus();
    const activities = Array.from({ length: cpus.count }, (_, cpu) => cpus.at(cpu).activity);
    this.begun = { time: start.time, activities };
    this.#next = start.clock().records;
  }

  observe(world: ReaderWorld): void {
    const { to } = world.recordRange();
    const ring = world.ring();
    for (; this.#next < to; this.#next++) {
      const { time, kind, cpu, a } = ring.at(this.#next % ring.count);
      this.seen.push([time, kind, cpu, a]);
    }
    this.until = world.time;
  }
}

/** Runs a world to its end in small steps and shows it to `each`. */
function run(each: { observe(world: World): void }, world: World, until = duration): void {
  while (world.time < until) {
    world.step(until, 8);
    each.observe(world);
  }
}

describe('what is kept for readers that come later', () => {
  it('shows them all that those saw who were there from the start', () => {
    const world = World.create(openFake(), fakeDefinition);
    const there = new Notes(world);
    run(there, world);
    for (const arrival of [0, 1, 7_000, duration]) {
      const other = World.create(openFake(), fakeDefinition);
      const backlog = new Backlog(other);
      run(backlog, other, arrival);
      const late = backlog.show((start) => new Notes(start));
      run(backlog, other);
      expect(late.begun).toEqual(there.begun);
      expect(late.seen).toEqual(there.seen);
      expect(late.until).toBe(there.until);
    }
    expect(there.seen.length).toBeGreaterThan(200);
  });

  it('is bounded: who comes too late is told so, and nothing more is kept', () => {
    const world = World.create(openFake(), fakeDefinition);
    const backlog = new Backlog(world);
    run(backlog, world, 5_000);
    expect(backlog.bytes).toBeGreaterThan(0);
    expect(backlog.isLost).toBe(false);
    const ring = world.ring();
    const far = backlogLimit / ring.rowBytes + 1;
    const much = { ...shownBy(world), recordRange: () => ({ from: far - 1, to: far }) };
    backlog.observe(much);
    expect(backlog.isLost).toBe(true);
    backlog.observe(world);
    expect(backlog.isLost).toBe(true);
  });
});

const shownBy = (world: World): ReaderWorld => ({
  time: world.time,
  clock: () => world.clock(),
  ring: () => world.ring(),
  recordRange: () => world.recordRange(),
  refresh: () => world.refresh(),
  cpus: () => world.cpus(),
});
