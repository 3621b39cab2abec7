// Steps as events of rt-app: the key that one begins with, and its value.

import { timeNs } from '../../../scenario/index.ts';
import type { TaskForm, WorkloadForm } from '../../../scenario/program/schema.ts';
import type { Amount, ProgramStep } from '../../../scenario/program/steps.ts';
import type { ReaderNotes } from '../notes.ts';

interface Told {
  readonly means: boolean;
  readonly notes: ReaderNotes;
  readonly refuse: (problem: string) => void;
}

const kib = (text: string | undefined): number => {
  const parts = /^(\d+)(KiB|MiB)$/.exec(text ?? '');
  return parts ? Number(parts[1]) * (parts[2] === 'MiB' ? 1024 : 1) : 0;
};

export class RtAppEvents {
  readonly #form: WorkloadForm;
  readonly #told: Told;
  /** Names of mutexes that some event locks. */
  readonly mutexes = new Set<string>();
  /** How many threads come to each barrier. */
  readonly barriers = new Map<string, number>();
  /** Some amount is drawn, which rt-app cannot. */
  hasDrawn = false;

  constructor(form: WorkloadForm, told: Told) {
    this.#form = form;
    this.#told = told;
  }

  /** Whole µs of ns. */
  us(ns: number): number {
    if (ns % 1000 !== 0)
      this.#told.notes.add('rt-app has whole microseconds: finer values are rounded.');
    return Math.round(ns / 1000);
  }

  /** Key and value. */
  of(step: ProgramStep, task: TaskForm): readonly [string, unknown] {
    switch (step.verb) {
      case 'run':
        return ['run', this.#amount(step.amount)];
      case 'spend':
        return ['runtime', this.#amount(step.amount)];
      case 'sleep':
        return ['sleep', this.#amount(step.amount)];
      case 'every':
        return [
          'timer',
          { ref: step.name, period: this.us(step.ns), ...(step.absolute && { mode: 'absolute' }) },
        ];
      case 'wait':
      case 'sync':
        this.mutexes.add(step.mutex);
        return [step.verb, { ref: step.name, mutex: step.mutex }];
      case 'suspend':
        if (step.name !== undefined && step.name !== task.name)
          this.#told.refuse(`suspend ${step.name}: a task sleeps on its own name alone`);
        return ['suspend', task.name];
      case 'post':
        if (step.count !== 1)
          this.#told.refuse(`post ${step.name} ${step.count}: it posts one at a time`);
        if (step.sync)
          this.#told.notes.add(
            'rt-app has no pipes: a post that wakes as they do (sync) is written as any other.',
          );
        return ['sem_post', step.name];
      case 'set':
        return ['mem', step.count];
      case 'write':
      case 'read':
      case 'chase':
        return [
          'memrun',
          { type: step.verb, size: 1024 * kib(task.memory?.private), count: step.count },
        ];
      case 'syscall':
      case 'load':
      case 'store':
      case 'add':
        this.#told.refuse(`${step.verb}: it has no such event`);
        return [step.verb, 0];
      default:
        return this.#named(step, task);
    }
  }

  #named(step: Extract<ProgramStep, { name: string }>, task: TaskForm): readonly [string, unknown] {
    const { name } = step;
    switch (step.verb) {
      case 'lock':
      case 'resume':
        this.mutexes.add(name);
        return [step.verb, name];
      case 'broadcast':
        return ['broad', name];
      case 'await':
        return ['sem_wait', name];
      case 'barrier':
        this.barriers.set(name, (this.barriers.get(name) ?? 0) + (task.count ?? 1));
        return ['barrier', name];
      default:
        return [step.verb, name];
    }
  }

  /** µs. */
  #amount(amount: Amount): number {
    if (amount.kind === 'fixed') return this.us(amount.ns);
    this.hasDrawn = true;
    if (!this.#told.means) {
      this.#told.refuse('a random amount (~, .. or @)');
      return 0;
    }
    this.#told.notes.add('rt-app has no random values: each is written as its mean.');
    return Math.round(this.#mean(amount) / 1000);
  }

  #mean(amount: Exclude<Amount, { kind: 'fixed' }> | Amount): number {
    if (amount.kind === 'uniform') return (amount.low + amount.high) / 2;
    if (amount.kind !== 'quantiles') return amount.ns;
    const { resources = [] } = this.#form;
    const said = resources.find(({ kind, name }) => kind === 'quantiles' && name === amount.name);
    const values = (said?.values ?? []).map(timeNs);
    // A draw lies between two neighbours, any of them as often.
    const inner = values.slice(1).map((value, at) => (value + values[at]!) / 2);
    return inner.reduce((sum, each) => sum + each, 0) / Math.max(1, inner.length);
  }
}
