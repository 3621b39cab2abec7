// What tests use of single.mjs.

export const singleFile: string;
export function singleText(folder: string): string;
export function buildSingle(options?: { readonly force?: boolean }): Promise<string>;
