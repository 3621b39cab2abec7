// One world of the core: made from a definition, stepped, and seen through views that are checked
// against its memory. Views that are asked for now and then are in world-views.ts; turning views into frames,
// catalogues and headlines is the business of the files beside this one.

import * as abi from './abi.gen.ts';
import { ABI_VERSION, LIMIT_WORLD_MIB, STATE_PAGE_BYTES, STATUS, STEP } from './abi.gen.ts';
import type { Backend, CoreBlock } from './backend.ts';
import { bytesOf, OutOfMemoryError, place } from './backend.ts';
import { DefinitionError, type DefinitionInput, writeDefinition } from './definition.ts';

/** The class of rows of a structure. */
export interface RowType<Row> {
  new (buffer: ArrayBuffer, start: number, count: number): Row;
  readonly bytes: number;
  readonly name: string;
}

/** The world stopped for good because an invariant broke: a defect of ours, worth a report. */
export class WorldDefect extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorldDefect';
  }
}

/** Where everything of a world lies: struct world_map as plain numbers. */
type MapField = Exclude<keyof typeof abi.WorldMap.fields, 'message'>;
export type WorldPlaces = Readonly<Record<MapField, number>>;

const decoder = new TextDecoder();

/** Zero-terminated UTF-8. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  // slice: a decoder may refuse to read from memory that can grow.
  return decoder.decode(bytes.slice(0, end < 0 ? bytes.length : end));
}

function readPlaces(block: CoreBlock, offset: number): WorldPlaces {
  const { buffer, start } = place(block, offset, abi.WorldMap.bytes, 'world_map');
  const map = new abi.WorldMap(buffer, start);
  const names = Object.keys(abi.WorldMap.fields) as (MapField | 'message')[];
  const numbers = names.filter((name) => name !== 'message');
  return Object.fromEntries(numbers.map((name) => [name, map[name]])) as WorldPlaces;
}

/** Checks every region the map speaks of once, so that a broken map is found at creation. */
function checkPlaces(block: CoreBlock, at: WorldPlaces): void {
  const regions: [string, number, number][] = [
    ['state', at.stateOffset, at.stateBytes],
    ['clock', at.clockOffset, abi.WORLD_CLOCK_BYTES],
    ['cpu views', at.cpuViewOffset, at.cpuViewCount * abi.CPU_VIEW_BYTES],
    ['task views', at.taskViewOffset, at.taskViewCount * abi.TASK_VIEW_BYTES],
    ['line views', at.lineViewOffset, at.lineViewCount * abi.LINE_VIEW_BYTES],
    ['c2c rows', at.rowOffset, at.rowCapacity * abi.C2C_ROW_BYTES],
    ['event ring', at.ringOffset, at.ringRecords * abi.RECORD_BYTES],
    ['explain ring', at.explainOffset, at.explainRecords * at.explainBytes],
    ['steps of decisions', at.stepsOffset, at.stepsRecords * abi.STEPS_BYTES],
    ['picks', at.pickOffset, at.pickRecords * abi.PICK_BYTES],
    ['steps of picks', at.pickStepsOffset, at.pickRecords * abi.STEPS_BYTES],
    ['ledger', at.ledgerOffset, at.cpuViewCount * abi.CPU_LEDGER_BYTES],
    ['ledger of the window', at.ledgerWindowOffset, at.cpuViewCount * abi.CPU_LEDGER_BYTES],
    ['transfers', at.transferOffset, at.llcs * at.llcs * 4],
    ['page list', at.pageListOffset, at.pageListCapacity * 4],
    ['zone views', at.zoneViewOffset, at.zoneViewCount * abi.ZONE_VIEW_BYTES],
    ['lock views', at.lockViewOffset, 2 * at.zoneViewCount * abi.LOCK_VIEW_BYTES],
    ['last holds', at.holdViewOffset, 2 * at.zoneViewCount * abi.HOLD_VIEW_BYTES],
    ['page lists', at.pcpViewOffset, at.pcpViewCount * abi.PCP_VIEW_BYTES],
    ['latencies', at.latencyViewOffset, at.latencyViewCount * abi.LATENCY_VIEW_BYTES],
    ['epochs', at.epochViewOffset, at.epochViewCount * abi.EPOCH_VIEW_BYTES],
    ['occupancy', at.occupancyOffset, at.llcs * at.occupancyOwners * 4],
    ['names', at.namesOffset, at.namesBytes],
  ];
  for (const [what, offset, bytes] of regions) place(block, offset, bytes, what);
  if (at.stateBytes % STATE_PAGE_BYTES !== 0) {
    throw new abi.AbiError(`state: ${at.stateBytes} bytes are not whole pages`);
  }
}

