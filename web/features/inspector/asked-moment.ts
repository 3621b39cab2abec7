// Of which moment the Inspector asks a run.

import { useEffect, useState } from 'react';
import type { VariantId } from '../../stage/playback/playback.ts';
import { useSummaryPart } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';

/** ns: the moment a paused side shows; while it plays, the one it showed when it was asked. */
export function useAskedMoment(side: VariantId): number | undefined {
  const playing = useStageState((state) => state.playing);
  const time = useSummaryPart((summary) => summary.variants[side].latestFrame?.time);
  const [asked, setAsked] = useState(time);
  useEffect(() => {
    if (!playing) setAsked(time);
  }, [playing, time]);
  return asked;
}
