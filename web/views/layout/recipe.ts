// From what was done at the editor to what a recipe says of it, and back.

import { layoutNames, type Recipe } from '../../scenario/index.ts';
import { isLayoutName } from '../../scenario/layout/index.ts';
import type { OwnLayout } from './editing.ts';

type RecipeLayout = NonNullable<Recipe['layout']>;

/**
 * The `layout` of a recipe that runs this layout as variant C, on the kernel of the variant `from`.
 * The base is always said: `from` may have another layout.
 */
export const layoutEdit = (
  from: RecipeLayout['from'],
  { base, edits }: OwnLayout,
): RecipeLayout => ({
  from,
  base,
  edits: [...edits],
});

/**
 * The layout that a recipe carries, to go on editing it; undefined if it carries none by edits.
 * `posted` is the layout of the variant it is made from, for recipes that leave the base out.
 */
export function ownLayoutOf(layout: Recipe['layout'], posted: unknown): OwnLayout | undefined {
  if (!layout || !('edits' in layout)) return undefined;
  const known = typeof posted === 'string' && isLayoutName(posted) ? posted : layoutNames[0];
  return { base: layout.base ?? known, edits: layout.edits };
}
