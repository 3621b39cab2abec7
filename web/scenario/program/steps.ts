// The grammar of steps: "run ~2ms; lock m; run 50us; unlock m". One for all forms in which a workload can be
// written. It only parses; compile.ts checks that names exist.

import { nearest, ScenarioError } from '../error.ts';
import { LONGEST_NS, POSTS, STEP_BYTES, STEPS_CHARACTERS } from './limits.ts';

/** How long something takes, ns. */
export type Amount =
  | { readonly kind: 'fixed' | 'exponential'; readonly ns: number }
  | { readonly kind: 'uniform'; readonly low: number; readonly high: number }
  | { readonly kind: 'quantiles'; readonly name: string };

interface Place {
  /** Characters from the beginning of its text. */
  readonly at: number;
}

export type ProgramStep = Place &
  (
    | { readonly verb: 'run' | 'spend' | 'sleep' | 'syscall'; readonly amount: Amount }
    | {
        readonly verb: 'every';
        readonly ns: number;
        readonly name: string;
        readonly absolute: boolean;
      }
    | { readonly verb: NamingVerb; readonly name: string }
    | {
        readonly verb: 'post';
        readonly name: string;
        readonly count: number;
        /** A wake-up as by pipes and sockets: the waking task is about to sleep. */
        readonly sync: boolean;
      }
    | { readonly verb: 'wait' | 'sync'; readonly name: string; readonly mutex: string }
    | { readonly verb: 'suspend'; readonly name: string | undefined }
    | { readonly verb: 'write' | 'read' | 'set' | 'chase'; readonly count: number }
  );

const namingVerbs = [
  'lock',
  'unlock',
  'signal',
  'broadcast',
  'await',
  'barrier',
  'resume',
  'fork',
  'load',
  'store',
  'add',
] as const;
type NamingVerb = (typeof namingVerbs)[number];

export type Verb = ProgramStep['verb'];

export const verbs: readonly Verb[] = [
  'run',
  'spend',
  'sleep',
  'every',
  ...namingVerbs,
  'wait',
  'sync',
  'post',
  'suspend',
  'write',
  'read',
  'set',
  'chase',
  'syscall',
];

/** The form of each verb: for messages and for text completion. */
export const forms: Readonly<Record<Verb, string>> = {
  run: 'run 2ms, run ~2ms (exponential), run 1ms..3ms (uniform), run @name (quantiles)',
  spend: 'spend 2ms',
  sleep: 'sleep 2ms, and as run',
  every: 'every 10ms, every 10ms name, every 10ms name absolute',
  lock: 'lock name',
  unlock: 'unlock name',
  wait: 'wait condition mutex',
  signal: 'signal condition',
  broadcast: 'broadcast condition',
  sync: 'sync condition mutex',
  post: 'post name, post name 3, post name sync (as pipes wake)',
  await: 'await name',
  barrier: 'barrier name',
  suspend: 'suspend, suspend name',
  resume: 'resume name',
  write: 'write 4096 (bytes)',
  read: 'read 4096 (bytes)',
  set: 'set 4096 (bytes)',
  chase: 'chase 1000 (accesses)',
  syscall: 'syscall, syscall 500ns',
  fork: 'fork name',
  load: 'load field',
  store: 'store field',
  add: 'add field (atomic)',
};

/** Steps that touch a field of the structure that tasks share. */
export const touches = (step: ProgramStep): boolean => ['load', 'store', 'add'].includes(step.verb);

/** Steps that let time pass whatever happens, or may: an endless loop needs one of them. */
export const takesTime = (step: ProgramStep): boolean =>
  !['lock', 'unlock', 'signal', 'broadcast', 'post', 'resume', 'fork'].includes(step.verb) &&
  !touches(step);

/** Steps at which a task may stop running. */
export const mayBlock = (step: ProgramStep): boolean =>
  ['sleep', 'every', 'lock', 'wait', 'sync', 'await', 'barrier', 'suspend'].includes(step.verb);

const units: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/** ns of "2ms", "1.5us"; undefined if it is no time, or finer than a ns. */
export function stepTime(text: string): number | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{1,9}))?(ns|us|ms|s)$/.exec(text);
  if (!parts) return undefined;
  const [, whole, fraction = '', unit] = parts as unknown as [string, string, string?, string?];
  const ns = Number(`${whole}.${fraction}`) * units[unit!]!;
  const rounded = Math.round(ns);
  return Math.abs(ns - rounded) < 1e-6 && rounded <= LONGEST_NS ? rounded : undefined;
}

