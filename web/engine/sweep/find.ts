// Values that a run can point at, beside its metrics: a score for each CPU, for each field of a line, or the moment
// of a first occurrence. The caller takes the highest score, or accepts a near one.

import { RECORD } from '../abi.gen.ts';
import type { BatchResult } from '../batch.ts';
import { fieldAt, fieldsOnLine, findLine, type LineQuestion } from '../fields.ts';
import { MarkFinder, type MarkFirst } from '../marks.ts';
import { lineBytes } from '../types/catalog.ts';
import { ledgerKinds } from '../types/frame.ts';
import type { World } from '../world.ts';
import { ledgerBefore } from '../world-views.ts';
import type { CpuScore } from './find-words.ts';

export type Find =
  | { readonly of: 'cpu'; readonly by: CpuScore }
  | { readonly of: 'field'; readonly line: LineQuestion }
  | {
      readonly of: 'moment';
      readonly first: MarkFirst;
      readonly line?: LineQuestion | undefined;
      readonly waiting?: number | undefined;
    };

/** By CPU number or name of a field its score; `at`: a moment, ns. Empty where the run has nothing of it. */
export type FoundScores = Readonly<Record<string, number>>;

interface Seeker {
  readonly see?: (world: World, from: number, to: number) => void;
  readonly found: (result: BatchResult) => FoundScores;
}

const isIdle = ledgerKinds.map((kind) => kind === 'idle' || kind === 'idleExit');

/** ns of the measured window that a CPU was not idle. */
function busyTime(world: World, cpu: number): number {
  const [now, before] = [world.ledger(), ledgerBefore(world)];
  now.at(cpu);
  before.at(cpu);
  return ledgerKinds.reduce((sum, _, i) => (isIdle[i] ? sum : sum + now.ns(i) - before.ns(i)), 0);
}

const byCpu = (scores: ArrayLike<number>): FoundScores =>
  Object.fromEntries(Array.from(scores, (score, cpu) => [cpu, score]));

function cpuSeeker(world: World, by: CpuScore, from: number): Seeker {
  const { cpus } = world.definition;
  if (by === 'busy') {
    return {
      found: () => byCpu(Array.from({ length: cpus }, (_, cpu) => busyTime(world, cpu))),
    };
  }
  const counts = new Float64Array(cpus);
  const kind = by === 'wakeups' ? RECORD.WAKE : RECORD.MIGRATE;
  return {
    see: (_, first, end) => {
      const ring = world.ring();
      for (let sequence = first; sequence < end; sequence++) {
        const record = ring.at(sequence % ring.count);
        if (record.kind !== kind || record.time < from) continue;
        // Both say the task first; a wake-up then says its CPU, a move from where to where.
        const cpu = kind === RECORD.WAKE ? record.b : record.c;
        if (cpu < cpus) counts[cpu]! += 1;
      }
    },
    found: () => byCpu(counts),
  };
}

/** HITM loads of each field on the line. */
function fieldsOf({ catalog, rows }: BatchResult, asked: LineQuestion): FoundScores {
  const line = findLine(catalog, asked);
  if (line === undefined) return {};
  const scores = new Map(fieldsOnLine(catalog, line).map(({ name }) => [name, 0]));
  for (let row = 0; row < rows.count; row++) {
    if (rows.line[row] !== line) continue;
    const name = fieldAt(catalog, line * lineBytes + rows.offset[row]!);
    const hitm = rows.localHitm[row]! + rows.remoteHitm[row]!;
    scores.set(name, (scores.get(name) ?? 0) + hitm);
  }
  return Object.fromEntries(scores);
}

/** Looks for what is asked, from the start of the run; `from`: ns, where the measured window begins. */
export function seekerOf(
  world: World,
  find: Find,
  from: number,
  catalog: BatchResult['catalog'],
): Seeker {
  if (find.of === 'cpu') return cpuSeeker(world, find.by, from);
  if (find.of === 'field') return { found: (result) => fieldsOf(result, find.line) };
  const finder = new MarkFinder([find], catalog);
  return {
    see: () => finder.observe(world),
    found: () => {
      const [at] = finder.found;
      return at === undefined ? {} : { at };
    },
  };
}
