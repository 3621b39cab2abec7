// The words of the Inspector's questions: "Why?", what happened before, and what a lock's state is.
// A part of the message catalogue that comes with the Inspector.

export const why = {
  button: 'Why?',
  hint: 'Explain the last scheduling decision',
  region: 'Why',
  close: 'Close the story',
  looking: 'Replaying the run up to this moment…',
  nothing: (who: string) => `No decision of ${who} in the 16 ms before this moment.`,
  ofAny: 'any CPU',
  at: (time: string) => `At ${time}`,
  goTo: 'Go to this decision',
  atIt: 'The playhead stands at it.',
  playing: 'It stands for the moment it was asked at; pause to ask anew.',
  before: 'Decisions before',
  picks: 'Who was to run next, before',
  decidedOn: (decision: string, task: string | undefined, cpu: number, result: number) =>
    `${decision}: ${task === undefined ? '' : `${task}, `}${result < 0 ? 'no CPU' : `CPU ${result}`}, decided on CPU ${cpu}`,
  failed: (why: string) =>
    `The replay stopped: ${why}. The run itself goes on; close the story to ask again.`,
} as const;

/** Of a recording. */
export const trace = { notIn: 'not in the trace' } as const;

export const lock = {
  waiting: 'Spinning for it now',
  cpus: 'Waiting CPUs',
  more: (number: number) => `+${number}`,
  holder: 'Holder when last asked',
  unknown: 'no recent data',
} as const;
