// What of a talk survives a reload, in this tab alone: that it has begun, and when, and that the screen is black. Which step
// is shown, the address says.

import type { TalkState } from '../present/talk.ts';

const key = 'schedscape.talk';
const windowKey = 'schedscape.talk-window';

/** A foreign frame or a strict browser refuses storage: then a talk begins anew, and nothing breaks. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

type Kept = Pick<TalkState, 'name' | 'begun' | 'isBlack'>;

export function storeTalkSession({ name, begun, isBlack }: TalkState): void {
  try {
    storage()?.setItem(key, JSON.stringify({ name, begun, isBlack } satisfies Kept));
  } catch {
    // Full: a reload begins anew.
  }
}

export const forget = (): void => storage()?.removeItem(key);

/** What was kept of the talk of that name. */
export function talkSessionOf(name: string | undefined): Partial<Pick<Kept, 'begun' | 'isBlack'>> {
  try {
    const kept = JSON.parse(storage()?.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (kept?.name !== name || !Number.isFinite(kept?.begun)) return {};
    return { begun: kept!.begun, isBlack: kept!.isBlack === true };
  } catch {
    return {};
  }
}

let ownWindow: string | undefined;

/** The id of this tab, by which a speaker's window finds it, also after a reload of either. */
export function talkWindow(): string {
  const saved = storage()?.getItem(windowKey);
  ownWindow ??=
    saved && /^[a-z0-9]{8,40}$/.test(saved)
      ? saved
      : Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
  try {
    storage()?.setItem(windowKey, ownWindow);
  } catch {
    // Full: a reload of the talk loses its speaker's window.
  }
  return ownWindow;
}
