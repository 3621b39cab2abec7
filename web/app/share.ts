// The button "Share": brings the address up to date and copies it.

import type { Recipe } from '../scenario/index.ts';
import { writeNow } from '../stage/history.ts';
import { topBar } from '../stage/messages.ts';
import { choose } from '../stage/store.ts';

export async function shareLink(base: Recipe): Promise<void> {
  await writeNow(base);
  try {
    await navigator.clipboard.writeText(window.location.href);
    choose({ notice: { tone: 'news', text: topBar.shared } });
  } catch {
    // No clipboard in a foreign frame or without permission: the address bar holds the link.
    choose({ notice: { tone: 'news', text: topBar.shareByHand } });
  }
}
