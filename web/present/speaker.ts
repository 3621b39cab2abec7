// Messages between the window of a talk and its speaker's window, over a channel of their own: the same origin, and
// the id of the talk's window. Every message is checked: another page of this origin may send anything.

import type { TalkCommand, TalkState } from './talk.ts';

/** What the talk tells: where it stands. */
export interface ToldState {
  readonly kind: 'state';
  readonly state: TalkState;
}
/** What the speaker's window asks for. */
export interface SpeakerRequest {
  readonly kind: 'command';
  readonly command: TalkCommand;
}
/** The speaker's window, or the talk's, has opened: the window at the other end answers with the present step. */
export interface Hello {
  readonly kind: 'hello';
}
/** The talk is over, or left. */
export interface Gone {
  readonly kind: 'gone';
}
export type SpeakerMessage = ToldState | SpeakerRequest | Hello | Gone;

/** The channel of a talk given in the window of that id. */
export const channelOf = (window: string): string => `schedscape talk ${window}`;

const movements: readonly unknown[] = ['next', 'previous', 'black', 'reset', 'begin', 'enter'];
const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null;
const isText = (data: unknown): data is string => typeof data === 'string';
const isNumber = (data: unknown): data is number => Number.isFinite(data);
const isLeftOut = (data: unknown): boolean => data === undefined;

function isCommand(data: unknown): data is TalkCommand {
  if (isRecord(data)) {
    return 'go' in data ? Number.isInteger(data.go) : /^[0-9]$/.test(String(data.digit));
  }
  return movements.includes(data);
}

const isStep = (data: unknown): boolean =>
  isRecord(data) && isText(data.title) && isText(data.note) && isNumber(data.seconds);

function isState(data: unknown): data is TalkState {
  if (!isRecord(data)) return false;
  const { name, title, steps, at, isBlack, typed, computed, begun } = data;
  return (
    (isLeftOut(name) || isText(name)) &&
    isText(title) &&
    Array.isArray(steps) &&
    steps.length > 0 &&
    steps.every(isStep) &&
    Number.isInteger(at) &&
    (at as number) >= 0 &&
    (at as number) < steps.length &&
    typeof isBlack === 'boolean' &&
    isText(typed) &&
    isNumber(computed) &&
    (isLeftOut(begun) || isNumber(begun))
  );
}

/** A message, if it is one. */
export function messageIn(data: unknown): SpeakerMessage | undefined {
  if (!isRecord(data)) return undefined;
  const { kind } = data;
  if (kind === 'hello' || kind === 'gone') return { kind };
  if (kind === 'command' && isCommand(data.command)) return { kind, command: data.command };
  if (kind === 'state' && isState(data.state)) return { kind, state: data.state };
  return undefined;
}
