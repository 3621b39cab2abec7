// The door to the core: its exported functions and blocks of its memory, the same for WebAssembly
// and the native library. Knows nothing of what lies in that memory; world.ts does.

import { AbiError } from './abi.gen.ts';

/** Where a block lies, in the form the backend's functions want it. */
export type Address = number | object;

/** The functions of schedscape.h, by their C names; unsigned results come unsigned. */
export interface CoreFunctions {
  ss_world_def_default(def: Address): void;
  ss_world_bytes(def: Address): number;
  ss_world_create(memory: Address, bytes: number, def: Address): number;
  ss_world_map(world: Address): number;
  ss_world_step(
    world: Address,
    untilLow: number,
    untilHigh: number,
    maximumRecords: number,
  ): number;
  ss_world_frame(world: Address): void;
  ss_world_mechanisms(world: Address): void;
  ss_world_keyframe(world: Address): number;
  /** The module that worlds run in has none: probes have a module of their own. */
  ss_probe_run?(
    kind: number,
    memory: Address,
    memoryBytes: number,
    input: Address,
    inputWords: number,
    output: Address,
    outputWords: number,
  ): number;
}

/** Zeroed memory of the core that belongs to the caller. */
export interface CoreBlock {
  readonly address: Address;
  readonly bytes: number;
  /**
   * The memory as it is now: `base` is the block's first byte in `buffer`. Ask again after any call
   * that may reserve memory: growing detaches the buffer.
   */
  memory(): { readonly buffer: ArrayBuffer; readonly base: number };
}

export interface Backend {
  readonly name: 'wasm' | 'native';
  readonly core: CoreFunctions;
  /** A block of `bytes`, aligned to 4096. Throws OutOfMemoryError when there is not so much. */
  reserve(bytes: number): CoreBlock;
  /** Gives all memory back; neither the backend nor any of its blocks may be used afterwards. */
  dispose(): void;
}

export class OutOfMemoryError extends Error {
  constructor(bytes: number) {
    super(
      `there is no room for ${Math.ceil(bytes / 2 ** 20)} MiB of simulator memory; ` +
        'choose a smaller machine or fewer tasks, or close other pages',
    );
    this.name = 'OutOfMemoryError';
  }
}

/**
 * `bytes` bytes at `offset` of a block as a place in its buffer. Throws AbiError when they do not lie
 * in the block: what the core says of its memory is checked like any other input.
 */
export function place(block: CoreBlock, offset: number, bytes: number, what: string) {
  const isWhole = Number.isInteger(offset) && Number.isInteger(bytes);
  if (!isWhole || offset < 0 || bytes < 0 || offset + bytes > block.bytes) {
    throw new AbiError(
      `${what}: ${bytes} bytes at offset ${offset} do not lie in ${block.bytes} bytes of memory`,
    );
  }
  const { buffer, base } = block.memory();
  return { buffer, start: base + offset };
}

/** Bytes of a block as a view. */
export function bytesOf(block: CoreBlock, offset: number, bytes: number, what: string): Uint8Array {
  const { buffer, start } = place(block, offset, bytes, what);
  return new Uint8Array(buffer, start, bytes);
}
