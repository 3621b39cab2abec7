// By what a run may compare its CPUs, for who asks.

/** ns of the measured window that they were not idle; wake-ups placed there; moves that ended there. */
export const cpuScores = ['busy', 'wakeups', 'arrivals'] as const;
export type CpuScore = (typeof cpuScores)[number];
