// Keeps questions apart: the next may be asked when the one before is over. It knows nothing of what is asked.

/** Steps that may wait for their turn when a key is held down. */
export const longestQueue = 8;

export class OneAtATime {
  #asked: Promise<unknown> | undefined;

  /** What is under way. Who waits for it looks again afterwards: somebody else may have been first. */
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
