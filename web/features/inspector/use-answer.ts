// Questions to a run that take a while, as the Inspector asks them: of which moment, and what came back.

import { useEffect, useState } from 'react';
import type { Side } from '../../stage/playback/playback.ts';
import { useSummaryPart } from '../../stage/session.ts';
import { useChoice } from '../../stage/store.ts';

/** ns: the moment a paused side shows; while it plays, the one it showed when it was asked. */
export function useAskedMoment(side: Side): number | undefined {
  const playing = useChoice((choice) => choice.playing);
  const time = useSummaryPart((summary) => summary.lanes[side].still?.time);
  const [asked, setAsked] = useState(time);
  useEffect(() => {
    if (!playing) setAsked(time);
  }, [playing, time]);
  return asked;
}

export interface Asked<Answer> {
  readonly answer?: Answer | undefined;
  readonly failed?: boolean;
}

/** The answer to a question that takes a while; the last one stays until the next is there. */
export function useAnswer<Answer>(
  ask: () => Promise<Answer | undefined>,
  key: string,
): Asked<Answer> {
  const [state, setState] = useState<Asked<Answer> & { readonly key?: string }>({});
  // The key says all that the question depends on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let current = true;
    ask().then(
      (answer) => current && answer !== undefined && setState({ key, answer }),
      () => current && setState({ key, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return state.key === undefined ? {} : state;
}
