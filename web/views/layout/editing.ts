// What a person has done at the editor, step by step, so that it can be undone: the layout begun with,
// the edits since, and why the last attempt was refused. Plain values, no React.

import {
  applyEdit,
  applyEdits,
  builtInLayout,
  formatEdit,
  type LayoutEdit,
  type LayoutName,
  parseEdit,
  pictureOf,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { LAYOUT_EDITS } from '../../scenario/limits.ts';

/** A layout as recipes carry it. */
export interface OwnLayout {
  readonly base: LayoutName;
  readonly edits: readonly string[];
}

export interface Refusal {
  readonly reason: string;
  readonly remedy: string | undefined;
}

export interface Editing {
  readonly now: OwnLayout;
  readonly past: readonly OwnLayout[];
  readonly future: readonly OwnLayout[];
  /** Of the last attempt; cleared by the next one that succeeds. */
  readonly refusal: Refusal | undefined;
}

export type Action =
  | { readonly do: 'edit'; readonly edit: LayoutEdit }
  | { readonly do: 'refuse'; readonly refusal: Refusal | undefined }
  | { readonly do: 'begin'; readonly base: LayoutName }
  | { readonly do: 'undo' | 'redo' | 'reset' };

/** Editing that begins with a layout as it is. */
export const editingOf = (now: OwnLayout): Editing => ({
  now,
  past: [],
  future: [],
  refusal: undefined,
});

/** The layout that was edited, by its edits; those of an OwnLayout were all accepted once. */
export function layoutOf({ base, edits }: OwnLayout): RootDomain {
  const outcome = applyEdits(
    edits.map((text) => parseEdit(text)!),
    builtInLayout(base),
  );
  if (!outcome.ok) throw new Error(`${edits[outcome.index ?? 0]}: ${outcome.reason}`);
  return outcome.layout;
}

export const sameLayout = (one: OwnLayout, other: OwnLayout): boolean =>
  one.base === other.base && one.edits.join(';') === other.edits.join(';');

/** True if both put every byte in the same place, whatever way they came there. */
export function samePlaces(one: RootDomain, other: RootDomain): boolean {
  const places = (layout: RootDomain) => {
    const { parts, size } = pictureOf(layout);
    return `${size} ${parts.map(({ label, offset }) => `${label}@${offset}`).join(' ')}`;
  };
  return places(one) === places(other);
}

/** What an edit sets: a later one of the same target makes the earlier one pointless. */
function targetOf(edit: LayoutEdit): string | undefined {
  switch (edit.kind) {
    case 'move':
    case 'place':
      return `order ${edit.member}`;
    case 'align':
    case 'pad':
      return `${edit.kind} ${edit.member}`;
    default:
      return undefined;
  }
}

/** The edits with one more; steps of one drag become one edit. */
function withEdit({ base, edits }: OwnLayout, edit: LayoutEdit): OwnLayout {
  const text = formatEdit(edit);
  const last = edits.at(-1);
  const target = targetOf(edit);
  const repeats = last !== undefined && target && targetOf(parseEdit(last)!) === target;
  const before = repeats ? edits.slice(0, -1) : edits;
  const shorter = { base, edits: [...before, text] };
  if (!repeats) return shorter;
  // Padding depends on what was there: keep both where leaving one out would change the layout.
  const whole = { base, edits: [...edits, text] };
  return isSame(shorter, whole) ? withoutIdle(shorter) : whole;
}

function isSame(one: OwnLayout, other: OwnLayout): boolean {
  const outcome = applyEdits(
    one.edits.map((text) => parseEdit(text)!),
    builtInLayout(one.base),
  );
  return outcome.ok && JSON.stringify(outcome.layout) === JSON.stringify(layoutOf(other));
}

/** Without a last edit that changes nothing: dragged away and back. */
function withoutIdle(own: OwnLayout): OwnLayout {
  const before = { ...own, edits: own.edits.slice(0, -1) };
  return isSame(before, own) ? before : own;
}

function edit(editing: Editing, made: LayoutEdit): Editing {
  const { now, past } = editing;
  const layout = layoutOf(now);
  const outcome = applyEdit(layout, made);
  if (!outcome.ok) {
    return { ...editing, refusal: { reason: outcome.reason, remedy: outcome.remedy } };
  }
  if (JSON.stringify(outcome.layout) === JSON.stringify(layout)) {
    return { ...editing, refusal: undefined };
  }
  const next = withEdit(now, made);
  if (next.edits.length > LAYOUT_EDITS) {
    const reason = `A layout of one's own has at most ${LAYOUT_EDITS} edits.`;
    return { ...editing, refusal: { reason, remedy: 'Undo some, or begin with another layout.' } };
  }
  return { now: next, past: [...past, now], future: [], refusal: undefined };
}

function changedTo(editing: Editing, next: OwnLayout): Editing {
  if (sameLayout(next, editing.now)) return { ...editing, refusal: undefined };
  const past = [...editing.past, editing.now];
  return { now: next, past, future: [], refusal: undefined };
}

/** The state after an action. */
export function edited(editing: Editing, action: Action): Editing {
  const { now, past, future } = editing;
  switch (action.do) {
    case 'edit':
      return edit(editing, action.edit);
    case 'refuse':
      return { ...editing, refusal: action.refusal };
    case 'begin':
      return changedTo(editing, { base: action.base, edits: [] });
    case 'reset':
      return changedTo(editing, { ...now, edits: [] });
    case 'undo': {
      const before = past.at(-1);
      if (!before) return editing;
      const later = [now, ...future];
      return { now: before, past: past.slice(0, -1), future: later, refusal: undefined };
    }
    case 'redo': {
      const [next, ...later] = future;
      if (!next) return editing;
      return { now: next, past: [...past, now], future: later, refusal: undefined };
    }
  }
}
