// The selected line as a view of one side counts it. A selection speaks in the lines of machine A; a
// layout may have lines that A lacks: those are kept by the view that shows them.

import { useState } from 'react';
import type { VariantId } from './playback/playback.ts';
import { lineOnSide } from './selection.ts';
import { useSummaryPart } from './session.ts';
import { choose, useStageState } from './store.ts';

export interface SideLine {
  readonly line: number | undefined;
  readonly select: (line: number | undefined) => void;
}

export function useSideLine(side: VariantId): SideLine {
  const here = useSummaryPart(({ variants }) => variants[side].catalog);
  const first = useSummaryPart(({ variants }) => variants.A.catalog) ?? here;
  const selected = useStageState((state) => state.selection.line);
  const [own, setOwn] = useState<number>();
  const select = (line: number | undefined) => {
    const shared = line !== undefined && here && first ? lineOnSide(line, here, first) : undefined;
    setOwn(shared === undefined ? line : undefined);
    choose(({ selection }) => ({ selection: { ...selection, line: shared } }));
  };
  if (selected === undefined) return { line: own, select };
  return { line: here && first && lineOnSide(selected, first, here), select };
}
