// What a part of the page hands out to be exported: the element that holds its tables and drawings, what stands over
// a machine, or the key of its colours.

import { useCallback } from 'react';
import type { VariantId } from './playback/playback.ts';
import { perStage, useSession } from './session.ts';

export type ExportedPart = 'view' | 'inspector' | 'key' | `gauges ${VariantId}`;

export const exportRegistry = perStage(() => new Map<ExportedPart, HTMLElement>());

/** The ref of the element that a part hands out as long as it is there; no part: nothing. */
export function useExported(part: ExportedPart | undefined) {
  const parts = exportRegistry(useSession().stage);
  return useCallback(
    (element: HTMLElement | null) => {
      if (!part || !element) return undefined;
      parts.set(part, element);
      return () => void parts.delete(part);
    },
    [parts, part],
  );
}
