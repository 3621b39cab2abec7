// What was typed since the policy on stage began, until the tab is closed: the address holds what runs, not what is in
// the making.

const key = 'schedscape-policy-draft';

interface Draft {
  /** The policy of the recipe that it began from; '' without one. */
  readonly of: string;
  readonly text: string;
}

/** What was typed last over the policy of this recipe; undefined: nothing. */
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
