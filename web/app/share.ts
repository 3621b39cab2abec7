// The button "Share": brings the address up to date and copies it.

import { topBar } from '../stage/messages.ts';
import type { Session } from '../stage/session.ts';
import { choose } from '../stage/store.ts';

export async function shareLink({ stage, opened }: Session): Promise<void> {
  await stage.writeAddress(opened.recipe);
  try {
    await navigator.clipboard.writeText(window.location.href);
    choose({ notice: { tone: 'news', text: topBar.shared } });
  } catch {
    // No clipboard in a foreign frame or without permission: the address bar holds the link.
    choose({ notice: { tone: 'news', text: topBar.shareByHand } });
  }
}
