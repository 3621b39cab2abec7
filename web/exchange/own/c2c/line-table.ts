// The table of cache lines of perf c2c (Shared Data Cache Line Table): how much each line counts of all. A report without a Pareto
// has nothing else. Addresses are stepped over.

export interface LineShare {
  /** Of all HITM, or of all peer snoops, percent. */
  readonly share_pct: number;
  readonly records: number;
}

/** A row of it; undefined: it is none. */
export function lineShareOf(line: string): LineShare | undefined {
  const tokens = line.split(/\s/).filter((token) => token !== '');
  const [index = '', address = '', node = '', pages = '', first = '', second = ''] = tokens;
  const isRow =
    /^\d{1,6}$/.test(index) &&
    /^0x[0-9a-f]{1,16}$/i.test(address) &&
    /^(N\/A|\d{1,5}([,-]\d{1,5}){0,63})$/.test(node) &&
    /^\d{1,9}$/.test(pages);
  if (!isRow) return undefined;
  // Older versions have the records before the share, newer ones behind it and three counts.
  const [share, records] = first.endsWith('%') ? [first, tokens[8] ?? ''] : [second, first];
  const percent = /^(\d{1,3}\.\d{1,4})%$/.exec(share)?.[1];
  if (percent === undefined || !/^\d{1,12}$/.test(records)) return undefined;
  return { share_pct: Number(percent), records: Number(records) };
}
