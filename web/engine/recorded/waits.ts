// How long tasks waited, counted in buckets of a sixteenth of an octave: quantiles without keeping each wait.

const perOctave = 16;
const octaves = 32;
export const buckets = perOctave * octaves;

/** The bucket of a time in ns, at most 2^32. */
export function bucketOf(ns: number): number {
  const time = Math.min(0xffff_ffff, Math.max(0, Math.floor(ns)));
  if (time < perOctave) return time;
  const octave = 31 - Math.clz32(time);
  return (octave - 3) * perOctave + ((time / 2 ** (octave - 4)) & (perOctave - 1));
}

/** ns: the middle of a bucket. */
function middleOf(bucket: number): number {
  if (bucket < perOctave) return bucket;
  const octave = Math.floor(bucket / perOctave) + 3;
  const width = 2 ** (octave - 4);
  return (perOctave + (bucket % perOctave)) * width + Math.floor(width / 2);
}

/** ns that a share of all waits do not exceed; 0 where there are none. */
export function bucketTime(counts: ArrayLike<number>, all: number, share: number): number {
  const wanted = Math.ceil(all * share);
  let sum = 0;
  for (let bucket = 0; bucket < counts.length && wanted > 0; bucket++) {
    sum += counts[bucket]!;
    if (sum >= wanted) return middleOf(bucket);
  }
  return 0;
}
