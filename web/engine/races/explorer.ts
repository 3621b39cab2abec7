// Explores and follows races in the core. The words that cross are described in
// wasm-core/src/probe/race.c.

import { PROBE } from '../abi.gen.ts';
import { ProbeAnswer } from '../probe-words.ts';
import type { ProbeRunner } from '../probes.ts';
import type {
  Exploration,
  FollowedOrder,
  MemoryRace,
  RaceOutcome,
  RaceState,
  RaceStep,
  ThreadAccess,
  ThreadResult,
  ThreadState,
} from './race.ts';

/** Words an answer may have: 64 outcomes with witnesses, or some hundred states. */
const answerWords = 2 ** 18;
const EXPLORE = 0;
const FOLLOW = 1;

/** In the order of the core's codes. */
const operations = [
  'set-bit',
  'increment',
  'decrement',
  'clear-bit',
  'find',
  'set-overload-bit',
  'increment-overload',
  'decrement-overload',
  'clear-overload-bit',
  'read-overload',
  'read-overload-bit',
] as const satisfies readonly RaceStep['op'][];
const kinds = [
  'wrote',
  'read-count',
  'read-any',
  'read-copy',
  'read-sum',
  'read-bit',
  'gave-up',
  'skipped',
] as const satisfies readonly ThreadAccess['kind'][];
const phases = ['count', 'any', 'copy'] as const;

function stepWords(step: RaceStep): number[] {
  const where = 'level' in step ? step.level : 'node' in step ? step.node : 0;
  return [operations.indexOf(step.op), where, 'cpu' in step ? step.cpu : 0];
}

function raceWords(mode: number, race: MemoryRace, choices: readonly number[] = []): Int32Array {
  const { filed, stray = [], overloaded, threads } = race;
  const words = [mode, filed.length, ...filed.flatMap(({ cpu, level }) => [cpu, level])];
  words.push(stray.length, ...stray.flatMap(({ cpu, level }) => [cpu, level]));
  words.push(overloaded.length, ...overloaded.flatMap(({ cpu, node }) => [cpu, node]));
  words.push(threads.length);
  for (const steps of threads) words.push(steps.length, ...steps.flatMap(stepWords));
  if (mode === FOLLOW) words.push(choices.length, ...choices);
  return Int32Array.from(words);
}

/** An answer that speaks of threads and what they found. */
class RaceAnswer extends ProbeAnswer {
  found(): number | undefined {
    const code = this.next();
    return code > 0 ? code - 1 : undefined;
  }

  result(): ThreadResult {
    const found = this.found();
    const [sum = 0, bit = 0] = this.many(2);
    return { found, sum, bit, cpus: this.words() };
  }

  thread(): ThreadState {
    const [step = 0, phase = 0, level = 0, word = 0, wasted = 0] = this.many(5);
    return { step, phase: phases[phase]!, level, word, wasted, ...this.result() };
  }

  access(): ThreadAccess {
    const [kind = 0, , step = 0, level = 0, cpu = 0, word = 0, value = 0] = this.many(7);
    return { kind: kinds[kind]!, step, level, cpu, word, value, cpus: this.words() };
  }
}

/** All orders of a race. Throws ProbeError when it is beyond the core's limits (race.h). */
export function explore(probe: ProbeRunner, race: MemoryRace): Exploration {
  const answer = new RaceAnswer(probe.run(PROBE.RACE, raceWords(EXPLORE, race), answerWords));
  const [states = 0, mostWasted = 0] = answer.many(2);
  const orders = answer.unsignedLong();
  const outcomes = Array.from({ length: answer.next() }, (): RaceOutcome => {
    const count = answer.unsignedLong();
    const results = race.threads.map(() => answer.result());
    return { orders: count, results, witness: answer.words() };
  });
  return { states, orders, mostWasted, outcomes };
}

/**
 * One order of a race: `choices` names the thread that makes each access. Throws ProbeError when a
 * choice is a thread that has finished.
 */
export function followOrder(
  probe: ProbeRunner,
  race: MemoryRace,
  choices: readonly number[],
): FollowedOrder {
  const answer = new RaceAnswer(
    probe.run(PROBE.RACE, raceWords(FOLLOW, race, choices), answerWords),
  );
  const levels = answer.words();
  const nodes = answer.next();
  const threads = answer.next();
  const readState = (): RaceState => ({
    counts: answer.many(levels.length),
    masks: levels.map(() => answer.words()),
    overloadCounts: answer.many(nodes),
    overloadMask: answer.words(),
    threads: Array.from({ length: threads }, () => answer.thread()),
  });
  const start = readState();
  const done = Array.from({ length: answer.next() }, () => {
    const thread = answer.next();
    return { thread, access: answer.access(), state: readState() };
  });
  const next = Array.from({ length: threads }, () =>
    answer.next() === 1 ? answer.access() : undefined,
  );
  return { levels, start, done, next };
}
