// Parts of a foreign workload that are not simulated: refused, unless the user allows that they are left out. Each
// has a word; the result names all that were left out.

import { ScenarioError } from '../../../scenario/index.ts';

/** By word: what was left out, as a sentence of what is not modelled. */
const words = {
  yield: 'sched_yield: the task continues at once.',
  deadline: 'SCHED_DEADLINE: such tasks run as SCHED_OTHER.',
  taskgroup: 'Task groups: all tasks are in one.',
  cpus: 'CPU affinity: tasks may use all CPUs.',
  'phase-policy': 'Policies that change from phase to phase: the policy of the task applies.',
  'phase-cpus': 'CPUs that change from phase to phase: the CPUs of the task apply.',
  slice: 'Slices of single tasks: the kernel’s slice applies.',
  iorun: 'I/O to a device.',
  memrun: 'Reading and writing of memory.',
} as const;

export type LeftOut = keyof typeof words;
export const leaveOutWords = Object.keys(words) as LeftOut[];

const isWord = (word: string): word is LeftOut => Object.hasOwn(words, word);

export class Leaving {
  readonly #wanted: ReadonlySet<LeftOut>;
  readonly #used = new Set<LeftOut>();

  constructor(wanted: readonly string[]) {
    const bad = wanted.find((word) => !isWord(word));
    if (bad !== undefined) {
      const problem = `${JSON.stringify(bad.slice(0, 40))} cannot be left out`;
      throw new ScenarioError('leave-out', problem, `write ${leaveOutWords.join(', ')}`);
    }
    this.#wanted = new Set(wanted.filter(isWord));
  }

  /** True if it is to be left out; refuses it otherwise: `problem` says what stands at the path. */
  leaves(word: LeftOut, path: string, problem: string): true {
    if (!this.#wanted.has(word)) {
      throw new ScenarioError(path, problem, `fix it, or leave it out: --leave-out ${word}`);
    }
    this.#used.add(word);
    return true;
  }

  has(word: LeftOut): boolean {
    return this.#wanted.has(word);
  }

  /** The words that left something out. One that did not would deceive: throws ScenarioError. */
  used(): LeftOut[] {
    const idle = [...this.#wanted].find((word) => !this.#used.has(word));
    if (idle === undefined) return [...this.#used];
    const remedy = 'remove the word: a result that names it would be wrong';
    throw new ScenarioError('leave-out', `"${idle}" leaves nothing out`, remedy);
  }

  sentences(): string[] {
    return this.used().map((word) => `Left out: ${words[word]}`);
  }
}
