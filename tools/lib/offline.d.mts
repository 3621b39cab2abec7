// What tests use of offline.mjs.

export const workerName: string;
export interface KeptFile {
  readonly url: string;
  readonly revision: string | null;
  /** Of modules of the simulator: what their bytes have to be. */
  readonly integrity?: string;
}
export function filesToKeep(folder: string): {
  readonly kept: readonly KeptFile[];
  readonly tooLarge: readonly string[];
};
export function addWorker(folder: string, options?: { readonly isOff?: boolean }): Promise<void>;
