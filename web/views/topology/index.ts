// The Machine view's public face; nothing else of this folder is imported from outside.

export { type Tempo, tempoFor } from './tempo.ts';
export type { CameraTarget, FrameSource, MachineViewProps, Selection } from './types.ts';
