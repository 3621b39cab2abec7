// The key of the search: Ctrl K, or Cmd K, everywhere on the page.

import { choose, useStageState } from '../stage/store.ts';

/** Opens the search, unless a dialog asks for something; in a frame the key belongs to the page around it. */
function openSearch(event: KeyboardEvent): void {
  const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  if (!isKey || event.altKey || event.shiftKey || useStageState.getState().embed) return;
  event.preventDefault();
  if (!document.querySelector('dialog[open]')) choose({ search: true });
}

export function listenForSearch(signal: AbortSignal): void {
  document.addEventListener('keydown', openSearch, { signal });
}
