// The scheduling domains of a CPU on the page: one core for all who ask, loaded when somebody first does.

import { type AskDomains, openDomains } from '../../engine/domains/browser.ts';

let loading: Promise<AskDomains> | undefined;

/** What it rejects with is meant for a reader; another call then tries again. */
export async function domainsOpened(): Promise<AskDomains> {
  loading ??= openDomains();
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
