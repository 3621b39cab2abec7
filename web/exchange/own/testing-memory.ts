// How much memory an act takes in arrays of bytes, for tests of hostile files: counted as it is asked for, so that no test has to
// look at a clock.

import { vi } from 'vitest';

export function arrayBytesOf(act: () => void): number {
  let bytes = 0;
  const counting = new Proxy(Uint8Array, {
    construct(target, args: ConstructorParameters<typeof Uint8Array>) {
      const [size] = args as readonly unknown[];
      if (typeof size === 'number') bytes += size;
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal('Uint8Array', counting);
  try {
    act();
  } finally {
    vi.unstubAllGlobals();
  }
  return bytes;
}
