// The marks on the track of the playhead: moments that the scenario names, as far as the run is long
// enough for them or has found them, and where a fork begins.

import type { OpenedScenario } from '../../scenario/index.ts';
import { timeNs } from '../../scenario/units.ts';
import type { Summary, VariantId } from '../../stage/playback/playback.ts';

export interface TrackMark {
  /** That of the scenario's mark; undefined: the begin of a fork. */
  readonly id?: string;
  readonly time: number;
  readonly label: string;
  /** The machine it happens on; undefined: all. */
  readonly side: VariantId | undefined;
}

/** All that are known, in order of time. `fork` says what the begin of a fork is called. */
export function trackMarksOf(
  opened: OpenedScenario,
  { variants }: Pick<Summary, 'variants'>,
  sides: readonly VariantId[],
  fork: string,
): TrackMark[] {
  const { marks = [] } = opened.scenario;
  const found: TrackMark[] = [];
  let asked = 0;
  const forAll = (time: number, label: string, id: string) => {
    if (time <= opened.duration) found.push({ id, time, label, side: undefined });
  };
  for (const { id, first, at, label } of marks) {
    if (at !== undefined) forAll(timeNs(at), label, id);
    if (first === 'measured-window') forAll(opened.window.from, label, id);
    if (first === undefined || first === 'measured-window') continue;
    for (const side of sides) {
      const time = variants[side].status?.marks?.[asked];
      if (time !== undefined) found.push({ id, time, label, side });
    }
    asked += 1;
  }
  const times = new Set(opened.changes?.list.map(({ at }) => at));
  for (const time of times) found.push({ time, label: fork, side: 'C' });
  return found.sort((one, two) => one.time - two.time);
}
