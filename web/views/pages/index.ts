// The Pages view and its batch slider.

export { type BatchAnswer, BatchSlider, mostBatch, type StructureState } from './BatchSlider.tsx';
export { PagesView } from './PagesView.tsx';
export { words } from './words.ts';
