// Runs questions one at a time: the next one starts when the one before is over. The class knows nothing of their
// content.

/** Steps that may wait for their turn when a key is held down. */
export const longestQueue = 8;

export class OneAtATime {
  #asked: Promise<unknown> | undefined;

  /** The question under way. After waiting for it a caller must look again: another caller may have been first. */
  get asked(): Promise<unknown> | undefined {
    return this.#asked;
  }

  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const asked = question().finally(() => {
      this.#asked = undefined;
    });
    this.#asked = asked;
    return await asked;
  }

  /** Asks when nothing else is asked. */
  async inTurn<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    while (this.#asked) await this.#asked;
    return this.ask(question);
  }
}
