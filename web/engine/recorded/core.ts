// A recording in the place of the core: the same functions over the same memory, but what happens was recorded, not
// simulated. Worlds of it are stepped, kept as keyframes and gone back in like any other, so that everything above knows
// no difference. What a trace of the scheduler does not tell (lines, locks, kernel time, decisions) is not there.

import * as abi from '../abi.gen.ts';
import { ABI_VERSION, STATE_PAGE_BYTES, STATUS } from '../abi.gen.ts';
import type { Address, Backend, CoreBlock, CoreFunctions } from '../backend.ts';
import { OutOfMemoryError } from '../backend.ts';
import { latencyKinds, memoryPlacesOf, type Places } from './places.ts';
import { RecordedWorld } from './recorded-world.ts';
import type { RecordedRun } from './rows.ts';

function writeMap(map: abi.WorldMap, at: Places, run: RecordedRun, llcs: number): void {
  map.abiVersion = ABI_VERSION;
  map.bytes = at.bytes;
  map.stateOffset = at.state;
  map.stateBytes = at.stateBytes;
  map.clockOffset = at.clock;
  map.cpuViewOffset = at.cpuViews;
  map.cpuViewCount = run.cpus;
  map.taskViewOffset = at.taskViews;
  map.taskViewCount = run.cpus + run.tasks.length;
  map.ringOffset = at.ring;
  map.ringRecords = at.ringRecords;
  map.explainBytes = abi.Explain.bytes;
  map.ledgerOffset = at.ledger;
  map.ledgerWindowOffset = at.ledgerWindow;
  map.transferOffset = at.transfers;
  map.llcs = llcs;
  map.pageListOffset = at.pageList;
  map.pageListCapacity = at.stateBytes / STATE_PAGE_BYTES;
  map.latencyViewOffset = at.latencyViews;
  map.latencyViewCount = latencyKinds;
  map.namesOffset = at.names;
  map.namesBytes = at.namesBytes;
}

/** Names of the tasks, as a core gives those of its roles: each is the only one of its name. */
function namesOf(run: RecordedRun): Uint8Array {
  const tasks = run.tasks.map(({ comm, pid }, at) => {
    const named = comm.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '?');
    return `role ${at + 1} 0 ${named}-${pid}\n`;
  });
  return new TextEncoder().encode(`role 0 1 swapper\n${tasks.join('')}`);
}

/** A backend whose one world is a recording, on the machine of the definition that it is made with. */
export function openRecorded(run: RecordedRun): Backend {
  const names = namesOf(run);
  let buffer = new ArrayBuffer(0);
  let world: RecordedWorld | undefined;
  const definition = new ArrayBuffer(abi.WorldDef.bytes);
  const def = () => new abi.WorldDef(definition, 0);
  const places = () => {
    const { cpus, cpuLlc } = def();
    const llcs = Math.max(0, ...cpuLlc.slice(0, cpus)) + 1;
    return { llcs, at: memoryPlacesOf(run, llcs, names.length) };
  };
  const functions: CoreFunctions = {
    ss_world_def_default() {
      def().abiVersion = ABI_VERSION;
    },
    ss_world_bytes() {
      if (def().cpus === run.cpus) return places().at.bytes;
      def().message.set(new TextEncoder().encode('the trace is of another machine'));
      return 0;
    },
    ss_world_create() {
      const { at, llcs } = places();
      writeMap(new abi.WorldMap(buffer, 0), at, run, llcs);
      new Uint8Array(buffer, at.names, names.length).set(names);
      world = new RecordedWorld(run, at, buffer);
      return STATUS.OK;
    },
    ss_world_map: () => 0,
    ss_world_step: (_: Address, low, high, most) => world!.step(high * 2 ** 32 + low, most),
    ss_world_frame: () => world!.frame(),
    // A trace tells nothing of what mechanisms draw: the map has no place for it.
    ss_world_mechanisms() {},
    ss_world_keyframe: () => world!.keyframe(),
  };
  let reserved = 0;
  return {
    name: 'wasm',
    core: functions,
    /** The first block is the definition's, the second the world's. */
    reserve(bytes: number): CoreBlock {
      const isDefinition = reserved++ === 0;
      if (!isDefinition) {
        try {
          buffer = new ArrayBuffer(bytes);
        } catch {
          throw new OutOfMemoryError(bytes);
        }
      }
      const own = isDefinition ? definition : buffer;
      return { address: 0, bytes, memory: () => ({ buffer: own, base: 0 }) };
    },
    dispose() {
      buffer = new ArrayBuffer(0);
      world = undefined;
    },
  };
}
