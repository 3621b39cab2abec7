// Whether the window is too low for everything at once, so that helps give way to the machines.

import { useSyncExternalStore } from 'react';

const query = '(height < 900px)';

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

export function useIsLow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
