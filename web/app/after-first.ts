// What stands on the stage from the beginning but may come a moment after the machines: one chunk, so that
// it is fetched, run and drawn at once instead of piece by piece.

export { default as MarkList } from '../features/difference/Marks.tsx';
export { default as PartingMarks } from '../features/difference/PartingMarks.tsx';
export { default as Partings } from '../features/difference/Partings.tsx';
export { default as ForkButton } from '../features/fork/ForkButton.tsx';
export { default as Dock } from './Dock.tsx';
export { default as Memory } from './Memory.tsx';
export { default as Ruler } from './Ruler.tsx';
