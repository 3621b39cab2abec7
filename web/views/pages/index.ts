// The Pages view and its batch slider.

export { type BatchAnswer, BatchSlider, mostBatch, type StructureState } from './BatchSlider.tsx';
export { type FollowedHolds, PagesView } from './PagesView.tsx';
export { words } from './words.ts';
