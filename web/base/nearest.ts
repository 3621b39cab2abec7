// Suggests the name that a misspelt word was meant to be: the nearest of the known names.

/** The candidate nearest to what was written, if it is near enough to be meant. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // Fewer differences than this; of one or two letters none may differ.
  let bestDistance = written.length < 3 ? 1 : Math.min(4, Math.ceil(written.length / 2) + 1);
  for (const candidate of candidates) {
    const distance = editDistance(written.slice(0, 64), candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
