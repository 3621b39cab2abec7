// The Machine view's public face; nothing else of this folder is imported from outside, but render-worker.ts by the
// worker that draws.

export { ActivitySwatch } from './ActivitySwatch.tsx';
export { type Activity, activities, activityShares } from './activity.ts';
export { type Colouring, heatBands, hueOf } from './colouring.ts';
export { DistanceRuler, type DistanceRulerProps, distancesOf } from './DistanceRuler.tsx';
export { LegendMarks } from './LegendMarks.tsx';
export type { CpuDomains } from './layers/domains/domains.ts';
export { type MechanismFacts, mechanismFacts, mechanismOf } from './layers/mechanisms.ts';
export { MachineKey } from './MachineKey.tsx';
export { MachineView } from './MachineView.tsx';
export type { MechanismChoice } from './mechanism.ts';
export type { RunUpBuffers, SvgDrawing } from './messages.ts';
export { Pictures } from './pictures.ts';
export type { FrameFeed, MachineViewProps } from './props.ts';
export type { Ring } from './ring.ts';
export { roleNames } from './roles.ts';
export type { StageScale } from './stage-scale.ts';
export { type Tempo, tempoFor } from './tempo.ts';
export type { CameraTarget, Selection } from './types.ts';
