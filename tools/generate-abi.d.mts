// What tests in TypeScript ask of generate-abi.mjs.

export interface Structure {
  readonly name: string;
  readonly bytes: number;
  readonly fields: readonly { name: string; type: string; offset: number; length: number }[];
}

export const describeAbi: (wasm: Uint8Array) => string;
export const parseAbi: (text: string) => { readonly structures: readonly Structure[] };
