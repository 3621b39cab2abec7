// The address that a page was too late to write: it is handed to the page that comes next in the same place of this
// tab.

import { isFramed } from './framed.ts';

/** Where the tab keeps it: the path of the page, the hash that its address has, and the hash that it should have. */
export const pendingAddress = 'schedscape-late-address';

/**
 * Puts the pending address into the address bar; once, when the page is loaded. Only a reload or a return to the
 * page takes it: a link, even to the same address, means what the link says.
 */
export function takePendingAddress(): void {
  if (isFramed()) return;
  try {
    const [path, from, to] = sessionStorage.getItem(pendingAddress)!.split(' ');
    if (path !== location.pathname) return;
    sessionStorage.removeItem(pendingAddress);
    const [{ type }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    const isSame = ['reload', 'back_forward'].includes(type) && from === location.hash;
    if (isSame && to?.startsWith('#')) history.replaceState(null, '', to);
  } catch {
    // There is nothing, or the browser keeps nothing.
  }
}
