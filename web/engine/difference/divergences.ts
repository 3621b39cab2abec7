// Finds where two streams of records part: the first record that differs, the first decision about a
// task that falls otherwise, the first lasting difference of place. Reads records in the order in
// which the runs wrote them; knows nothing of worlds.

import { RECORD } from '../abi.gen.ts';
import {
  type CostDivergence,
  type DecisionChoice,
  type DecisionDivergence,
  type Happening,
  type LastingDivergence,
  lastingNs,
  type MissedAccess,
  type Which,
} from './types.ts';

/** A record in words that two layouts share: where an address stands, a number for its name. */
export interface NamedRecord {
  readonly time: number;
  readonly cpu: number;
  readonly kind: number;
  /** The arguments that must be alike; ids of explain records say no more and are 0. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  /** What it says in names: built only for what is shown. */
  readonly access: () => MissedAccess | undefined;
  readonly choice: () => DecisionChoice;
}

export const other = (which: Which): Which => (which === 'first' ? 'second' : 'first');

const happeningOf = (told: NamedRecord | undefined): Happening | undefined =>
  told && { time: told.time, cpu: told.cpu, kind: told.kind, access: told.access() };

const isAlike = (one: NamedRecord, two: NamedRecord): boolean =>
  one.time === two.time &&
  one.cpu === two.cpu &&
  one.kind === two.kind &&
  one.a === two.a &&
  one.b === two.b &&
  one.c === two.c &&
  one.d === two.d &&
  one.e === two.e;

/** In which run the earlier of two different records stands alone; undefined: they answer each other. */
function aloneIn(one: NamedRecord | undefined, two: NamedRecord | undefined): Which | undefined {
  if (!one || !two) return one ? 'first' : 'second';
  if (one.time === two.time && one.cpu === two.cpu) return undefined;
  const isFirst = one.time < two.time || (one.time === two.time && one.cpu < two.cpu);
  return isFirst ? 'first' : 'second';
}

/** Compares record by record: alike runs write the same ones in the same order. */
export class CostFinder {
  readonly #waiting: Record<Which, NamedRecord[]> = { first: [], second: [] };
  #alike = 0;
  found: CostDivergence | undefined;

  see(which: Which, told: NamedRecord): void {
    if (this.found) return;
    const before = this.#waiting[other(which)];
    if (before.length === 0) {
      this.#waiting[which].push(told);
      return;
    }
    const answer = before.shift()!;
    const [one, two] = which === 'first' ? [told, answer] : [answer, told];
    if (isAlike(one, two)) this.#alike += 1;
    else this.#part(one, two);
  }

  /** Both streams have ended: what one has more than the other is a difference. */
  end(): void {
    const { first, second } = this.#waiting;
    if (!this.found && (first[0] || second[0])) this.#part(first[0], second[0]);
  }

  #part(one: NamedRecord | undefined, two: NamedRecord | undefined): void {
    const times = [one, two].flatMap((told) => (told ? [told.time] : []));
    this.found = {
      time: Math.min(...times),
      records: this.#alike,
      first: happeningOf(one),
      second: happeningOf(two),
      only: aloneIn(one, two),
    };
  }
}

/** Compares the decisions about each task, the first with the first, whenever they fell. */
export class DecisionFinder {
  /** By task: decisions of one run that the other has not made yet. */
  readonly #open = new Map<number, { readonly which: Which; readonly choices: DecisionChoice[] }>();
  found: DecisionDivergence | undefined;

  see(which: Which, told: NamedRecord): void {
    if (this.found || told.kind !== RECORD.DECISION) return;
    const open = this.#open.get(told.a);
    if (!open || open.choices.length === 0) {
      this.#open.set(told.a, { which, choices: [told.choice()] });
      return;
    }
    if (open.which === which) {
      open.choices.push(told.choice());
      return;
    }
    const [theirs, ours] = [open.choices.shift()!, told.choice()];
    if (theirs.chosen === ours.chosen && theirs.decision === ours.decision) return;
    const [first, second] = which === 'first' ? [ours, theirs] : [theirs, ours];
    this.found = { time: Math.max(ours.time, theirs.time), task: told.a | 0, first, second };
  }
}

/** Follows on which CPU each task ran last; told both runs' switches in order of time. */
export class LastingFinder {
  readonly #idleTasks: number;
  readonly #cpu: Record<Which, Map<number, number>> = { first: new Map(), second: new Map() };
  /** By task that is elsewhere: since when. The oldest comes first. */
  readonly #apart = new Map<number, number>();
  found: LastingDivergence | undefined;

  /** Tasks below `idleTasks` are those of the CPUs themselves. */
  constructor(idleTasks: number) {
    this.#idleTasks = idleTasks;
  }

  see(which: Which, told: NamedRecord): void {
    if (this.found || told.kind !== RECORD.SWITCH) return;
    this.pass(told.time);
    const task = told.b;
    if (this.found || task < this.#idleTasks) return;
    this.#cpu[which].set(task, told.cpu);
    const [here, there] = [this.#cpu.first.get(task), this.#cpu.second.get(task)];
    if (here === there) this.#apart.delete(task);
    else if (here !== undefined && there !== undefined && !this.#apart.has(task)) {
      this.#apart.set(task, told.time);
    }
  }

  /** Time has come to `time` without a switch. */
  pass(time: number): void {
    const [oldest] = this.#apart;
    if (this.found || !oldest || time - oldest[1] < lastingNs) return;
    const [task, since] = oldest;
    const [first, second] = [this.#cpu.first.get(task)!, this.#cpu.second.get(task)!];
    this.found = { time: since, task, first, second };
  }
}
