// A stand-in for the core in tests of what surrounds it: same functions, same memory layout, but a
// toy inside, whose moments are easy to foretell. An event happens every few ns (a small random
// generator in the state says when), writes one to three records, and changes a page of the state.
// It proves nothing about the simulator.

import * as abi from '../abi.gen.ts';
import { ABI_VERSION, ACTIVITY, RECORD, STATE_PAGE_BYTES, STATUS, STEP } from '../abi.gen.ts';
import type { Address, Backend, CoreBlock, CoreFunctions } from '../backend.ts';
import { OutOfMemoryError } from '../backend.ts';
import type { DefinitionInput } from '../definition.ts';

const statePages = 16;
const lines = 300;
const ringRecords = 64;
const names = `symbol 0 user
symbol 1 cpupri_set
field 0 count
structure 0 root_domain
structure 1 rq
decision 1 wake
reason 2 LOWEST lowest priority
lock 0 rq lock
colour 0 blue
`;

const page = (bytes: number) => Math.ceil(bytes / STATE_PAGE_BYTES) * STATE_PAGE_BYTES;

/** Offsets of everything, after the map, for a definition. */
function placesFor(def: abi.WorldDef) {
  let next = page(abi.WorldMap.bytes);
  const take = (bytes: number) => {
    const offset = next;
    next += Math.ceil(bytes / 64) * 64;
    return offset;
  };
  const state = take(statePages * STATE_PAGE_BYTES);
  const llcs = Math.max(...def.cpuLlc.slice(0, def.cpus)) + 1;
  return {
    state,
    clock: state,
    // Inside the state, behind the clock: ledgers and transfers are part of a moment.
    ledger: state + 1024,
    ledgerWindow: state + 2048,
    transfer: state + 3072,
    llcs,
    cpus: take(def.cpus * abi.CpuView.bytes),
    tasks: take(2 * abi.TaskView.bytes),
    lines: take(lines * abi.LineView.bytes),
    rows: state + 3328,
    ring: take(ringRecords * abi.Record.bytes),
    explain: take(4 * abi.Explain.bytes),
    pageList: take(statePages * 4),
    names: take(names.length),
    shadow: take(statePages * STATE_PAGE_BYTES),
    bytes: next,
  };
}

/** What a test may break. */
export interface FakeOptions {
  /** ns: the world stops there with a defect. */
  readonly defectAt?: number;
  /** ns: no decision is taken between the two. */
  readonly quiet?: readonly [number, number];
  /** Called with the map after creation, to make it lie. */
  readonly spoil?: (map: abi.WorldMap) => void;
  /** Bytes of memory there are. */
  readonly memory?: number;
}

class FakeCore {
  readonly buffer: ArrayBuffer;
  readonly #options: FakeOptions;
  readonly #seen = new Set<number>();
  calls = 0;

  constructor(buffer: ArrayBuffer, options: FakeOptions) {
    this.buffer = buffer;
    this.#options = options;
  }

  def = (at: Address) => new abi.WorldDef(this.buffer, at as number);
  #map = (at: Address) => new abi.WorldMap(this.buffer, at as number);
  #clock = (at: number) => new abi.WorldClock(this.buffer, at + this.#map(at).clockOffset);
  /** Words of the state that only the toy knows: [0] next event, [1] random number. */
  #secret = (at: number) => new Uint32Array(this.buffer, at + this.#map(at).stateOffset + 896, 2);

  refuse(def: abi.WorldDef, message: string): void {
    def.status = STATUS.BAD_DEFINITION;
    def.message.fill(0);
    def.message.set(new TextEncoder().encode(message));
  }

