// The Cache-lines view in the dock: feeds it the frames of one side. A chunk of its own.

import { useEffect, useMemo, useReducer } from 'react';
import { RECORD } from '../../engine/abi.gen.ts';
import type { Catalog } from '../../engine/types.ts';
import { dock } from '../../stage/messages.ts';
import { lineName } from '../../stage/names.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession, useStill } from '../../stage/session.ts';
import { useSideLine } from '../../stage/side-line.ts';
import { CachelineView } from '../../views/cacheline/CachelineView.tsx';
import { FetchHistory } from '../../views/cacheline/history.ts';

/**
 * The cores that fetched the lines lately, from every frame of the side. While the run plays, the playback renders
 * the view often enough; a frame that comes while it stands still may be the last one, so it renders the view
 * itself.
 */
function useHistory(
  { playback }: Session,
  side: VariantId,
  catalog: Catalog | undefined,
): FetchHistory | undefined {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const history = useMemo(() => (catalog ? new FetchHistory(RECORD.MISS) : undefined), [catalog]);
  useEffect(
    () =>
      history &&
      playback.onFrame(side, (frame) => {
        history.add(frame);
        if (!playback.summary().playing) renderAgain();
      }),
    [playback, side, history],
  );
  return history;
}

export default function CacheLinesTab({ side }: { readonly side: VariantId }) {
  const still = useStill(side);
  const { line: selected, select } = useSideLine(side);
  const history = useHistory(useSession(), side, still?.catalog);
  if (!still || !history) return <p>{dock.loading}</p>;
  return (
    <CachelineView
      key={side}
      side={side}
      frame={still.frame}
      catalog={still.catalog}
      history={history}
      selected={selected}
      onSelect={select}
      lineName={(line) => lineName(still.catalog, line)}
    />
  );
}
