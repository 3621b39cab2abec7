// Writes a run as tracks: one a CPU with its tasks, kernel paths and lock waits as slices, wake-ups as
// arrows, migrations as moments, and counters of HITM and lock waits over the machine. Which file they
// go into, Perfetto's or Chrome's, is the caller's.

import { ACTIVITY, RECORD } from '../../engine/abi.gen.ts';
import { catalogOf } from '../../engine/catalog.ts';
import { withProgramNames } from '../../engine/program-names.ts';
import { SliceReader, type SliceSink } from '../../engine/slices-reader.ts';
import type { Catalog } from '../../engine/types.ts';
import type { World } from '../../engine/world.ts';
import { provenanceLines, provenanceText } from '../provenance.ts';
import { Buckets } from './buckets.ts';
import { TraceTasks } from './tasks.ts';
import type { TrackFile } from './track-file.ts';
import type { TraceOptions, TraceWriter } from './writer.ts';

const processTrack = 1;
const firstCounterTrack = 2;
const firstCpuTrack = 100;

/** Points of a counter over the span: more than a screen is wide. */
const counterPoints = 2000;
/** ns: a shorter bucket would hold single events and show noise as rates. */
const shortestBucket = 1000;

/** enum ss_access_class of machine/coherence.h. */
const accessClass = { localHitm: 3, remoteHitm: 4 } as const;
/** enum ss_access_kind: a store is no load, so it is no HITM as perf c2c counts it. */
const storeAccess = 1;

const counters = {
  localHitm: { name: 'HITM, same node', unit: 'HITM/s' },
  remoteHitm: { name: 'HITM, other node', unit: 'HITM/s' },
  lockWaits: { name: 'Lock waits begun', unit: 'waits/s' },
  lockWaiters: { name: 'CPUs waiting for a lock', unit: 'CPUs' },
} as const;
type Counter = keyof typeof counters;
const counterNames = Object.keys(counters) as Counter[];

interface Wait {
  readonly from: number;
  to: number;
  readonly lock: number;
}

/** What goes on on one CPU. */
interface CpuState {
  /** Running; the CPU's own number: idle. */
  task: number;
  /** A slice of `task` has begun in the file. */
  isOpen: boolean;
  /** Task that takes over when the present slice of the reader ends. */
  next: number | undefined;
  lock: number;
  waits: Wait[];
}

