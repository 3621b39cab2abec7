// Where the package has its scenarios and the core: beside itself, on the host that it was loaded from. It fetches a file when
// it is asked for, and each once. tools/package.mjs puts this in the place of files.ts for browsers.

import type { ContentReader } from '../web/scenario/index.ts';

/** The names of what lies below scenarios/, without ".json"; filled in when the package is made. */
declare const SCENARIO_FILES: readonly string[];

const here = import.meta.url;
const fetched = new Map<string, Promise<ArrayBuffer>>();

async function bytesOf(file: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(file, here));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** One that could not be fetched is asked for again the next time. */
function once(file: string): Promise<ArrayBuffer> {
  const bytes = fetched.get(file) ?? bytesOf(file);
  fetched.set(file, bytes);
  bytes.catch(() => fetched.delete(file));
  return bytes;
}

export const reader = (): ContentReader => ({
  names: () => SCENARIO_FILES,
  read: async (name) => new TextDecoder().decode(await once(`scenarios/${name}.json`)),
});

/** A build of the core, such as "policy.wasm". */
export const moduleBytes = (name: string): Promise<BufferSource> => once(`build/core/${name}`);
