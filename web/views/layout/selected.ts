// What is selected in the editor: a part, and which of the members around it edits act on.

import type { LayoutPart, LayoutPicture } from '../../scenario/layout/index.ts';

export interface Selected {
  /** Part.label. */
  readonly label: string;
  /** Which of Part.within edits act on, the outermost is 0; undefined: the innermost. */
  readonly level: number | undefined;
}

export interface SelectedPart {
  readonly part: LayoutPart;
  readonly member: string;
}

/**
 * The selection in a layout, which may have changed since: the same part, and the member at the same
 * depth around it (an array that was cut has another name).
 */
export function selectedIn(
  { parts }: LayoutPicture,
  selected: Selected | undefined,
): SelectedPart | undefined {
  const part = selected && parts.find(({ label }) => label === selected.label);
  if (!part) return undefined;
  const deepest = part.within.length - 1;
  return { part, member: part.within[Math.min(selected.level ?? deepest, deepest)]! };
}

/** All parts of a member, or of the one named member of every vector. */
export const partsOfMember = ({ parts }: LayoutPicture, member: string): readonly LayoutPart[] =>
  parts.filter(({ within }) => within.includes(member));
