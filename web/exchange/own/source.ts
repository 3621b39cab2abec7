// How the file that something was read from is known again: its kind, name and size, and a hash of its bytes. No host, no
// path, no user is kept.

import { version } from '../../../package.json';
import { kernelCpuList } from '../../scenario/index.ts';
import type { OwnSource } from '../../scenario/measured.ts';
import { shownName } from './text.ts';

/** `numbers`: the file's number of each CPU that is kept, if they are others than now. */
export async function fileSourceOf(
  kind: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  numbers: readonly number[] | undefined,
): Promise<OwnSource> {
  const hash = await sha256(bytes);
  return {
    kind,
    name: shownName(name) || kind,
    bytes: bytes.length,
    ...(hash !== undefined && { sha256: hash }),
    ...(numbers && { cpu_numbers: kernelCpuList(numbers) }),
    left_out: [],
    read_by: version,
  };
}

/** Undefined on a page without a secure origin, where browsers have no WebCrypto. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
