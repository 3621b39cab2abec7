// The instances of the core that one run has: two from the start, more for replays. Each is given back once, at the
// latest with the run; an instance that ran out of memory, at once.

import type { Backend } from './backend.ts';
import { closed } from './simulation-options.ts';

export class Instances {
  readonly #open: Backend[];
  readonly #openMore: (() => Promise<Backend>) | undefined;
  #isDisposed = false;

  constructor(open: readonly Backend[], openMore: (() => Promise<Backend>) | undefined) {
    this.#open = [...open];
    this.#openMore = openMore;
  }

  /** What `make` makes of one more. Rejects with what it throws, and where the run was closed meanwhile. */
  async more<Result>(make: (backend: Backend) => Result): Promise<Result> {
    if (!this.#openMore) throw new Error('this run was started without a reader of its past');
    const backend = await this.#openMore();
    try {
      if (this.#isDisposed) throw closed();
      const made = make(backend);
      this.#open.push(backend);
      return made;
    } catch (error) {
      backend.dispose();
      throw error;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const backend of this.#open.splice(0)) backend.dispose();
  }
}
