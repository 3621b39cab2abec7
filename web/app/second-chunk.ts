// What stands on the stage from the beginning but may come a moment after the machines: one chunk, so that
// it is fetched, run and drawn at once instead of piece by piece.

export { default as CaptionBar } from './CaptionBar.tsx';
export { default as Dock } from './Dock.tsx';
export { TopBar } from './TopBar.tsx';
export { TransportBar } from './TransportBar.tsx';
