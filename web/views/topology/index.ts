// The Machine view's public face; nothing else of this folder is imported from outside, but render-worker.ts by the
// worker that draws.

export { type Activity, activities } from './activity.ts';
export { DistanceRuler, type DistanceRulerProps, distancesOf } from './DistanceRuler.tsx';
export type { CpuDomains } from './layers/domains/domains.ts';
export { MachineView } from './MachineView.tsx';
export { copyOf } from './shown.ts';
export { type Tempo, tempoFor } from './tempo.ts';
export type { CameraTarget, FrameFeed, MachineViewProps, Selection } from './types.ts';
