// What figures, c2c rows, explanations and pages ask a simulation for, in one chunk.

export { captureExplain, captureHeadline, captureRows } from './capture-window.ts';
export { capturePages } from './pages.ts';
export { captureZones } from './zones.ts';
