// The Timeline view in the dock: feeds it the slices of one side's engine and moves the app's playhead
// for it. A chunk of its own.

import { useCallback, useMemo } from 'react';
import { taskTitle } from '../../engine/task-names.ts';
import type { Catalog } from '../../engine/types.ts';
import * as commands from '../../stage/commands.ts';
import { dock } from '../../stage/messages.ts';
import { lineName, symbolName } from '../../stage/names.ts';
import type { Playback, VariantId } from '../../stage/playback/playback.ts';
import { lineOnSide } from '../../stage/selection.ts';
import { type Session, useSession, useStill, useSummaryPart } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { rangeOf, spanOf, type TimelineChange, withChange } from '../../stage/timeline-kept.ts';
import { timelineMemoryOf } from '../../stage/timeline-memory.ts';
import {
  type Range,
  type Span,
  type TimelineNames,
  type TimelineSelection,
  type TimelineSource,
  TimelineView,
} from '../../views/timeline/index.ts';

function sourceOf(playback: Playback, side: VariantId): TimelineSource {
  const engine = () => playback.engine(side);
  return {
    window: async (query) => engine()?.timelineWindow(query),
    detail: async (query) => engine()?.timelineDetail(query),
    sums: async (query) => engine()?.timelineSums(query),
    next: async (time, by, cpu) => engine()?.timelineNext(time, by, cpu),
  };
}

const namesOf = (catalog: Catalog): TimelineNames => ({
  line: (line) => lineName(catalog, line),
  lock: (lock) => catalog.locks[lock] || String(lock),
  symbol: (symbol) => symbolName(catalog, symbol),
  task: (task) => taskTitle(catalog, task),
});

/** The selection as this side counts lines, and the way back. */
function useSideSelection(catalog: Catalog | undefined) {
  const selection = useStageState((state) => state.selection);
  const first = useSummaryPart((summary) => summary.variants.A.catalog) ?? catalog;
  const shown = useMemo((): TimelineSelection => {
    const { line, ...rest } = selection;
    if (line === undefined || !first || !catalog) return rest;
    return { ...rest, line: lineOnSide(line, first, catalog) };
  }, [selection, first, catalog]);
  const onSelect = useCallback(
    ({ cpu, task, group, line }: TimelineSelection) => {
      const there =
        line === undefined || !catalog || !first ? line : lineOnSide(line, catalog, first);
      choose({
        selection: {
          ...(cpu !== undefined && { cpu }),
          ...(task !== undefined && { task }),
          ...(group !== undefined && { group }),
          ...(there !== undefined && { line: there }),
        },
      });
    },
    [catalog, first],
  );
  return { shown, onSelect };
}

/** What was chosen to be on screen, kept by links; the range is followed, the span is the view's own once it is open. */
function useKept({ opened }: Session, side: VariantId) {
  const firstSpan = useMemo(
    () => spanOf(useStageState.getState().timeline?.[side]?.span, opened),
    [side, opened],
  );
  const kept = useStageState((state) => state.timeline?.[side]?.range);
  const range = useMemo(() => rangeOf(kept, opened), [kept, opened]);
  const change = useCallback(
    (changed: TimelineChange) =>
      choose(({ timeline }) => ({ timeline: withChange(timeline, side, changed) })),
    [side],
  );
  const onSpan = useCallback((span: Span) => change({ span }), [change]);
  const onRange = useCallback((range: Range | undefined) => change({ range }), [change]);
  return { firstSpan, onSpan, range, onRange };
}

export default function TimelineTab({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const { playback, opened } = session;
  const still = useStill(side);
  const catalog = still?.catalog;
  const playing = useSummaryPart((summary) => summary.playing);
  const singleKeys = useStageState((state) => state.singleKeys);
  const theme = useStageState((state) => state.theme);
  const source = useMemo(() => sourceOf(playback, side), [playback, side]);
  const names = useMemo(() => catalog && namesOf(catalog), [catalog]);
  const { shown, onSelect } = useSideSelection(catalog);
  const kept = useKept(session, side);
  const onTime = useCallback(
    (listener: (time: number, head: number) => void) => {
      const tell = () => listener(playback.time, playback.summary().head);
      tell();
      const stops = [playback.onTime(listener, 'picture'), playback.onSummary(tell)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [playback],
  );
  const onSeek = useCallback((time: number) => commands.drag(session, time), [session]);
  if (!still || !catalog || !names) return <p>{dock.loading}</p>;
  return (
    <TimelineView
      key={side}
      side={side}
      catalog={catalog}
      duration={opened.duration}
      source={source}
      onTime={onTime}
      frame={still.frame}
      resting={!playing}
      selection={shown}
      onSelect={onSelect}
      onSeek={onSeek}
      {...kept}
      singleKeys={singleKeys}
      theme={theme}
      memory={timelineMemoryOf(session, side)}
      names={names}
    />
  );
}
