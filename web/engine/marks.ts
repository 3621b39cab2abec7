// Watches the head for the first occurrences that a scenario names: the first transfer of a line from
// another node, the first queue of so many CPUs, the first pull. Costs nothing once all were found.

import type * as abi from './abi.gen.ts';
import { MIGRATE, RECORD } from './abi.gen.ts';
import type { Reader, ReaderWorld } from './backlog.ts';
import { findLine, type LineQuestion } from './fields.ts';
import { type Catalog, lineBytes } from './types/catalog.ts';

export type MarkFirst =
  | 'remote-hitm'
  | 'queue'
  | 'push'
  | 'pull'
  | 'migration'
  | 'ipi'
  | 'lock-wait';

export interface MarkQuestion {
  readonly first: MarkFirst;
  /** Left out: any line. */
  readonly line?: LineQuestion | undefined;
  /** Of a queue: how many CPUs wait at once. */
  readonly waiting?: number | undefined;
}

/** The core's class of a line fetched modified from another node (machine/coherence.h). */
const remoteHitm = 4;

type Test = (record: abi.Record) => boolean;

const isOnLine = (record: abi.Record, line: number | undefined): boolean =>
  line === undefined || Math.floor(record.a / lineBytes) === line;

/** True at the miss with which `waiting` CPUs stand behind others at one line. */
function queueTest(line: number | undefined, waiting: number): Test {
  /** By line: the times at which the waits for it end. */
  const ends = new Map<number, number[]>();
  return (record) => {
    if (record.kind !== RECORD.MISS || record.b === 0 || !isOnLine(record, line)) return false;
    const { time } = record;
    const here = Math.floor(record.a / lineBytes);
    const still = (ends.get(here) ?? []).filter((end) => end > time);
    still.push(time + record.b);
    ends.set(here, still);
    return still.length >= waiting;
  };
}

function testOf({ first, line: asked, waiting = 1 }: MarkQuestion, catalog: Catalog): Test {
  const line = asked && findLine(catalog, asked);
  // A layout without such a line has no such moment.
  if (asked && line === undefined) return () => false;
  const pull = catalog.decisions.indexOf('pull_rt_task');
  switch (first) {
    case 'remote-hitm':
      return (record) =>
        record.kind === RECORD.MISS &&
        ((record.d >>> 8) & 15) === remoteHitm &&
        isOnLine(record, line);
    case 'queue':
      return queueTest(line, waiting);
    case 'push':
      return ({ kind, d }) => kind === RECORD.MIGRATE && d === MIGRATE.PUSH;
    case 'pull':
      return ({ kind, b, c, d }) =>
        kind === RECORD.MIGRATE ? d === MIGRATE.PULL : isPull(kind, b, c, pull);
    case 'migration':
      return ({ kind }) => kind === RECORD.MIGRATE;
    case 'ipi':
      return ({ kind }) => kind === RECORD.IPI;
    case 'lock-wait':
      return ({ kind }) => kind === RECORD.LOCK_WAIT;
  }
}

/** A decision to pull that found a CPU: the walk that begins it moves the task by a push there. */
const isPull = (kind: number, decision: number, chosen: number, pull: number): boolean =>
  kind === RECORD.DECISION && decision === pull && (chosen | 0) >= 0;

export class MarkFinder implements Reader {
  readonly #open: Map<number, Test>;
  readonly #found: (number | undefined)[];
  #seen = 0;

  constructor(questions: readonly MarkQuestion[], catalog: Catalog) {
    this.#open = new Map(questions.map((question, at) => [at, testOf(question, catalog)]));
    this.#found = questions.map(() => undefined);
  }

  /** ns, by question; undefined: not yet. */
  get found(): readonly (number | undefined)[] {
    return [...this.#found];
  }

  observe(head: ReaderWorld): void {
    if (this.#open.size === 0) return;
    const { from, to } = head.recordRange();
    const ring = head.ring();
    for (let sequence = Math.max(this.#seen, from); sequence < to; sequence += 1) {
      const record = ring.at(sequence % ring.count);
      for (const [at, test] of this.#open) {
        if (!test(record)) continue;
        this.#found[at] = record.time;
        this.#open.delete(at);
      }
    }
    this.#seen = to;
  }
}
