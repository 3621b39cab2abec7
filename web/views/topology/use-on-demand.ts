// Values worked out from a machine's catalog on first use: layouts, thousands of names.

import { useRef } from 'react';
import type { Catalog } from '../../engine/types.ts';

/** Makes it once for each catalog, at the first call. */
export function useOnDemand<Made>(catalog: Catalog, make: (catalog: Catalog) => Made): () => Made {
  const kept = useRef<{ readonly of: Catalog; readonly made: Made }>(undefined);
  return () => {
    if (kept.current?.of !== catalog) kept.current = { of: catalog, made: make(catalog) };
    return kept.current.made;
  };
}