  create(at: number, def: abi.WorldDef): number {
    const places = placesFor(def);
    const map = this.#map(at);
    map.abiVersion = ABI_VERSION;
    map.bytes = places.bytes;
    map.stateOffset = places.state;
    map.stateBytes = statePages * STATE_PAGE_BYTES;
    map.clockOffset = places.clock;
    map.cpuViewOffset = places.cpus;
    map.cpuViewCount = def.cpus;
    map.taskViewOffset = places.tasks;
    map.taskViewCount = 2;
    map.lineViewOffset = places.lines;
    map.lineViewCount = lines;
    map.rowOffset = places.rows;
    map.rowCapacity = 2;
    map.ringOffset = places.ring;
    map.ringRecords = ringRecords;
    map.explainOffset = places.explain;
    map.explainBytes = abi.Explain.bytes;
    map.explainRecords = 4;
    map.ledgerOffset = places.ledger;
    map.ledgerWindowOffset = places.ledgerWindow;
    map.transferOffset = places.transfer;
    map.llcs = places.llcs;
    map.pageListOffset = places.pageList;
    map.pageListCapacity = statePages;
    map.namesOffset = places.names;
    map.namesBytes = names.length;
    new Uint8Array(this.buffer, at + places.names).set(new TextEncoder().encode(names));
    this.#secret(at).set([7, def.seedLow >>> 0]);
    this.#options.spoil?.(map);
    return STATUS.OK;
  }

  step(at: number, until: number, maximumRecords: number): number {
    this.calls += 1;
    const clock = this.#clock(at);
    const secret = this.#secret(at);
    const first = clock.records;
    while (secret[0]! <= until) {
      if (this.#options.defectAt !== undefined && secret[0]! >= this.#options.defectAt) {
        this.#map(at).message.set(new TextEncoder().encode('line 3 has two owners'));
        return STEP.DEFECT;
      }
      this.#event(at, clock, secret);
      if (maximumRecords > 0 && clock.records - first >= maximumRecords) return STEP.RECORDS;
    }
    this.#spend(at, clock, until);
    return STEP.REACHED;
  }

  /** Lets time pass: every CPU is idle but the first, which computes. */
  #spend(at: number, clock: abi.WorldClock, now: number): void {
    const map = this.#map(at);
    const passed = now - clock.now;
    for (let cpu = 0; cpu < map.cpuViewCount; cpu++) {
      const kind = cpu === 0 ? 0 : 8;
      const cell = new DataView(this.buffer, at + map.ledgerOffset + cpu * 80 + kind * 8, 8);
      cell.setUint32(0, cell.getUint32(0, true) + passed, true);
    }
    clock.now = now;
  }

  #event(at: number, clock: abi.WorldClock, secret: Uint32Array): void {
    this.#spend(at, clock, secret[0]!);
    const random = (Math.imul(secret[1]!, 1664525) + 1013904223) >>> 0;
    for (let i = 0; i <= (random >>> 8) % 3; i++) this.#record(at, clock, random);
    clock.accesses += 10;
    clock.score += 1;
    const pages = this.#map(at);
    const touched = 1 + ((random >>> 16) % (statePages - 1));
    new Uint32Array(this.buffer, at + pages.stateOffset + touched * STATE_PAGE_BYTES, 1)[0] =
      random;
    secret[0] = secret[0]! + 3 + (random >>> 28);
    secret[1] = random;
  }

  #record(at: number, clock: abi.WorldClock, random: number): void {
    const map = this.#map(at);
    const sequence = clock.records;
    const ring = new abi.Record(this.buffer, at + map.ringOffset, ringRecords);
    const record = ring.at(sequence % ringRecords);
    record.time = clock.now;
    record.cpu = random % map.cpuViewCount;
    const [from, to] = this.#options.quiet ?? [0, 0];
    const isQuiet = clock.now >= from && clock.now < to;
    record.kind = !isQuiet && (random >>> 4) % 8 === 0 ? RECORD.DECISION : RECORD.MISS;
    record.a = sequence;
    record.b = random;
    clock.records = sequence + 1;
    if (record.kind === RECORD.DECISION) {
      const id = clock.explains;
      const explain = new abi.Explain(this.buffer, at + map.explainOffset, 4).at(id % 4);
      explain.time = clock.now;
      explain.record = sequence;
      explain.task = -1;
      clock.explains = id + 1;
    }
    const hash = new Uint32Array(this.buffer, at + map.clockOffset + 8, 2);
    hash[0] = Math.imul(hash[0]! ^ sequence ^ random, 0x0100_0193);
    hash[1] = hash[1]! + hash[0]!;
  }

  frame(at: number): void {
    const map = this.#map(at);
    const clock = this.#clock(at);
    const cpus = new abi.CpuView(this.buffer, at + map.cpuViewOffset, map.cpuViewCount);
    for (let i = 0; i < map.cpuViewCount; i++) {
      const cpu = cpus.at(i);
      cpu.activity = i === 0 ? ACTIVITY.USER : ACTIVITY.IDLE;
      cpu.level = -1;
      cpu.task = i === 0 ? 1 : -1;
    }
    const views = new abi.LineView(this.buffer, at + map.lineViewOffset, lines);
    for (let i = 0; i < lines; i++) {
      const line = views.at(i);
      line.structure = i % 2;
      line.lineNumber = i + 1;
      // All but the first have misses; the last is the hottest.
      line.misses = i * clock.records;
      line.owner = -1;
    }
  }

  keyframe(at: number): number {
    const map = this.#map(at);
    const bytes = statePages * STATE_PAGE_BYTES;
    const state = new Uint32Array(this.buffer, at + map.stateOffset, bytes / 4);
    const shadowAt = at + map.bytes - bytes;
    const shadow = new Uint32Array(this.buffer, shadowAt, bytes / 4);
    const list = new Uint32Array(this.buffer, at + map.pageListOffset, statePages);
    let changed = 0;
    for (let i = 0; i < statePages; i++) {
      const [from, to] = [i * (STATE_PAGE_BYTES / 4), (i + 1) * (STATE_PAGE_BYTES / 4)];
      const same = state.subarray(from, to).every((word, j) => word === shadow[from + j]);
      if (!same || !this.#seen.has(at)) list[changed++] = i;
    }
    this.#seen.add(at);
    shadow.set(state);
    return changed;
  }
}

