// The order of one queue: which tasks are eligible, which deadline comes first, where a task is inserted. Times are
// BigInts. A slice is the task's own where a case says `custom`; any other is the base slice again when the task is
// placed or its deadline is renewed.

import { weighted } from './weight.mjs';

const BASE_SLICE = 2_800_000;

const least = (a, b) => (a < b ? a : b);

function refreshSlice(entity) {
  if (!entity.isCustom) entity.slice = BASE_SLICE;
}

export class Queue {
  constructor(start) {
    this.floor = BigInt(start); // min_vruntime
    this.waiting = []; // in order of deadline, equal ones as they came
    this.curr = undefined;
  }

  /** All tasks on the queue, the running one included. */
  get all() {
    return this.curr ? [this.curr, ...this.waiting] : this.waiting;
  }

  insert(entity) {
    const after = this.waiting.findIndex((other) => other.deadline > entity.deadline);
    this.waiting.splice(after < 0 ? this.waiting.length : after, 0, entity);
  }

  /** Distances from the floor by weight, and the weights. */
  sums() {
    const weight = this.all.reduce((sum, one) => sum + BigInt(one.weight), 0n);
    const moment = this.all.reduce(
      (sum, one) => sum + (one.v - this.floor) * BigInt(one.weight),
      0n,
    );
    return { weight, moment };
  }

  average() {
    const { weight, moment } = this.sums();
    if (weight === 0n) return this.floor;
    return this.floor + (moment < 0n ? moment - (weight - 1n) : moment) / weight;
  }

  isEligible(entity) {
    const { weight, moment } = this.sums();
    return moment >= (entity.v - this.floor) * weight;
  }

  raiseFloor() {
    const lowest = this.all.map(({ v }) => v).reduce(least);
    if (lowest > this.floor) this.floor = lowest;
  }

  /** Makes an entity the running one. */
  setCurr(entity) {
    if (this.curr) this.insert(this.curr);
    this.curr = undefined;
    this.waiting.splice(this.waiting.indexOf(entity), 1);
    const slice = [entity, ...this.waiting].map((one) => one.slice).reduce(least);
    const end = entity.v + weighted(slice, entity.weight);
    entity.protection = slice === entity.slice ? entity.deadline : least(entity.deadline, end);
    this.curr = entity;
  }

  /** Lets the running one run; true if it should make room. */
  run(ns) {
    const { curr } = this;
    curr.v += weighted(ns, curr.weight);
    const isOver = curr.v >= curr.deadline;
    if (isOver) {
      refreshSlice(curr);
      curr.deadline = curr.v + weighted(curr.slice, curr.weight);
    }
    this.raiseFloor();
    if (this.waiting.length === 0) return false;
    return isOver || curr.protection <= curr.v;
  }

  pick(isProtected) {
    if (this.all.length === 1) return this.all[0];
    const curr = this.curr && this.isEligible(this.curr) ? this.curr : undefined;
    if (curr && isProtected && curr.protection > curr.v) return curr;
    const best = this.waiting.find((entity) => this.isEligible(entity));
    if (!best || (curr && curr.deadline < best.deadline)) return curr;
    return best;
  }

  /** Puts a task in by its lag; gives V as it was before. */
  place(entity, lag, isNew) {
    refreshSlice(entity);
    const average = this.average();
    const { weight } = this.sums();
    let inflated = 0n;
    if (this.all.length > 0 && lag !== 0n) {
      inflated = (lag * (weight + BigInt(entity.weight))) / weight;
    }
    entity.v = average - inflated;
    const request = weighted(entity.slice, entity.weight);
    entity.deadline = entity.v + (isNew ? request / 2n : request);
    this.insert(entity);
    return average;
  }
}

function newEntity({ id, weight, slice = BASE_SLICE, custom = 0 }) {
  return { id, weight, slice, isCustom: custom === 1, v: 0n, deadline: 0n, protection: 0n };
}

function pickResult(queue, isProtected) {
  const all = [...queue.all].sort((a, b) => a.id - b.id);
  return {
    pick: queue.pick(isProtected)?.id ?? null,
    avg_vruntime: Number(queue.average()),
    min_vruntime: Number(queue.floor),
    eligible: all.map((entity) => ({
      id: entity.id,
      v: Number(entity.v),
      d: Number(entity.deadline),
      elig: Number(queue.isEligible(entity)),
    })),
  };
}

const times = (entity) => ({ vruntime: Number(entity.v), deadline: Number(entity.deadline) });

/** What each step says, undefined of the silent ones. */
const STEPS = {
  enqueue(queue, step) {
    const entity = newEntity(step);
    entity.v = BigInt(step.vruntime);
    entity.deadline = BigInt(step.deadline);
    queue.insert(entity);
  },
  set_curr(queue, { id }) {
    queue.setCurr(queue.waiting.find((entity) => entity.id === id));
  },
  run(queue, { ns }) {
    const resched = Number(queue.run(ns));
    return { ...times(queue.curr), vprot: Number(queue.curr.protection), resched };
  },
  place(queue, step) {
    const entity = newEntity(step);
    const average = queue.place(entity, BigInt(step.vlag), step.initial === 1);
    return { V: Number(average), ...times(entity), slice: entity.slice };
  },
  pick: (queue, { protect }) => pickResult(queue, protect === 1),
};

export function eevdf([init, ...steps]) {
  const queue = new Queue(init.min_vruntime);
  return steps.map((step) => STEPS[step.op](queue, step)).filter((said) => said !== undefined);
}