/** Looked up anew at every use: memory that grows leaves old views behind. */
function definitionIn(block: CoreBlock): abi.WorldDef {
  const { buffer, start } = place(block, 0, abi.WorldDef.bytes, 'world_def');
  return new abi.WorldDef(buffer, start);
}

export class World {
  readonly backend: Backend;
  readonly block: CoreBlock;
  readonly at: WorldPlaces;
  /** The definition it was made from. */
  readonly definition: abi.WorldDef;
  readonly #mapOffset: number;
  #time = 0;
  /** The event ring holds what was written from this sequence number on. */
  #recordsFrom = 0;
  #explainsFrom = 0;

  private constructor(backend: Backend, block: CoreBlock, definition: Uint8Array) {
    this.backend = backend;
    this.block = block;
    this.#mapOffset = backend.core.ss_world_map(block.address);
    this.at = readPlaces(block, this.#mapOffset);
    if (this.at.abiVersion !== ABI_VERSION) {
      throw new abi.AbiError(
        `the core speaks version ${this.at.abiVersion} of the ABI, this program ${ABI_VERSION}`,
      );
    }
    checkPlaces(block, this.at);
    this.definition = new abi.WorldDef(definition.slice().buffer, 0);
  }

  /**
   * A world of the given definition. Throws DefinitionError when it is refused, OutOfMemoryError when
   * the world does not fit.
   */
  static create(backend: Backend, input: DefinitionInput): World {
    const { core } = backend;
    const { bytes, defBlock } = World.#sized(backend, input);
    const block = backend.reserve(bytes);
    const status = core.ss_world_create(block.address, bytes, defBlock.address);
    if (status === STATUS.NO_MEMORY) throw new OutOfMemoryError(bytes);
    if (status !== STATUS.OK) {
      const message = textOf(definitionIn(defBlock).message);
      throw new DefinitionError(message || `the core refused it (status ${status})`);
    }
    return new World(backend, block, bytesOf(defBlock, 0, abi.WorldDef.bytes, 'world_def'));
  }

  /** Bytes a world of the given definition takes, without making it. Throws as create() does. */
  static bytes(backend: Backend, input: DefinitionInput): number {
    return World.#sized(backend, input).bytes;
  }

  static #sized(backend: Backend, input: DefinitionInput) {
    const { core } = backend;
    const defBlock = backend.reserve(abi.WorldDef.bytes);
    core.ss_world_def_default(defBlock.address);
    writeDefinition(definitionIn(defBlock), input);
    const bytes = core.ss_world_bytes(defBlock.address);
    if (bytes === 0) throw new DefinitionError(textOf(definitionIn(defBlock).message));
    if (bytes > LIMIT_WORLD_MIB * 2 ** 20) throw new OutOfMemoryError(bytes);
    return { bytes, defBlock };
  }

  /** Runs up to and including `until` (ns), or until `maximumRecords` more were written (0: no bound).
   * Returns a STEP code. Throws WorldDefect when an invariant broke. */
  step(until: number, maximumRecords = 0): number {
    const bounded = Math.min(Math.max(0, Math.floor(until)), Number.MAX_SAFE_INTEGER);
    const low = bounded % 0x1_0000_0000;
    const high = Math.floor(bounded / 0x1_0000_0000);
    const code = this.backend.core.ss_world_step(this.block.address, low, high, maximumRecords);
    const { now } = this.clock();
    // Where nothing happens any more, time passes all the same.
    const isPassed = code === STEP.REACHED || code === STEP.FINISHED;
    this.#time = isPassed ? Math.max(bounded, now) : now;
    if (code === STEP.DEFECT) throw new WorldDefect(this.message() || 'the simulator stopped');
    return code;
  }

  /** Simulated ns: everything up to here has happened (after a stop at a record: some of it). */
  get time(): number {
    return this.#time;
  }

