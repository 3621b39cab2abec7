// Whether machines can run in this browser at all. In a file of its own: Home asks it without the stage.

/** False where no machine can run, whatever is opened (a browser hardened against attacks may be so). */
export const canSimulate = (): boolean =>
  typeof WebAssembly === 'object' && typeof Worker === 'function';
