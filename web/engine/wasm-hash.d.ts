// The hash of a module of the simulator, made by tools/lib/core-hashes.mjs.

declare module '*.wasm?hash' {
  /** As fetch() takes it: "sha256-…". */
  const integrity: string;
  export default integrity;
}