export function amountOf(text: string): Amount | undefined {
  if (/^@[A-Za-z0-9_.:<>-]{1,32}$/.test(text)) return { kind: 'quantiles', name: text.slice(1) };
  if (text.startsWith('~')) {
    const ns = stepTime(text.slice(1));
    return ns === undefined ? undefined : { kind: 'exponential', ns };
  }
  const [first = '', last, more] = text.split('..');
  const low = stepTime(first);
  if (last === undefined) return low === undefined ? undefined : { kind: 'fixed', ns: low };
  const high = stepTime(last);
  if (low === undefined || high === undefined || more !== undefined || high < low) return undefined;
  return { kind: 'uniform', low, high };
}

const isName = (word: string | undefined): word is string =>
  word !== undefined && /^[A-Za-z0-9_.:<>-]{1,32}$/.test(word);

function countOf(word: string | undefined, most: number): number | undefined {
  if (word === undefined || !/^\d{1,13}$/.test(word)) return undefined;
  const count = Number(word);
  return count <= most ? count : undefined;
}

/** The step that these words say, without its place; undefined if they do not fit the verb. */
function stepOf(verb: Verb, words: readonly string[]): unknown {
  const [first, second, third] = words;
  const has = (least: number, most = least) => words.length >= least && words.length <= most;
  switch (verb) {
    case 'run':
    case 'spend':
    case 'sleep':
    case 'syscall': {
      const isBare = verb === 'syscall' && has(0);
      const amount = isBare ? { kind: 'fixed', ns: 0 } : has(1) && amountOf(first!);
      return amount && { verb, amount };
    }
    case 'every': {
      const ns = stepTime(first ?? '');
      const absolute = words.at(-1) === 'absolute' && words.length > 1;
      const name = absolute && words.length === 2 ? 'timer' : (second ?? 'timer');
      const fits = has(1, absolute ? 3 : 2) && isName(name) && third !== '';
      return ns !== undefined && fits && { verb, ns, name, absolute };
    }
    case 'post': {
      const sync = words.length > 1 && words.at(-1) === 'sync';
      const [name, said] = sync ? words.slice(0, -1) : words;
      const count = said === undefined ? 1 : countOf(said, POSTS);
      const fits = has(1, sync ? 3 : 2) && isName(name) && count !== undefined;
      return fits && { verb, name, count, sync };
    }
    case 'wait':
    case 'sync':
      return has(2) && isName(first) && isName(second) && { verb, name: first, mutex: second };
    case 'suspend':
      return (has(0) || (has(1) && isName(first))) && { verb, name: first };
    case 'write':
    case 'read':
    case 'set':
    case 'chase': {
      const count = has(1) ? countOf(first, STEP_BYTES) : undefined;
      return count !== undefined && { verb, count };
    }
    default:
      return has(1) && isName(first) && { verb, name: first };
  }
}

/** The steps of a text; `path` is where the text stands. Throws ScenarioError. */
export function parseSteps(text: string, path: string): ProgramStep[] {
  if (text.length > STEPS_CHARACTERS) {
    const problem = `has ${text.length} characters`;
    throw new ScenarioError(path, problem, `write at most ${STEPS_CHARACTERS} in one text`);
  }
  const steps: ProgramStep[] = [];
  let at = 0;
  for (const part of text.split(';')) {
    const [word, ...words] = part.split(/\s+/).filter((each) => each !== '');
    if (word !== undefined) steps.push(parseStep(word, words, at + part.indexOf(word), path));
    at += part.length + 1;
  }
  return steps;
}

function parseStep(word: string, words: readonly string[], at: number, path: string): ProgramStep {
  const verb = verbs.find((known) => known === word);
  const where = `${path}, character ${at + 1}`;
  if (word === 'yield') {
    const remedy = 'leave it out: giving up the CPU by sched_yield is not simulated yet';
    throw new ScenarioError(where, '"yield" is not simulated', remedy);
  }
  if (!verb) {
    const meant = nearest(word, verbs);
    const problem = `${JSON.stringify(word.slice(0, 40))} is not a step`;
    const remedy = meant ? `did you mean "${meant}"?` : `the steps are ${verbs.join(', ')}`;
    throw new ScenarioError(where, problem, remedy);
  }
  const step = stepOf(verb, words);
  if (step) return { ...(step as ProgramStep), at };
  const said = JSON.stringify([word, ...words].join(' ').slice(0, 60));
  throw new ScenarioError(where, `${said} is not how ${verb} is written`, `write ${forms[verb]}`);
}
