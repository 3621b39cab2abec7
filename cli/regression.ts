// Least squares of a few terms without a constant: what each unit of a term costs where only sums were timed.

export interface Term {
  readonly value: number;
  /** Of the estimate: one standard deviation. */
  readonly error: number;
}

export interface Fit {
  readonly terms: readonly Term[];
  /** The share of the values' variance that the terms explain. */
  readonly r2: number;
}

/** The inverse of a small symmetric matrix, by elimination with the largest pivot. */
function inverted(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => Number(column === at))]);
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let row = at + 1; row < size; row++) {
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[best]![at]!)) best = row;
    }
    [rows[at], rows[best]] = [rows[best]!, rows[at]!];
    const pivot = rows[at]![at]!;
    if (pivot === 0) throw new RangeError('the terms always go together: no slice parts them');
    rows[at] = rows[at]!.map((value) => value / pivot);
    for (let row = 0; row < size; row++) {
      const by = rows[row]![at]!;
      if (row !== at) rows[row] = rows[row]!.map((value, i) => value - by * rows[at]![i]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

/** What one unit of each term costs: `amounts` by sample, in the order of the terms. Throws where no sample parts them. */
export function leastSquares(
  amounts: readonly (readonly number[])[],
  values: readonly number[],
): Fit {
  const terms = amounts[0]!.map((_, at) => at);
  const sum = (of: (sample: number) => number) =>
    values.reduce((total, _, sample) => total + of(sample), 0);
  const inverse = inverted(
    terms.map((a) => terms.map((b) => sum((i) => amounts[i]![a]! * amounts[i]![b]!))),
  );
  const moments = terms.map((a) => sum((i) => amounts[i]![a]! * values[i]!));
  const found = inverse.map((row) => row.reduce((total, each, b) => total + each * moments[b]!, 0));
  const off = (i: number) =>
    values[i]! - found.reduce((total, each, a) => total + each * amounts[i]![a]!, 0);
  const mean = sum((i) => values[i]!) / values.length;
  const left = sum((i) => off(i) ** 2);
  const variance = left / Math.max(1, values.length - terms.length);
  return {
    terms: found.map((value, a) => ({ value, error: Math.sqrt(variance * inverse[a]![a]!) })),
    r2: 1 - left / sum((i) => (values[i]! - mean) ** 2),
  };
}
