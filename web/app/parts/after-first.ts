// What stands on the stage from the beginning but may come a moment after the machines: one chunk, so that
// it is fetched, run and drawn at once instead of piece by piece.

export { default as Dock } from './Dock.tsx';
export { default as ForkButton } from './ForkButton.tsx';
export { default as MarkList } from './Marks.tsx';
export { default as Memory } from './Memory.tsx';
export { default as PartingMarks } from './PartingMarks.tsx';
export { default as Partings } from './Partings.tsx';
