// The short form of a workload: a line for each kind of tasks, ten lines instead of sixty.
//
//     duration 2s
//     web    x16 mem 64KiB share 1MiB : run ~2ms; sleep ~8ms
//     logger nice 5                   : every 10ms; run 300us; post go
//
// Resources come into being by use; the verb says of which kind they are.

import { ScenarioError } from '../../../scenario/index.ts';
import {
  type ResourceForm,
  type TaskForm,
  type WorkloadForm,
  workloadFormat,
} from '../../../scenario/program/schema.ts';
import { type ProgramStep, parseSteps, stepTime } from '../../../scenario/program/steps.ts';
import { SHORT_LINES } from '../limits.ts';
import { structuresIn } from './short-struct.ts';

/** What the app begins with: five lines that show most of it. */
export const shortExample = `duration 2s
web    x16 mem 64KiB share 1MiB : run ~2ms; sleep ~8ms
logger nice 5                   : every 10ms; run 300us; post go
worker x2 on 0-3                : await go; lock m; run 50us; unlock m
irq    fifo 50 on 0             : every 1ms; run 20us..40us
`;

const options =
  'xN, nice N, fifo N, rr N, batch, idle, on CPUS, mem SIZE, share SIZE, as PROCESS, at TIME, loops N, pi';

type Draft = { -readonly [Key in keyof TaskForm]?: TaskForm[Key] } & { isPi?: boolean };
type Words = string[];

/** Takes the words of an option behind its name; false: they do not fit. */
const takers: Readonly<Record<string, (draft: Draft, words: Words) => boolean>> = {
  nice: (draft, words) =>
    take(words, /^-?\d{1,2}$/, (word) => Object.assign(draft, { nice: Number(word) })),
  fifo: (draft, words) =>
    take(words, /^\d{1,2}$/, (word) => Object.assign(draft, { policy: 'fifo', rt: Number(word) })),
  rr: (draft, words) =>
    take(words, /^\d{1,2}$/, (word) => Object.assign(draft, { policy: 'rr', rt: Number(word) })),
  batch: (draft) => Boolean(Object.assign(draft, { policy: 'batch' })),
  idle: (draft) => Boolean(Object.assign(draft, { policy: 'idle' })),
  pi: (draft) => Boolean(Object.assign(draft, { isPi: true })),
  on: (draft, words) =>
    take(words, /^[\d,-]{1,400}$/, (word) => Object.assign(draft, { cpus: word })),
  mem: (draft, words) => memory(draft, words, /^\d{1,9}(KiB|MiB)$/, 'private'),
  share: (draft, words) => memory(draft, words, /^\d{1,9}(KiB|MiB)$/, 'shared'),
  as: (draft, words) => memory(draft, words, /^[A-Za-z0-9_.:<>-]{1,32}$/, 'process'),
  at: (draft, words) =>
    take(words, /^\d[\d.]{0,20}(ns|us|ms|s)$/, (word) => Object.assign(draft, { start: word })),
  loops: (draft, words) =>
    take(words, /^\d{1,9}$/, (word) => Object.assign(draft, { loops: Number(word) })),
};

function take(words: Words, form: RegExp, use: (word: string) => unknown): boolean {
  const word = words.shift();
  if (word === undefined || !form.test(word)) return false;
  use(word);
  return true;
}

const memory = (draft: Draft, words: Words, form: RegExp, field: string): boolean =>
  take(words, form, (word) => Object.assign(draft, { memory: { ...draft.memory, [field]: word } }));

