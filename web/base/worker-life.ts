// Detects whether a worker still lives. A worker that breaks fires an `error` event; a worker that a browser ends,
// for want of memory say, fires nothing. So every worker holds a lock for as long as it lives, and the page waits
// for that lock: it gets it when the worker is gone, even in the midst of a long computation. Pages of hosts
// without TLS have no locks: there only the silence of a worker tells.

/** The browser, or another program, has ended a worker: none of its answers will come. */
export class WorkerEnded extends Error {
  constructor() {
    super('the browser has ended the worker, as it does when memory runs short');
    this.name = 'WorkerEnded';
  }
}

interface Life {
  readonly life: string;
}

const isLife = (data: unknown): data is Life =>
  typeof data === 'object' && data !== null && typeof (data as Partial<Life>).life === 'string';

const forever = new Promise<never>(() => {});

/** To be called by every worker as it begins. */
export function reportLife(): void {
  if (!navigator.locks) return;
  const life = `schedscape worker ${crypto.randomUUID()}`;
  const told = navigator.locks.request(life, () => {
    self.postMessage({ life } satisfies Life);
    return forever;
  });
  told.catch(() => {}); // forbidden in some frames: as on pages without locks
}

/**
 * Rejects when `worker` cannot be started (with `unstarted` where the browser does not say why), breaks, or is
 * ended, also by its owner, which then ignores the rejection. Never resolves.
 */
export function endOf(worker: Worker, unstarted: string): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message || unstarted)));
    worker.addEventListener('message', ({ data }: MessageEvent) => {
      if (isLife(data)) {
        navigator.locks.request(data.life, () => reject(new WorkerEnded())).catch(() => {});
      }
    });
  });
  end.catch(() => {}); // the promise may have no other handler
  return end;
}
