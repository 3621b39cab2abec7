// The c2c rows of one side at the head of its run, read again when the head has moved, at most once
// a second: they are for reading, not for watching.

import { useEffect, useState } from 'react';
import type { C2cRows } from '../engine/types.ts';
import type { Side } from './playback/playback.ts';
import { useSession } from './session.ts';

/** ms between two readings. */
const interval = 1_000;

export function useHeadRows(side: Side): C2cRows | undefined {
  const { playback } = useSession();
  const [found, setFound] = useState<{ side: Side; rows: C2cRows }>();
  useEffect(() => {
    let current = true;
    let read = -1;
    const readRows = async () => {
      const { status, headline } = playback.summary().lanes[side];
      const engine = playback.engine(side);
      const head = status?.headTime ?? 0;
      if (!engine || !headline?.measuring || head === read) return;
      read = head;
      const rows = await engine.headRows();
      if (current) setFound({ side, rows });
    };
    // A run that broke says so on its own machine; here the last rows stay.
    const tryReading = () => void readRows().catch(() => {});
    tryReading();
    const timer = setInterval(tryReading, interval);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [playback, side]);
  return found?.side === side ? found.rows : undefined;
}
