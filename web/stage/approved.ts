// The policies that were approved with "Run as C" in this tab: the texts themselves, until the tab is closed. A
// link with another policy runs none of it before a press; nor does a page in a frame, even after a press in the
// same tab: the page around it is untrusted.

import { isFramed } from './framed.ts';

const key = 'schedscape-approved-policies';
const most = 16;
/** Where the browser keeps nothing, they hold as long as the page. */
let here: readonly string[] = [];

function kept(): readonly string[] {
  if (isFramed()) return [];
  try {
    const texts: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(texts) ? texts.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export const isApproved = (source: string): boolean =>
  here.includes(source) || kept().includes(source);

export function approve(source: string): void {
  here = [source, ...kept().filter((each) => each !== source)].slice(0, most);
  if (isFramed()) return;
  try {
    sessionStorage.setItem(key, JSON.stringify(here));
  } catch {
    // A reload asks again.
  }
}
