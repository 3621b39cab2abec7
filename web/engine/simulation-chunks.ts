// What only one view asks a simulation for is loaded when it asks, and what it needs after the first picture:
// start-up is paid for by the byte.

export const replay = () => import('./slices-replay.ts');
export const window = () => import('./slices-window.ts');
export const decisions = () => import('./decisions.ts');
export const pages = () => import('./pages.ts');
export const measured = () => import('./capture-window.ts');
export const zones = () => import('./zones.ts');
export const afterPicture = () => import('./after-picture.ts');
