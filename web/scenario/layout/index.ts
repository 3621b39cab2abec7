// The public face of the layout model: root_domain as members that edits put in other places.

export {
  builtInLayout,
  editsOf,
  isLayoutName,
  type LayoutName,
  layoutCodes,
  layoutNames,
  type Patched,
  patchesNamed,
  patchNames,
} from './built-in.ts';
export type { EditOutcome } from './edit-outcome.ts';
export { editForms, editPattern, formatEdit, parseEdit } from './edit-text.ts';
export {
  applyEdit,
  applyEdits,
  type LayoutEdit,
  MOST_ALIGNMENT,
  MOST_BYTES,
  MOST_PADDING,
} from './edits.ts';
export {
  type Allocation,
  allocationOf,
  type LayoutPart,
  type LayoutPicture,
  LINE_BYTES,
  lineOfOffset,
  offsetsOf,
  type PlacedGap,
  pictureOf,
} from './picture.ts';
export {
  type ArrayLengths,
  declarationsFor,
  plainLayout,
  relaid,
  structureKeys,
  tableNamed,
} from './plain.ts';
export {
  type Compiled,
  type Container,
  compile,
  containerOf,
  isPerNode,
  isVectored,
  type Levels,
  type Member,
  memberPlace,
  type RootDomain,
  startOf,
} from './root-domain-struct.ts';
export { alignmentOf, type Gap, type Laid, type Placeable } from './structure.ts';
