// Makes the workers that a stage begins with. Workers of long jobs are made next to their jobs.

import type { WorkerRole } from './worker.ts';

/** Workers that were started ahead of their first use, with their messages so far. */
const waiting: { role: WorkerRole; worker: Worker; said: readonly unknown[] }[] = [];

/** ms that one waits for its use: a page that shows one machine instead of two has none for some. */
const patience = 15_000;

const made = (role: WorkerRole): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: `schedscape ${role}`,
  });

/** A worker, already under way if one of this kind was started ahead. */
export function startWorker(role: WorkerRole): Worker {
  const at = waiting.findIndex((one) => one.role === role);
  if (at < 0) return made(role);
  const { worker, said } = waiting.splice(at, 1)[0]!;
  // The caller listens from now on.
  queueMicrotask(() => {
    for (const data of said) worker.dispatchEvent(new MessageEvent('message', { data }));
  });
  return worker;
}

/**
 * Starts workers for which there will soon be a use, so that they load while the page does. A worker that does not
 * start is forgotten: its first user tries again, and reports.
 */
export function startAhead(...wanted: readonly WorkerRole[]): void {
  for (const role of wanted) {
    const worker = made(role);
    const said: unknown[] = [];
    const one = { role, worker, said };
    const isWaiting = () => waiting.includes(one);
    worker.addEventListener('message', ({ data }: MessageEvent) => {
      if (isWaiting()) said.push(data);
    });
    const forget = () => {
      if (!isWaiting()) return;
      waiting.splice(waiting.indexOf(one), 1);
      worker.terminate();
    };
    worker.addEventListener('error', forget);
    setTimeout(forget, patience);
    waiting.push(one);
  }
}
