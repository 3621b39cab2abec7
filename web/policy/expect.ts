// What stands at a place of the text has to be of a kind, or so many: the sentences where it is not.

import { fail, type SourcePosition } from './error.ts';
import type { Call } from './tree.ts';
import type { ValueKind } from './words.ts';

const kindWords: Record<ValueKind, string> = {
  number: 'a number',
  boolean: 'a boolean',
  task: 'a task',
  set: 'a set of CPUs',
};

export function expectKind(kind: ValueKind, found: ValueKind, at: SourcePosition): void {
  if (kind !== found) fail(at, `this has to be ${kindWords[kind]} and is ${kindWords[found]}`);
}

/** That a call is given so many values. */
export function expectCount(call: Call, count: number): void {
  if (call.arguments.length === count) return;
  const wants = count === 1 ? '1 value' : `${count} values`;
  fail(call.at, `${call.name} is given ${wants}, not ${call.arguments.length}`);
}
