// Which names of marks fit on the track, each beside its mark: those that would lie over another are left out; buttons and
// the list under the track have them all.

export interface TrackName {
  readonly name: string;
  /** Where its mark stands, as a share of the track. */
  readonly at: number;
}

export interface PlacedName extends TrackName {
  /** Its left edge, CSS pixels from that of the track. */
  readonly left: number;
}

/** A name in small type: pixels a letter, somewhat more than the mean; and between a mark and its name. */
const letter = 6;
const gap = 6;
/** What one may take of the track: a sentence belongs elsewhere. */
const widest = 0.25;

/** In order of time; on a track of `width` CSS pixels. */
export function placedNames(marks: readonly TrackName[], width: number): PlacedName[] {
  const inOrder = [...marks].sort((one, two) => one.at - two.at);
  const found: PlacedName[] = [];
  let end = 0;
  inOrder.forEach((mark, at) => {
    const here = mark.at * width;
    const long = mark.name.length * letter;
    const next = inOrder[at + 1];
    const room = next ? next.at * width - gap : width;
    const isBefore = here + gap + long > room;
    const left = isBefore ? here - gap - long : here + gap;
    if (long > widest * width || left < end) return;
    found.push({ ...mark, left });
    end = Math.max(left + long, here) + gap;
  });
  return found;
}
