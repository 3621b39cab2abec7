// From what was done at the editor to what a recipe says of it, and back.

import type { Recipe } from '../../scenario/index.ts';
import type { Kernel } from '../../scenario/kernel-schema.ts';
import { type Editing, editingOf, type OwnLayout } from './editing.ts';

type RecipeLayout = NonNullable<Recipe['layout']>;

/**
 * The `layout` of a recipe that runs this layout as variant C, on the kernel of the variant `from`.
 * The base is always said: `from` may have another layout.
 */
export const layoutEdit = (
  from: RecipeLayout['from'],
  { base, edits, structures }: OwnLayout,
): RecipeLayout => ({
  from,
  base,
  edits: [...edits],
  ...(structures && {
    structures: Object.fromEntries(
      Object.entries(structures).map(([key, texts]) => [key, [...texts]]),
    ),
  }),
});

/** Editing that goes on from a kernel's layout; undefined if that is not given by edits. */
export function editingOfKernel(kernel: Kernel | undefined): Editing | undefined {
  const layout = kernel?.layout;
  if (typeof layout !== 'object' || !('edits' in layout)) return undefined;
  const { base, edits, structures } = layout;
  return editingOf({ base, edits, ...(structures && { structures }) });
}
