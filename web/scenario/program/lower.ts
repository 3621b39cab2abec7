// One step as people write it becomes one or a few of the core's: memory becomes the time it takes, suspend and resume
// the condition variable and the mutex that rt-app makes of them.

import { PROGRAM } from '../../engine/abi.gen.ts';
import { ScenarioError } from '../error.ts';
import { type Amounts, amountWord } from './amounts.ts';
import { LONGEST_NS } from './limits.ts';
import type { ProgramNames } from './names.ts';
import type { Amount, ProgramStep } from './steps.ts';

/** What turns bytes and accesses into time. */
export interface Speeds {
  readonly clock_mhz: number;
  readonly l1_ns: number;
}

export interface Lowering {
  readonly names: ProgramNames;
  readonly amounts: Amounts;
  readonly speeds: Speeds;
  /** The kind whose steps they are. */
  readonly task: { readonly name: string; readonly threads: number };
  readonly kindNamed: (name: string) => number;
  readonly addsUpSlack: boolean;
}

/** memset writes so much. */
const SET_BYTES_A_NS = 10;

/** Code, resource and the two numbers of a step of the core: three words. */
type CoreStep = readonly [
  code: number,
  what: number,
  first: number,
  second: number,
  distribution: number,
];

const plainStep = (code: number, what = 0, first = 0, second = 0): CoreStep => [
  code,
  what,
  first,
  second,
  0,
];

/** ns of work for a step over memory. */
export function memoryNs(step: ProgramStep, { clock_mhz, l1_ns }: Speeds): number | undefined {
  switch (step.verb) {
    case 'write':
    case 'read':
      return Math.round((step.count * 1000) / clock_mhz);
    case 'set':
      return Math.round(step.count / SET_BYTES_A_NS);
    case 'chase':
      return Math.round(step.count * l1_ns);
    default:
      return undefined;
  }
}

export function lower(step: ProgramStep, lowering: Lowering, path: string): number[] {
  return coreSteps(step, lowering, path).flatMap(([code, what, first, second, distribution]) => [
    (code + distribution * 2 ** 8 + what * 2 ** 12) >>> 0,
    first,
    second,
  ]);
}

function coreSteps(step: ProgramStep, lowering: Lowering, path: string): CoreStep[] {
  const { names, task } = lowering;
  const condvar = (name: string) => names.number('condvar', name);
  const mutex = (name: string) => names.number('mutex', name);
  const ofMutex = (code: number, name: string) => plainStep(code, mutex(name));
  switch (step.verb) {
    case 'run':
      return [timed(PROGRAM.STEP_RUN, step.amount, lowering, path)];
    case 'spend':
      return [timed(PROGRAM.STEP_SPEND, step.amount, lowering, path)];
    case 'sleep':
      return [timed(PROGRAM.STEP_SLEEP, step.amount, lowering, path)];
    case 'syscall':
      return [timed(PROGRAM.STEP_SYSCALL, step.amount, lowering, path)];
    case 'every': {
      const clock = names.clock(step.name, step.absolute, task.name, task.threads);
      return [
        plainStep(PROGRAM.STEP_EVERY, clock, amountWord(step.ns), Number(lowering.addsUpSlack)),
      ];
    }
    case 'lock':
      return [ofMutex(PROGRAM.STEP_LOCK, step.name)];
    case 'unlock':
      return [ofMutex(PROGRAM.STEP_UNLOCK, step.name)];
    case 'signal':
      return [plainStep(PROGRAM.STEP_SIGNAL, condvar(step.name))];
    case 'broadcast':
      return [plainStep(PROGRAM.STEP_BROADCAST, condvar(step.name))];
    case 'wait':
      return [plainStep(PROGRAM.STEP_WAIT, condvar(step.name), mutex(step.mutex))];
    case 'sync':
      return [
        plainStep(PROGRAM.STEP_SIGNAL, condvar(step.name)),
        plainStep(PROGRAM.STEP_WAIT, condvar(step.name), mutex(step.mutex)),
      ];
    case 'suspend': {
      const name = step.name ?? task.name;
      return [
        ofMutex(PROGRAM.STEP_LOCK, name),
        plainStep(PROGRAM.STEP_WAIT, condvar(name), mutex(name)),
        ofMutex(PROGRAM.STEP_UNLOCK, name),
      ];
    }
    case 'resume':
      return [
        ofMutex(PROGRAM.STEP_LOCK, step.name),
        plainStep(PROGRAM.STEP_BROADCAST, condvar(step.name)),
        ofMutex(PROGRAM.STEP_UNLOCK, step.name),
      ];
    case 'post':
      return [
        plainStep(
          PROGRAM.STEP_POST,
          names.number('semaphore', step.name),
          step.count,
          Number(step.sync),
        ),
      ];
    case 'await':
      return [plainStep(PROGRAM.STEP_AWAIT, names.number('semaphore', step.name))];
    case 'barrier':
      return [plainStep(PROGRAM.STEP_BARRIER, names.number('barrier', step.name))];
    case 'load':
      return [plainStep(PROGRAM.STEP_LOAD, ...names.field(step.name, path))];
    case 'store':
      return [plainStep(PROGRAM.STEP_STORE, ...names.field(step.name, path))];
    case 'add':
      return [plainStep(PROGRAM.STEP_ADD, ...names.field(step.name, path))];
    case 'fork':
      return [plainStep(PROGRAM.STEP_FORK, lowering.kindNamed(step.name))];
    default:
      return [plainStep(PROGRAM.STEP_RUN, 0, amountWord(shortEnough(step, lowering, path)))];
  }
}

function timed(code: number, amount: Amount, { amounts }: Lowering, path: string): CoreStep {
  const [distribution, first, second] = amounts.words(amount, path);
  return [code, 0, first, second, distribution];
}

/** ns of a step over memory. Throws ScenarioError if no run is that long. */
function shortEnough(step: ProgramStep, { speeds }: Lowering, path: string): number {
  const ns = memoryNs(step, speeds) ?? 0;
  if (ns <= LONGEST_NS) return ns;
  throw new ScenarioError(path, 'takes longer than any run', 'write fewer bytes or accesses');
}