export interface FakeBackend extends Backend {
  /** Calls of ss_world_step so far. */
  readonly steps: () => number;
}

export function openFake(options: FakeOptions = {}): FakeBackend {
  const bytes = options.memory ?? 2 ** 20;
  const fake = new FakeCore(new ArrayBuffer(bytes), options);
  let next = STATE_PAGE_BYTES;
  const core: CoreFunctions = {
    ss_world_def_default(at) {
      fake.def(at).abiVersion = ABI_VERSION;
      fake.def(at).cpus = 1;
    },
    ss_world_bytes(at) {
      const def = fake.def(at);
      if (def.cpus >= 1 && def.cpus <= 8) return placesFor(def).bytes;
      fake.refuse(def, `cpus: ${def.cpus} is not 1 to 8`);
      return 0;
    },
    ss_world_create: (at, _, def) => fake.create(at as number, fake.def(def)),
    ss_world_map: () => 0,
    ss_world_step: (at, low, high, records) =>
      fake.step(at as number, high * 2 ** 32 + low, records),
    ss_world_frame: (at) => fake.frame(at as number),
    ss_world_mechanisms() {},
    ss_world_keyframe: (at) => fake.keyframe(at as number),
    ss_probe_run: () => -STATUS.BAD_PROBE,
  };
  return {
    name: 'wasm',
    core,
    steps: () => fake.calls,
    reserve(wanted): CoreBlock {
      if (next + wanted > bytes) throw new OutOfMemoryError(wanted);
      const base = next;
      next += page(wanted);
      return { address: base, bytes: wanted, memory: () => ({ buffer: fake.buffer, base }) };
    },
    dispose() {},
  };
}

/** A definition for the toy: 4 CPUs, 2 LLC domains, 1 node. */
export const fakeDefinition: DefinitionInput = {
  cpus: 4,
  nodes: 1,
  cpu_core: [0, 1, 2, 3],
  cpu_llc: [0, 0, 1, 1],
  seed_low: 42,
  hitm_same_llc_ps: 80_000,
  hitm_same_node_ps: 100_000,
};
