// Resolves when the page has been built: its thread has answered at once for a while. Runs beside it hold back
// until then (engine/worker.ts). No result depends on it.

/** ms between two looks, how late one may come, and how many in a row have to come in time. */
const pace = 100;
const slack = 25;
const inTime = 5;

/** Settles half a second after the last of what kept the thread, at the earliest half a second from now. */
export async function quietOf(now: () => number = () => performance.now()): Promise<void> {
  for (let row = 0; row < inTime; ) {
    const begun = now();
    await new Promise((resolve) => setTimeout(resolve, pace));
    row = now() - begun <= pace + slack ? row + 1 : 0;
  }
}

let asked: Promise<void> | undefined;

/** One promise for all waiters of this page. */
export const pageQuiet = (): Promise<void> => {
  asked ??= quietOf();
  return asked;
};