/** Throws ScenarioError with the line. */
export function readShort(text: string): WorkloadForm {
  const lines = text.split('\n');
  if (lines.length > SHORT_LINES) {
    throw new ScenarioError('file', `has ${lines.length} lines`, `write at most ${SHORT_LINES}`);
  }
  const uses = new Uses();
  const tasks: TaskForm[] = [];
  let duration: string | undefined;
  const { rest, fields } = structuresIn(lines);
  rest.forEach((line, index) => {
    const place = `line ${index + 1}`;
    const said = line.replace(/#.*$/, '').trimEnd();
    if (said.trim() === '') return;
    const given = /^\s*duration\s+(\S+)$/.exec(said)?.[1];
    if (given !== undefined) {
      if (stepTime(given) === undefined) {
        throw new ScenarioError(
          place,
          `"${given}" is not a duration`,
          'write one such as duration 2s',
        );
      }
      duration = given;
    } else tasks.push(taskOf(said, place, uses));
  });
  if (tasks.length === 0) {
    throw new ScenarioError(
      'file',
      'holds no task',
      'write a line such as "web x4: run 2ms; sleep 8ms"',
    );
  }
  const resources = [...uses.mutexes(), ...fields];
  return {
    format: workloadFormat,
    duration: duration ?? '2s',
    ...(resources.length > 0 && { resources }),
    tasks,
  };
}

function taskOf(line: string, place: string, uses: Uses): TaskForm {
  const colon = line.search(/\s:|:\s|:$/);
  const at = colon >= 0 && line[colon] !== ':' ? colon + 1 : colon;
  if (at < 0)
    throw new ScenarioError(
      place,
      'has no colon',
      'write "name: steps", such as "web: run 2ms; sleep 8ms"',
    );
  const [name, ...words] = line
    .slice(0, at)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (name === undefined || !/^[A-Za-z0-9_.:<>-]{1,32}$/.test(name)) {
    const problem = `${JSON.stringify((name ?? '').slice(0, 40))} is not a name`;
    throw new ScenarioError(place, problem, 'begin the line with letters, digits and _ . : < > -');
  }
  const draft: Draft = {};
  while (words.length > 0) option(words, draft, place);
  const { isPi, ...task } = draft;
  const steps = line.slice(at + 1).trim();
  // Behind as many blanks, a step has the column of its line.
  const padded = `${' '.repeat(at + 1)}${line.slice(at + 1)}`;
  uses.see(parseSteps(padded, place), place, isPi === true);
  return { name, ...task, phases: [{ steps: [steps], loops: 1 }] };
}

function option(words: Words, draft: Draft, place: string): void {
  const word = words.shift()!;
  const count = /^x(\d{1,5})$/.exec(word)?.[1];
  if (count !== undefined) {
    draft.count = Number(count);
    return;
  }
  const taker = Object.hasOwn(takers, word) ? takers[word] : undefined;
  const behind = words[0] ?? '';
  if (taker?.(draft, words)) return;
  const said = JSON.stringify((taker ? `${word} ${behind}` : word).slice(0, 60));
  throw new ScenarioError(
    place,
    `${said} is not an option`,
    `write some of ${options}, then a colon and steps`,
  );
}

/** By which verb a name is used: here one name is one thing. */
class Uses {
  readonly #kinds = new Map<string, string>();
  readonly #pi = new Set<string>();

  see(steps: readonly ProgramStep[], place: string, isPi: boolean): void {
    for (const step of steps) {
      if ('mutex' in step) this.#use(step.mutex, 'mutex', place);
      const kind = kindOf[step.verb];
      if (!kind || !('name' in step) || step.name === undefined) continue;
      this.#use(step.name, kind, place);
      if (kind === 'mutex' && isPi) this.#pi.add(step.name);
    }
  }

  #use(name: string, kind: string, place: string): void {
    const before = this.#kinds.get(name) ?? kind;
    if (before !== kind) {
      const problem = `uses "${name}" as a ${kind}; before it is a ${before}`;
      throw new ScenarioError(place, problem, 'give one of them another name');
    }
    this.#kinds.set(name, kind);
  }

  mutexes(): ResourceForm[] {
    return [...this.#pi].map((name) => ({ name, kind: 'mutex', pi: true }));
  }
}

const kindOf: Readonly<Record<string, string>> = {
  lock: 'mutex',
  unlock: 'mutex',
  signal: 'condition variable',
  broadcast: 'condition variable',
  wait: 'condition variable',
  sync: 'condition variable',
  post: 'semaphore',
  await: 'semaphore',
  barrier: 'barrier',
  every: 'timer',
  load: 'field',
  store: 'field',
  add: 'field',
};
