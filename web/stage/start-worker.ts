// Makes the workers that a stage begins with. Workers of long jobs are made where the jobs are.

import type { WorkerRole } from './worker.ts';

export const startWorker = (role: WorkerRole): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: `schedscape ${role}`,
  });
