// Chooses among many random cases those that differ in what they show, so that a few dozen of them
// reach what thousands would.

const MOST_TRIES = 1_200;

/** `make(try)` gives a case with a `shows` text; at most `each` cases are kept for every text. */
export function collect(count, each, make) {
  const kept = [];
  const seen = new Map();
  for (let at = 0; at < MOST_TRIES && kept.length < count; at++) {
    const made = make(at);
    if (!made) continue;
    const before = seen.get(made.shows) ?? 0;
    if (before >= each) continue;
    seen.set(made.shows, before + 1);
    kept.push(made);
  }
  return kept;
}
