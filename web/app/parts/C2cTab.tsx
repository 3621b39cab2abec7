// The c2c view in the dock: asks the engine of one side for its rows at the head, while the view is
// open and whenever the head has moved on. A chunk of its own.

import { useEffect, useState } from 'react';
import type { C2cRows } from '../../engine/types.ts';
import { C2cView } from '../../views/c2c/C2cView.tsx';
import { dock, c2c as words } from '../messages.ts';
import { lineName } from '../names.ts';
import type { Side } from '../playback/playback.ts';
import { useSession, useSummary } from '../session.ts';
import { choose, useChoice } from '../store.ts';

/** ms between two readings: the table is for reading, not for watching. */
const readingInterval = 1_000;

/** The rows of `side` at its head. */
function useRows(side: Side): C2cRows | undefined {
  const { playback } = useSession();
  const [found, setFound] = useState<{ side: Side; rows: C2cRows }>();
  useEffect(() => {
    let current = true;
    let read = -1;
    const readRows = async () => {
      const head = playback.summary().lanes[side].status?.headTime ?? 0;
      const engine = playback.engine(side);
      if (!engine || head === read) return;
      read = head;
      const rows = await engine.rows(head);
      if (current) setFound({ side, rows });
    };
    // A run that broke says so on its own machine; here the last rows stay.
    const tryReading = () => void readRows().catch(() => {});
    tryReading();
    const timer = setInterval(tryReading, readingInterval);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [playback, side]);
  return found?.side === side ? found.rows : undefined;
}

export default function C2cTab({ side }: { readonly side: Side }) {
  const lane = useSummary().lanes[side];
  const rows = useRows(side);
  const selection = useChoice((choice) => choice.selection);
  const { catalog } = lane;
  if (!catalog) return <p>{dock.loading}</p>;
  return (
    <C2cView
      side={side}
      catalog={catalog}
      rows={rows}
      measuring={lane.headline?.measuring ?? false}
      line={selection.line}
      onLine={(line) => choose({ selection: { ...selection, line } })}
      lineName={(line) => lineName(catalog, line)}
      words={words}
    />
  );
}
