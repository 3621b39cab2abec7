// What figures, c2c rows, explanations, pages and policies ask a simulation for, in one chunk.

export { captureMeasured } from './capture-measured.ts';
export { captureExplain, captureHeadline, captureRows } from './capture-window.ts';
export { capturePages } from './pages.ts';
export { capturePolicy } from './policy.ts';
export { withScenarioNames } from './scenario-names.ts';
