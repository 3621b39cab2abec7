// What stands on the stage from the beginning but may come a moment after the machines: one chunk, so that
// it is fetched, run and drawn at once instead of piece by piece.

export { default as BareView } from './BareView.tsx';
export { Caption } from './Caption.tsx';
export { default as Dock } from './Dock.tsx';
export { Failure } from './Failure.tsx';
export { Gauges } from './Gauges.tsx';
export { Legend } from './Legend.tsx';
export { MomentAhead } from './MomentAhead.tsx';
export { MomentMark } from './MomentMark.tsx';
export { NewsLine } from './NewsLine.tsx';
export { SidePanel } from './SidePanel.tsx';
export { SlideFigure } from './SlideFigure.tsx';
export { TopBar } from './TopBar.tsx';
export { TransportBar } from './TransportBar.tsx';
