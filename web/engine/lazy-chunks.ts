// What only one view asks a simulation for is loaded when it asks, and what it needs after the first picture:
// start-up is paid for by the byte.

const ofMeasures = () => import('./measures-chunk.ts');

export const replay = () => import('./slices-replay.ts');
export const window = () => import('./slices-window.ts');
export const decisions = () => import('./decisions.ts');
export const findEvent = () => import('./find-event.ts');
export const pages = ofMeasures;
export const measured = ofMeasures;
export const mechanisms = () => import('./mechanisms.ts');
export const recorded = () => import('./recorded-chunk.ts');
export const afterPicture = () => import('./after-picture-chunk.ts');
