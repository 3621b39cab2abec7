// The words of the Inspector's questions: "Why?", what happened before, and what a lock's state is.
// A part of the message catalogue that comes with the Inspector.

export const why = {
  button: 'Why?',
  hint: 'Explain the last scheduling decision',
  region: 'Why',
  close: 'Close the answer',
  looking: 'Replaying the run up to this moment…',
  nothing: (who: string) => `No decision of ${who} in the 16 ms before this moment.`,
  ofAny: 'any CPU',
  at: (time: string) => `At ${time}`,
  goTo: 'Go to this decision',
  atIt: 'The playhead stands at it.',
  playing: 'This answer is for the moment you asked; pause to ask again.',
  before: 'Decisions before',
  picks: 'Earlier choices of the next task',
  decidedOn: (decision: string, task: string | undefined, cpu: number, result: number) =>
    `${decision}: ${task === undefined ? '' : `${task}, `}${result < 0 ? 'no CPU' : `CPU ${result}`}, decided on CPU ${cpu}`,
  failed: (why: string) =>
    `The replay stopped: ${why}. The run itself continues; close this answer to ask again.`,
} as const;

/** Of a recording. */
export const trace = { notIn: 'not in the trace' } as const;

export const lock = {
  waiting: 'Spinning for it now',
  cpus: 'Waiting CPUs',
  more: (number: number) => `+${number}`,
  holder: 'Holder when last seen',
  unknown: 'no recent data',
} as const;
