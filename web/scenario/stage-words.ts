// What can happen for the first time in a run: marks and questions name it.

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
