// What was typed since the workload on stage began, until the tab is closed: the address holds what runs, not what is in
// the making.

const key = 'schedscape-workload-draft';

interface Draft {
  /** The text of the workload on stage that it began from; '' without one. */
  readonly of: string;
  readonly text: string;
}

/** What was typed last over this text; undefined: nothing. */
export function draftOf(of: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    return kept?.of === of && typeof kept.text === 'string' ? kept.text : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // It is gone with the page, then.
  }
}
