// What a person has done at the editor, step by step, so that it can be undone: the layout begun with,
// the edits since, and why the last attempt was refused. Plain values, no React.

import {
  type ArrayLengths,
  applyEdit,
  applyEdits,
  builtInLayout,
  formatEdit,
  type LayoutEdit,
  type LayoutName,
  parseEdit,
  pictureOf,
  plainLayout,
  type RootDomain,
  tableNamed,
} from '../../scenario/layout/index.ts';
import { LAYOUT_EDITS } from '../../scenario/limits.ts';

/** A layout as recipes carry it. */
export interface OwnLayout {
  readonly base: LayoutName;
  readonly edits: readonly string[];
  /** Edits of other structures by what layouts call them; none is empty. */
  readonly structures?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** A structure other than root_domain, and the machine that says how long its arrays are. */
export interface ShownStructure {
  /** What layouts call it. */
  readonly structure: string;
  readonly counts: ArrayLengths;
}

export interface EditRefusal {
  readonly reason: string;
  readonly remedy: string | undefined;
}

export interface Editing {
  readonly now: OwnLayout;
  readonly past: readonly OwnLayout[];
  readonly future: readonly OwnLayout[];
  /** Of the last attempt; cleared by the next one that succeeds. */
  readonly refusal: EditRefusal | undefined;
}

export type EditAction =
  /** `of`: the structure; left out: root_domain. */
  | { readonly do: 'edit'; readonly edit: LayoutEdit; readonly of?: ShownStructure | undefined }
  | { readonly do: 'refuse'; readonly refusal: EditRefusal | undefined }
  /** All edits of a structure at once: of a text that says how it is to lie. */
  | {
      readonly do: 'replace';
      readonly edits: readonly string[];
      readonly of?: ShownStructure | undefined;
    }
  | { readonly do: 'begin'; readonly base: LayoutName }
  | { readonly do: 'reset'; readonly of?: ShownStructure | undefined }
  | { readonly do: 'undo' | 'redo' };

/** Editing that begins with a layout as it is. */
export const editingOf = (now: OwnLayout): Editing => ({
  now,
  past: [],
  future: [],
  refusal: undefined,
});

/** The edits of a structure; of root_domain where none is named. */
export const editsIn = (
  { edits, structures }: OwnLayout,
  of?: ShownStructure,
): readonly string[] => (of ? (structures?.[of.structure] ?? []) : edits);

function withEdits(
  own: OwnLayout,
  of: ShownStructure | undefined,
  edits: readonly string[],
): OwnLayout {
  if (!of) return { ...own, edits };
  const { [of.structure]: _, ...others } = own.structures ?? {};
  const structures = edits.length > 0 ? { ...others, [of.structure]: edits } : others;
  const { structures: __, ...rest } = own;
  return Object.keys(structures).length > 0 ? { ...rest, structures } : rest;
}

/** A structure before any edit. */
export const beginningOf = (base: LayoutName, of?: ShownStructure): RootDomain =>
  of ? plainLayout(tableNamed(of.structure)!, of.counts) : builtInLayout(base);

/** The layout that was edited, by its edits; those of an OwnLayout were all accepted once. */
export function layoutOf(own: OwnLayout, of?: ShownStructure): RootDomain {
  const edits = editsIn(own, of);
  const outcome = applyEdits(
    edits.map((text) => parseEdit(text)!),
    beginningOf(own.base, of),
  );
  if (!outcome.ok) throw new Error(`${edits[outcome.index ?? 0]}: ${outcome.reason}`);
  return outcome.layout;
}

/** The edits of all structures as one text, whatever order they were made in. */
const textOf = ({ base, edits, structures = {} }: OwnLayout): string =>
  [base, edits, Object.entries(structures).sort(([one], [other]) => (one < other ? -1 : 1))]
    .map((part) => JSON.stringify(part))
    .join(' ');

export const sameLayout = (one: OwnLayout, other: OwnLayout): boolean =>
  textOf(one) === textOf(other);

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
function withEdit(own: OwnLayout, edit: LayoutEdit, of: ShownStructure | undefined): OwnLayout {
  const edits = editsIn(own, of);
  const text = formatEdit(edit);
  const last = edits.at(-1);
  const target = targetOf(edit);
  const repeats = last !== undefined && target && targetOf(parseEdit(last)!) === target;
  const before = repeats ? edits.slice(0, -1) : edits;
  const shorter = withEdits(own, of, [...before, text]);
  if (!repeats) return shorter;
  // Padding depends on what was there: keep both where leaving one out would change the layout.
  const whole = withEdits(own, of, [...edits, text]);
  return isSame(shorter, whole, of) ? withoutIdle(shorter, of) : whole;
}

function isSame(one: OwnLayout, other: OwnLayout, of: ShownStructure | undefined): boolean {
  const outcome = applyEdits(
    editsIn(one, of).map((text) => parseEdit(text)!),
    beginningOf(one.base, of),
  );
  return outcome.ok && JSON.stringify(outcome.layout) === JSON.stringify(layoutOf(other, of));
}

/** Without a last edit that changes nothing: dragged away and back. */
function withoutIdle(own: OwnLayout, of: ShownStructure | undefined): OwnLayout {
  const before = withEdits(own, of, editsIn(own, of).slice(0, -1));
  return isSame(before, own, of) ? before : own;
}

function edit(editing: Editing, made: LayoutEdit, of: ShownStructure | undefined): Editing {
  const { now, past } = editing;
  const layout = layoutOf(now, of);
  const outcome = applyEdit(layout, made);
  if (!outcome.ok) {
    return { ...editing, refusal: { reason: outcome.reason, remedy: outcome.remedy } };
  }
  if (JSON.stringify(outcome.layout) === JSON.stringify(layout)) {
    return { ...editing, refusal: undefined };
  }
  const next = withEdit(now, made, of);
  if (editsIn(next, of).length > LAYOUT_EDITS) {
    const reason = `A custom layout has at most ${LAYOUT_EDITS} edits.`;
    return { ...editing, refusal: { reason, remedy: 'Undo some, or start with another layout.' } };
  }
  return { now: next, past: [...past, now], future: [], refusal: undefined };
}

function changedTo(editing: Editing, next: OwnLayout): Editing {
  if (sameLayout(next, editing.now)) return { ...editing, refusal: undefined };
  const past = [...editing.past, editing.now];
  return { now: next, past, future: [], refusal: undefined };
}

/** The state after an action. */
export function edited(editing: Editing, action: EditAction): Editing {
  const { now, past, future } = editing;
  switch (action.do) {
    case 'edit':
      return edit(editing, action.edit, action.of);
    case 'refuse':
      return { ...editing, refusal: action.refusal };
    case 'begin':
      return changedTo(editing, { ...now, base: action.base, edits: [] });
    case 'replace':
      return changedTo(editing, withEdits(now, action.of, action.edits));
    case 'reset':
      return changedTo(editing, withEdits(now, action.of, []));
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
