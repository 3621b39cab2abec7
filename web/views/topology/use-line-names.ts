// The names of a machine's cache lines, of which there are thousands: made when somebody points at something.

import { useRef } from 'react';
import type { Catalog } from '../../engine/types.ts';
import { lineNames } from './words.ts';

export function useLineNames(catalog: Catalog): () => readonly string[] {
  const names = useRef<{ readonly of: Catalog; readonly lines: readonly string[] }>(undefined);
  return () => {
    if (names.current?.of !== catalog) names.current = { of: catalog, lines: lineNames(catalog) };
    return names.current.lines;
  };
}
