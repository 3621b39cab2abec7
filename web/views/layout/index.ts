// The Struct layout view's public face. Code that needs no picture imports editing.ts and recipe.ts, so
// that it does not bring the view along; nothing else of this folder is imported from outside.

export { cText } from './c-text.ts';
export {
  type EditAction,
  type Editing,
  edited,
  editingOf,
  layoutOf,
  type OwnLayout,
  type ShownStructure,
  sameLayout,
  samePlaces,
} from './editing.ts';
export { LayoutView, type LayoutViewProps } from './LayoutView.tsx';
export { paholeText } from './pahole-text.ts';
export { editingOfKernel, layoutEdit } from './recipe.ts';
export { type FieldUses, fieldUses, usedStructures } from './uses.ts';
