// What a part of the page hands out to be exported: the element that holds its tables and drawings, what stands over
// a machine, or the key of its colours.

import { useCallback } from 'react';
import type { VariantId } from './playback/playback.ts';
import { perStage, useSession } from './session.ts';

export type HandedPart = 'view' | 'inspector' | 'key' | `gauges ${VariantId}`;

export const handedOut = perStage(() => new Map<HandedPart, HTMLElement>());

/** The ref of the element that a part hands out as long as it is there; no part: nothing. */
export function useHandedOut(part: HandedPart | undefined) {
  const parts = handedOut(useSession().stage);
  return useCallback(
    (element: HTMLElement | null) => {
      if (!part || !element) return undefined;
      parts.set(part, element);
      return () => void parts.delete(part);
    },
    [parts, part],
  );
}
