// The workers of a page, by their names, and ways to end them.

import type { Page, Worker } from '@playwright/test';

/** The workers of that name: "schedscape variant", "schedscape conductor". */
export async function workersNamed(page: Page, name: string): Promise<Worker[]> {
  const workers = await Promise.all(
    page.workers().map(async (worker) => ({
      worker,
      name: await worker.evaluate(() => self.name).catch(() => undefined),
    })),
  );
  return workers.filter((each) => each.name === name).map(({ worker }) => worker);
}

/** Ends a worker as a browser does that has no memory for it: without a word. */
export const end = (worker: Worker) => worker.evaluate(() => self.close()).catch(() => {});

/** Workers by their names, each once it has told of its life. */
type Begun = Map<string | undefined, Promise<globalThis.Worker>>;

/** Workers in the midst of a long computation hear nothing: those that begin from now on can be ended from the page. */
export const rememberWorkers = (page: Page) =>
  page.addInitScript(() => {
    const begun: Begun = new Map();
    Object.assign(globalThis, {
      begun,
      Worker: class extends globalThis.Worker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          const alive = new Promise<globalThis.Worker>((resolve) => {
            this.addEventListener('message', ({ data }) => 'life' in data && resolve(this));
          });
          begun.set(options?.name, alive);
        }
      },
    });
  });

/**
 * Ends the last remembered worker of that name, whatever it does. Waits until the worker lives: the page does not
 * notice the end of a worker that is still being fetched.
 */
export const endBusy = (page: Page, name: string) =>
  page.evaluate(
    async (wanted) =>
      (await (globalThis as unknown as { begun: Begun }).begun.get(wanted)!).terminate(),
    name,
  );

/**
 * Ends the next worker of that name when it first reports that it lives: it has begun, and messages sent until then
 * never reach it. Runs in the page, so that nothing depends on a race with the test.
 */
export const endNext = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const Usual = globalThis.Worker;
    globalThis.Worker = class extends Usual {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        if (options?.name !== wanted) return;
        globalThis.Worker = Usual;
        this.postMessage = () => {};
        this.addEventListener('message', ({ data }) => 'life' in data && this.terminate());
      }
    };
  }, name);
