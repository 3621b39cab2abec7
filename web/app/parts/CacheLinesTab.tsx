// The Cache-lines view in the dock: feeds it the frames of one side. A chunk of its own.

import { useEffect, useMemo } from 'react';
import { RECORD } from '../../engine/abi.gen.ts';
import { CachelineView } from '../../views/cacheline/CachelineView.tsx';
import { FetchHistory } from '../../views/cacheline/history.ts';
import { dock, cacheline as words } from '../messages.ts';
import { lineName } from '../names.ts';
import type { Side } from '../playback/playback.ts';
import { useSession, useStill } from '../session.ts';
import { useSideLine } from '../sideLine.ts';

export default function CacheLinesTab({ side }: { readonly side: Side }) {
  const { playback } = useSession();
  const still = useStill(side);
  const { line: selected, select } = useSideLine(side);
  const catalog = still?.catalog;
  const history = useMemo(() => (catalog ? new FetchHistory(RECORD.MISS) : undefined), [catalog]);
  useEffect(
    () => history && playback.onFrame(side, (frame) => history.add(frame)),
    [playback, side, history],
  );
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
      words={words}
    />
  );
}
