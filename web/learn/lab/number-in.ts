// Reads a number as people write it.

/** "1,200", "−3", "12.5 %"; undefined: there is none in it. */
export function numberWritten(written: string): number | undefined {
  const [found] = /[-+]?\d[\d,\u202f ]*(\.\d+)?/.exec(written.replaceAll('−', '-')) ?? [];
  const value = found === undefined ? Number.NaN : Number(found.replaceAll(/[,\u202f ]/g, ''));
  return Number.isFinite(value) && Math.abs(value) <= 1e15 ? value : undefined;
}