export class Tracks implements TraceWriter, SliceSink {
  readonly #options: TraceOptions;
  readonly #tasks: TraceTasks;
  readonly #catalog: Catalog;
  readonly #reader: SliceReader;
  readonly #file: TrackFile;
  readonly #cpus: CpuState[];
  readonly #buckets: Buckets<Counter>;
  /** By task: the arrow of a wake-up that has not run yet. */
  readonly #flows = new Map<number, number>();
  #lastFlow = 0;
  #known: number;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions, file: TrackFile) {
    const { from, to } = options;
    this.#file = file;
    this.#options = options;
    this.#tasks = new TraceTasks(world, options);
    const { workloadParameter } = world.definition;
    this.#catalog = withProgramNames(catalogOf(world), options.program, workloadParameter);
    this.#known = from;
    this.#cpus = Array.from({ length: this.#tasks.cpus }, (_, cpu) => ({
      task: cpu,
      isOpen: false,
      next: undefined,
      lock: 0,
      waits: [],
    }));
    const width = Math.max(shortestBucket, Math.ceil((to - from) / counterPoints));
    this.#buckets = new Buckets(counterNames, from, to, width);
    this.#reader = new SliceReader(this.#tasks.cpus, this);
    this.#describe();
    this.#reader.begin(world, world.time);
  }

  get events(): number {
    return this.#file.events;
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#reader.read(world, from, to);
    this.#known = Math.min(world.time, this.#options.to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#reader.settle(this.#known);
    for (let cpu = 0; cpu < this.#cpus.length; cpu++) {
      this.#inner(cpu, this.#reader.since(cpu), this.#known, this.#reader.mode(cpu));
      if (this.#cpus[cpu]!.isOpen) this.#file.end(firstCpuTrack + cpu, this.#known);
    }
    counterNames.forEach((name, index) => {
      for (const { time, value } of this.#buckets.points(name, this.#known)) {
        this.#file.count(firstCounterTrack + index, time, value);
      }
    });
    return this.#file.take();
  }

  #describe(): void {
    const { provenance, from } = this.#options;
    const { topology } = this.#catalog;
    this.#file.process(processTrack, `Schedscape: ${provenance.scenario}`, [
      provenanceText(provenance),
    ]);
    counterNames.forEach((name, index) => {
      const { name: shown, unit } = counters[name];
      this.#file.counterTrack(firstCounterTrack + index, processTrack, index, shown, unit);
    });
    for (let cpu = 0; cpu < topology.cpus; cpu++) {
      const place = `LLC ${topology.llc[cpu]}, node ${topology.node[cpu]}`;
      const rank = counterNames.length + cpu;
      this.#file.track(firstCpuTrack + cpu, processTrack, rank, `CPU ${cpu} (${place})`);
    }
    const said = provenanceLines(provenance).map((line, at) => [`line ${at + 1}`, line] as const);
    this.#file.add('instant', {
      track: processTrack,
      time: from,
      name: provenanceText(provenance),
      category: 'provenance',
      annotations: { seed: provenance.seed, ...Object.fromEntries(said) },
    });
  }

  #isInside(time: number): boolean {
    return time >= this.#options.from && time <= this.#options.to;
  }

  #clip(time: number): number {
    return Math.min(Math.max(time, this.#options.from), this.#options.to);
  }

  #name(task: number): string {
    return `${this.#tasks.comm(task)}-${this.#tasks.pid(task)}`;
  }

  // ---- what the reader tells --------------------------------------------------------------------

  tile(cpu: number, activity: number, from: number, to: number): void {
    if (activity !== ACTIVITY.SPINNING) return;
    this.#buckets.spread('lockWaiters', from, to);
    const { waits, lock } = this.#cpus[cpu]!;
    const last = waits.at(-1);
    if (last && last.to === from && last.lock === lock) {
      last.to = to;
      return;
    }
    waits.push({ from, to, lock });
    this.#buckets.count('lockWaits', from);
  }

  lock(cpu: number, lock: number): void {
    this.#cpus[cpu]!.lock = lock;
  }

  miss(_cpu: number, time: number, _address: number, _waited: number, _still: number, d: number) {
    if (((d >>> 12) & 15) === storeAccess) return;
    const served = (d >>> 8) & 15;
    if (served === accessClass.localHitm) this.#buckets.count('localHitm', time);
    if (served === accessClass.remoteHitm) this.#buckets.count('remoteHitm', time);
  }

  event(kind: number, cpu: number, time: number, a: number, b: number, c: number, d: number): void {
    if (kind === RECORD.SWITCH) this.#cpus[cpu]!.next = b;
    if (!this.#isInside(time)) return;
    const track = firstCpuTrack + cpu;
    if (kind === RECORD.WAKE) {
      this.#flows.set(a, ++this.#lastFlow);
      this.#file.add('instant', {
        track,
        time,
        name: 'sched_waking',
        category: 'sched',
        annotations: { task: this.#name(a), target_cpu: b, previous_cpu: c },
        flow: this.#lastFlow,
      });
    } else if (kind === RECORD.MIGRATE) {
      this.#file.add('instant', {
        track,
        time,
        name: 'sched_migrate_task',
        category: 'sched',
        annotations: { task: this.#name(a), orig_cpu: b, dest_cpu: c, reason: d },
      });
    }
  }

  slice(cpu: number, from: number, to: number, mode: number): void {
    this.#inner(cpu, from, to, mode);
    const state = this.#cpus[cpu]!;
    if (state.next === undefined) return;
    if (state.isOpen && to >= this.#options.from) {
      this.#file.end(firstCpuTrack + cpu, this.#clip(to));
      state.isOpen = false;
    }
    state.task = state.next;
    state.next = undefined;
    if (to >= this.#options.from) this.#open(cpu, to);
  }

  /** Begins the slice of the task that runs, unless it is the idle task. */
  #open(cpu: number, time: number): void {
    const state = this.#cpus[cpu]!;
    if (this.#tasks.isIdle(state.task) || time > this.#options.to) return;
    const flow = this.#flows.get(state.task);
    this.#flows.delete(state.task);
    this.#file.add('begin', {
      track: firstCpuTrack + cpu,
      time: this.#clip(time),
      name: this.#name(state.task),
      category: 'task',
      flowEnd: flow,
    });
    state.isOpen = true;
  }

  /** A kernel path with its lock waits, inside the slice of its task. */
  #inner(cpu: number, from: number, to: number, mode: number): void {
    const state = this.#cpus[cpu]!;
    const waits = state.waits;
    state.waits = [];
    const [start, end] = [this.#clip(from), this.#clip(to)];
    if (end <= start || mode === ACTIVITY.IDLE) return;
    // A task that ran before the span began.
    if (!state.isOpen) this.#open(cpu, start);
    if (mode !== ACTIVITY.KERNEL) return;
    const track = firstCpuTrack + cpu;
    this.#file.add('begin', { track, time: start, name: 'kernel', category: 'kernel' });
    for (const wait of waits) {
      const [begin, over] = [Math.max(start, wait.from), Math.min(end, wait.to)];
      if (over <= begin) continue;
      const name = `wait for ${this.#lockName(wait.lock)}`;
      this.#file.add('begin', { track, time: begin, name, category: 'lock' });
      this.#file.end(track, over);
    }
    this.#file.end(track, end);
  }

  #lockName(lock: number): string {
    // The locks of run queues come first and carry the numbers of their CPUs.
    return this.#catalog.locks[lock] || (lock < this.#cpus.length ? `rq ${lock} lock` : 'a lock');
  }
}
