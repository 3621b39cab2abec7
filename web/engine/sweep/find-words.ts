// Criteria by which the CPUs of a run can be compared.

/** ns of the measured window that they were not idle; wake-ups placed there; moves that ended there. */
export const cpuScores = ['busy', 'wakeups', 'arrivals'] as const;
export type CpuScore = (typeof cpuScores)[number];
