// Words of the stage that several formats have: what can happen for the first time in a run, and which events a step
// begins at.

/** Marks and questions name these. */
export const firsts = [
  'measured-window',
  'remote-hitm',
  'queue',
  'push',
  'pull',
  'migration',
  'ipi',
  'lock-wait',
] as const;

/** Kinds of event that a step may begin at, and that are shown slowly. */
export const eventKinds = [
  ...(['refill', 'flush', 'search', 'wake', 'fork', 'exec'] as const),
  ...(['pull', 'push', 'balance', 'newidle', 'store'] as const),
] as const;
export type StageEventKind = (typeof eventKinds)[number];
