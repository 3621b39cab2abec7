// Code that is fetched on first use. Without a network a notice says so, by the name of the function that was asked
// for; the next use fetches again. Boundary (web/ui) does the same for parts of the page that are drawn.

import { isUnfetched, messageOf } from '../ui/errors.ts';
import { notices } from './messages.ts';
import { choose } from './store.ts';

/** Says that something could not be fetched, in the words of `text`. Throws what is no matter of the network again. */
export function noticeUnfetched(text: string, error: unknown): void {
  if (!isUnfetched(messageOf(error))) throw error;
  choose({ notice: { tone: 'problem', text, remedy: notices.unfetchedRemedy } });
}

/** What `act` gives; undefined where a part of the program for it could not be fetched, which is said then. */
export async function withLazyChunk<Result>(
  what: string,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    noticeUnfetched(notices.unfetched(what), error);
    return undefined;
  }
}
