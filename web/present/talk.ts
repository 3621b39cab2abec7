// The position in a talk, and where a command leads from there. Pure: the stage shows the steps and computes the
// runs (web/stage/talk-run.ts).

/** A step as a speaker has it before them. */
export interface SpokenStep {
  readonly title: string;
  /** What is said, with the values that the runs have given so far. */
  readonly note: string;
  readonly seconds: number;
}

export interface TalkState {
  /** By which its address names it; undefined: the steps of one story, which have none of their own. */
  readonly name: string | undefined;
  readonly title: string;
  readonly steps: readonly SpokenStep[];
  /** The step shown, from 0. */
  readonly at: number;
  readonly isBlack: boolean;
  /** The digits of a step's number, as far as they were pressed. */
  readonly typed: string;
  /** How much of all runs is computed, from 0 to 1. */
  readonly computed: number;
  /** Why not all of it can be computed. */
  readonly problem?: string | undefined;
  /** When it began (ms since 1970); undefined: its cover is shown. */
  readonly begun: number | undefined;
}

export type Movement = 'next' | 'previous' | 'black' | 'reset' | 'begin' | 'enter';
export type TalkCommand = Movement | { readonly go: number } | { readonly digit: string };

export const isReady = ({ computed }: TalkState): boolean => computed >= 1;

/** Digits of the greatest number of steps that a talk has. */
const mostDigits = 2;

/** Another step, from 0; a picture is shown again after black. Beyond the ends it stays. */
function at(state: TalkState, step: number): TalkState {
  const last = state.steps.length - 1;
  return { ...state, at: Math.min(Math.max(0, step), last), isBlack: false, typed: '' };
}

function begun(state: TalkState, now: number): TalkState {
  return state.begun === undefined ? { ...state, begun: now } : state;
}

/** Where a command leads; `now` in ms. What was pressed before the talk is ready does not begin it. */
export function obeyed(state: TalkState, command: TalkCommand, now: number): TalkState {
  if (typeof command === 'object') {
    if ('digit' in command) return digitPressed(state, command.digit);
    return begun(at(state, command.go), now);
  }
  if (command === 'begin') return begun(state, now);
  if (command === 'black') return { ...state, isBlack: !state.isBlack };
  if (command === 'enter') {
    if (state.typed) return begun(at(state, Number(state.typed) - 1), now);
    return state.begun === undefined && isReady(state) ? begun(state, now) : state;
  }
  // Over the cover a remote's first press begins, where the talk stands.
  if (state.begun === undefined) {
    return command === 'next' && isReady(state) ? begun(state, now) : state;
  }
  if (command === 'next') return at(state, state.at + 1);
  if (command === 'previous') return at(state, state.at - 1);
  return { ...at(state, 0), begun: now };
}

function digitPressed(state: TalkState, digit: string): TalkState {
  const typed = `${state.typed}${digit}`.replace(/^0+/, '').slice(-mostDigits);
  return { ...state, typed };
}

/** s that the steps before one take. */
export const plannedBefore = ({ steps }: Pick<TalkState, 'steps'>, step: number): number =>
  steps.slice(0, step).reduce((sum, { seconds }) => sum + seconds, 0);

/** "9:05" */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