  message(): string {
    const { buffer, start } = place(this.block, this.#mapOffset, abi.WorldMap.bytes, 'world_map');
    return textOf(new abi.WorldMap(buffer, start).message);
  }

  clock(): abi.WorldClock {
    return this.rows(abi.WorldClock, this.at.clockOffset, 1);
  }

  /** Hash over all records so far: 16 hexadecimal digits. */
  traceHash(): string {
    const clock = this.clock();
    const digits = (word: number) => word.toString(16).padStart(8, '0');
    return digits(clock.traceHashHigh) + digits(clock.traceHashLow);
  }

  /** Fills cpus(), tasks() and lines() for the present moment. */
  refresh(): void {
    this.backend.core.ss_world_frame(this.block.address);
  }

  /** Fills what mechanisms on the stage draw (mechanisms.ts). */
  fillMechanisms(): void {
    this.backend.core.ss_world_mechanisms(this.block.address);
  }

  cpus(): abi.CpuView {
    return this.rows(abi.CpuView, this.at.cpuViewOffset, this.at.cpuViewCount);
  }

  tasks(): abi.TaskView {
    return this.rows(abi.TaskView, this.at.taskViewOffset, this.at.taskViewCount);
  }

  lines(): abi.LineView {
    return this.rows(abi.LineView, this.at.lineViewOffset, this.at.lineViewCount);
  }

  /** The page allocators of the nodes; filled by refresh(). */
  zones(): abi.ZoneView {
    return this.rows(abi.ZoneView, this.at.zoneViewOffset, this.at.zoneViewCount);
  }

  ledger(): abi.CpuLedger {
    return this.rows(abi.CpuLedger, this.at.ledgerOffset, this.at.cpuViewCount);
  }

  transfers(): Uint32Array {
    const count = this.at.llcs * this.at.llcs;
    const { buffer, start } = place(this.block, this.at.transferOffset, count * 4, 'transfers');
    return new Uint32Array(buffer, start, count);
  }

  /** KiB of footprints by LLC and owner: [llc * owners + owner]; empty where there are none. */
  occupancy(): Uint32Array {
    const count = this.at.llcs * this.at.occupancyOwners;
    const { buffer, start } = place(this.block, this.at.occupancyOffset, count * 4, 'occupancy');
    return new Uint32Array(buffer, start, count);
  }

  /** The words of a policy's variables, one behind the other; none without one. */
  policyValues(): BigInt64Array {
    const { policyValueOffset, policyValues } = this.at;
    const bytes = policyValues * 8;
    const { buffer, start } = place(this.block, policyValueOffset, bytes, 'values of a policy');
    return new BigInt64Array(buffer, start, policyValues);
  }

  /** The epoch clock, none or one row. */
  epochs(): abi.EpochView {
    return this.rows(abi.EpochView, this.at.epochViewOffset, this.at.epochViewCount);
  }

  /** Lines of text: "KIND ID NAME". */
  names(): string {
    return decoder.decode(
      bytesOf(this.block, this.at.namesOffset, this.at.namesBytes, 'names').slice(),
    );
  }

  /** The event ring; record n lies in row n modulo its count. See recordRange. */
  ring(): abi.Record {
    return this.rows(abi.Record, this.at.ringOffset, this.at.ringRecords);
  }

  /** Sequence numbers of the records the ring still holds: from (included) to (excluded). */
  recordRange(): { from: number; to: number } {
    const { records } = this.clock();
    return { from: Math.max(this.#recordsFrom, records - this.at.ringRecords, 0), to: records };
  }

  /** Sequence numbers of the explain records the ring still holds: from (included) to (excluded). */
  explainRange(): { from: number; to: number } {
    const { explains } = this.clock();
    return { from: Math.max(this.#explainsFrom, explains - this.at.explainRecords), to: explains };
  }

  /**
   * Pages of the state that changed since the last call; all of them at the first. The result is a
   * view, valid until the next call. Needs `keyframes` in the definition.
   */
  changedPages(): Uint32Array {
    const count = this.backend.core.ss_world_keyframe(this.block.address);
    if (count > this.at.pageListCapacity) {
      throw new abi.AbiError(`${count} changed pages, room for ${this.at.pageListCapacity}`);
    }
    const { buffer, start } = place(this.block, this.at.pageListOffset, count * 4, 'page list');
    return new Uint32Array(buffer, start, count);
  }

  /** The whole state, as a view: what a keyframe copies and restores. */
  stateWords(): Int32Array {
    const { stateOffset, stateBytes } = this.at;
    const { buffer, start } = place(this.block, stateOffset, stateBytes, 'state');
    return new Int32Array(buffer, start, stateBytes / 4);
  }

  /** To be called after stateWords() was overwritten: rings outside of it still hold another past. */
  stateRestored(): void {
    const { now, records, explains } = this.clock();
    this.#time = now;
    const inState = (offset: number) =>
      offset >= this.at.stateOffset && offset < this.at.stateOffset + this.at.stateBytes;
    this.#recordsFrom = inState(this.at.ringOffset) ? 0 : records;
    this.#explainsFrom = inState(this.at.explainOffset) ? 0 : explains;
  }

  /** Rows of a structure at an offset in the block; throws AbiError where they do not lie in it. */
  rows<Row>(type: RowType<Row>, offset: number, count: number): Row {
    const { buffer, start } = place(this.block, offset, count * type.bytes, type.name);
    return new type(buffer, start, count);
  }
}
