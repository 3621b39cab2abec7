// How tasks of a run come from CPU to CPU: by wake-ups and by balancing, when those of a messenger come to
// share a cache for good, and what wake-ups find when they search one. Reads records and a sample of
// decisions while a run is computed; says nothing of where tasks start (forks.ts).

import { MIGRATE, RECORD } from './abi.gen.ts';
import { catalogOf } from './catalog.ts';
import { workloadTraits } from './definition.gen.ts';
import type { Measures } from './metrics.ts';
import type { World } from './world.ts';
import { explainRow } from './world-views.ts';

const isAbout = (workload: number, trait: string): boolean =>
  workloadTraits[workload]?.includes(trait) ?? false;

const byBalance: readonly number[] = [
  MIGRATE.BALANCE,
  MIGRATE.NEWIDLE,
  MIGRATE.NOHZ,
  MIGRATE.ACTIVE,
];

/** Decisions looked at, at most, each time that records are read: a full machine makes hundreds of thousands. */
const sampled = 100;

const decision = 'select_task_rq_fair';
/** As the core words them: a scan that found a CPU, and one that did not. */
export const scanFound = [
  'a whole core of the LLC is idle',
  'the scan of the LLC found an idle CPU',
  "a CPU of the target's cluster is idle",
  'no whole core of the LLC is idle: an idle CPU seen on the way is taken',
];
export const scanInVain = [
  'the scan of the LLC stopped at its limit',
  'no idle CPU was found: the task goes to the target',
];

/** What gathers: the tasks of a messenger, and since when they share a cache. */
interface Group {
  readonly tasks: number[];
  /** ns; undefined while they do not. */
  together: number | undefined;
}

export class MoveCounter {
  readonly #from: number;
  readonly #llcOf: readonly number[];
  readonly #cpuOf = new Map<number, number>();
  readonly #groups = new Map<number, Group>();
  readonly #groupOf = new Map<number, Group>();
  readonly #decision: number;
  readonly #found: ReadonlySet<number>;
  readonly #inVain: ReadonlySet<number>;
  #explains = 0;
  #wake = 0;
  #balance = 0;
  #searches = 0;
  #words = 0;
  #scans = 0;
  #hits = 0;

  private constructor(world: World, windowStart: number) {
    this.#from = windowStart;
    const { cpus, cpuLlc, workload } = world.definition;
    this.#llcOf = Array.from(cpuLlc.slice(0, cpus));
    const { decisions, reasons } = catalogOf(world);
    const codes = (texts: readonly string[]) => new Set(texts.map((text) => reasons.indexOf(text)));
    this.#decision = decisions.indexOf(decision);
    this.#found = codes(scanFound);
    this.#inVain = codes(scanInVain);
    if (isAbout(workload, 'gathers')) this.#gather(world);
  }

  /** Of a world that stands at its start; undefined for a workload that is not about wake-ups. */
  static of(world: World, windowStart: number): MoveCounter | undefined {
    return isAbout(world.definition.workload, 'wakes')
      ? new MoveCounter(world, windowStart)
      : undefined;
  }

  #gather(world: World): void {
    world.refresh();
    const tasks = world.tasks();
    for (let task = world.definition.cpus; task < tasks.count; task++) {
      const { group, cpu } = tasks.at(task);
      if (group < 0) continue;
      const own = this.#groups.get(group) ?? { tasks: [], together: 0 };
      own.tasks.push(task);
      this.#groups.set(group, own);
      this.#groupOf.set(task, own);
      this.#cpuOf.set(task, cpu);
    }
    for (const group of this.#groups.values()) this.#weigh(group, 0);
  }

  /** Takes the records of the given sequence numbers. */
  see(world: World, from: number, to: number): void {
    const ring = world.ring();
    for (let sequence = from; sequence < to; sequence++) {
      const record = ring.at(sequence % ring.count);
      if (record.kind === RECORD.MIGRATE) this.#moved(record.time, record.a, record.c, record.d);
    }
    this.#sample(world);
  }

  #moved(time: number, task: number, cpu: number, reason: number): void {
    if (time >= this.#from) {
      this.#wake += Number(reason === MIGRATE.WAKE);
      this.#balance += Number(byBalance.includes(reason));
    }
    const group = this.#groupOf.get(task);
    if (!group) return;
    this.#cpuOf.set(task, cpu);
    this.#weigh(group, time);
  }

  #weigh(group: Group, time: number): void {
    const llcs = new Set(group.tasks.map((task) => this.#llcOf[this.#cpuOf.get(task)!]));
    if (llcs.size > 1) group.together = undefined;
    else group.together ??= time;
  }

  #sample(world: World): void {
    const end = world.clock().explains;
    for (let id = Math.max(this.#explains, end - sampled); id < end; id++) {
      const row = explainRow(world, id);
      if (row?.decision !== this.#decision || row.time < this.#from) continue;
      this.#searches++;
      this.#words += row.accesses;
      const found = this.#found.has(row.reason);
      this.#scans += Number(found || this.#inVain.has(row.reason));
      this.#hits += Number(found);
    }
    this.#explains = end;
  }

  measures(): Measures {
    const groups = [...this.#groups.values()];
    const times = groups.flatMap(({ together }) => together ?? []);
    const isTogether = groups.length > 0 && times.length === groups.length;
    return {
      migrations_wake: this.#wake,
      migrations_balance: this.#balance,
      ...(isTogether && { together_since: Math.max(...times) }),
      ...(this.#searches > 0 && { search_words: this.#words / this.#searches }),
      ...(this.#scans > 0 && { scan_success: (100 * this.#hits) / this.#scans }),
    };
  }
}
