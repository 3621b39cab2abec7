// The Machine view's public face; nothing else of this folder is imported from outside, but render-worker.ts by the
// worker that draws.

export { ActivitySwatch } from './ActivitySwatch.tsx';
export { type Activity, activities } from './activity.ts';
export { type Colouring, heatBands, hueOf } from './colouring.ts';
export { DistanceRuler, type DistanceRulerProps, distancesOf } from './DistanceRuler.tsx';
export type { CpuDomains } from './layers/domains/domains.ts';
export { MachineView } from './MachineView.tsx';
export { roleNames } from './roles.ts';
export { copyOf } from './shown.ts';
export { heatScale, partScales } from './stage-scale.ts';
export { type Tempo, tempoFor } from './tempo.ts';
export type { CameraTarget, FrameFeed, MachineViewProps, Selection } from './types.ts';
