// Cases of a fair-scheduler file that enqueue tasks, let them run and pick the next one. Words of
// the probe: wasm-core/src/probe/fair_rules.c, question EEVDF.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { longWords, type ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly } from './claims.ts';
import { ask, longOf, type Runnable, readFlag, wordOf } from './fair-rules.ts';
import type { JsonField } from './json-fields.ts';
import { compared, type JsonShape } from './same-shape.ts';
import { VectorFileError } from './types.ts';

const BASE_SLICE_NS = 2_800_000;
const NO_LIMIT = -Number.MAX_SAFE_INTEGER;
/** The longest slice and the longest run of a step, 26 days: the lightest task's time runs 1024 times as fast. */
const MOST_STRETCH_NS = 2 ** 51;
const OPERATIONS = ['enqueue', 'place', 'set_curr', 'run', 'pick'] as const;
type Operation = (typeof OPERATIONS)[number];
/** In the order of OPERATIONS. */
const FIELDS: Readonly<Record<Operation, readonly string[]>> = {
  enqueue: ['op', 'id', 'weight', 'vruntime', 'slice', 'deadline', 'custom'],
  place: ['op', 'id', 'weight', 'slice', 'vlag', 'initial', 'custom'],
  set_curr: ['op', 'id'],
  run: ['op', 'ns'],
  pick: ['op', 'protect'],
};

/** The numbers of a file's tasks, as the core counts them. */
class Tasks {
  readonly ids: number[] = [];

  of(field: JsonField): number {
    const id = field.integer(0, 2 ** 31 - 1);
    const at = this.ids.indexOf(id);
    return at >= 0 ? at : this.ids.push(id) - 1;
  }
}

/** An entity is not custom because it has a slice, but because the case says so. */
const entityWords = (step: JsonField): number[] => [
  readFlag(step.at('custom')),
  wordOf(step, 'weight', 1),
  ...(step.at('slice').present
    ? longOf(step, 'slice', 1, MOST_STRETCH_NS)
    : longWords(BASE_SLICE_NS)),
];

function stepWords(step: JsonField, operation: Operation, tasks: Tasks): number[] {
  allowOnly(step, FIELDS[operation]);
  const task = () => tasks.of(step.at('id'));
  switch (operation) {
    case 'enqueue': {
      const times = [...longOf(step, 'vruntime', NO_LIMIT), ...longOf(step, 'deadline', NO_LIMIT)];
      return [task(), ...entityWords(step), ...times];
    }
    case 'place': {
      const lag = longOf(step, 'vlag', NO_LIMIT);
      return [task(), ...entityWords(step), ...lag, wordOf(step, 'initial', 0, 1)];
    }
    case 'set_curr':
      return [task()];
    case 'run':
      return longOf(step, 'ns', 0, MOST_STRETCH_NS);
    case 'pick':
      return [wordOf(step, 'protect', 0, 1)];
  }
}

function readPick(answer: ProbeAnswer, tasks: readonly number[]): JsonShape {
  const picked = tasks[answer.next()] ?? null;
  const avg_vruntime = answer.long();
  const min_vruntime = answer.long();
  const queued = tasks.map((id) => ({
    queued: answer.next(),
    entity: { id, v: answer.long(), d: answer.long(), elig: answer.next() },
  }));
  const eligible = queued.filter((task) => task.queued).map(({ entity }) => entity);
  eligible.sort((a, b) => a.id - b.id);
  return { pick: picked, avg_vruntime, min_vruntime, eligible };
}

function readResult(
  answer: ProbeAnswer,
  operation: Operation,
  tasks: readonly number[],
): JsonShape {
  if (operation === 'pick') return readPick(answer, tasks);
  const average = operation === 'place' ? answer.long() : 0;
  const times = { vruntime: answer.long(), deadline: answer.long() };
  if (operation === 'place') return { V: average, ...times, slice: answer.long() };
  return { ...times, vprot: answer.long(), resched: answer.next() };
}

export function readEevdf(field: JsonField, id: string): Runnable {
  const [init, ...steps] = field.at('input').items();
  if (!init) throw new VectorFileError(field.at('input').path, 'is empty', 'begin with an init');
  init.at('op').oneOf(['init']);
  allowOnly(init, ['op', 'min_vruntime']);
  const tasks = new Tasks();
  const operations = steps.map((step) => step.at('op').oneOf(OPERATIONS));
  const rows = steps.flatMap((step, index) => {
    const operation = operations[index] as Operation;
    return [OPERATIONS.indexOf(operation), ...stepWords(step, operation, tasks)];
  });
  const count = Math.max(1, tasks.ids.length);
  const start = longOf(init, 'min_vruntime', NO_LIMIT);
  const input = [8, ...start, ...longWords(BASE_SLICE_NS), count, steps.length, ...rows];
  const speaking = operations.filter((name) => name !== 'enqueue' && name !== 'set_curr');
  return (probe) => {
    const words = speaking.length * (8 + 6 * count);
    const answer = ask(probe, PROBE.FAIR_RULES, input, words);
    const got = speaking.map((operation) => readResult(answer, operation, tasks.ids));
    return compared(id, field.at('expect'), got);
  };
}
