// Whether a worker is still there. One that breaks is heard of by an `error` event; one that a browser ends, for
// want of memory say, is not heard of at all. So every worker holds a lock for as long as it lives, for which the
// page waits: it gets it when the worker is gone, also from the midst of a long computation. Pages of hosts without
// TLS have no locks: there only the silence of a worker tells.

/** The browser, or somebody else, has ended a worker: nothing of what it was asked will come. */
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
 * ended, by its owner too: who ends a worker wants to hear nothing of it any more. Never resolves.
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
  end.catch(() => {}); // nobody may be waiting for it
  return end;
}
