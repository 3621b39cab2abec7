// The words of a talk.

import { plural } from '../ui/format.ts';

export const words = {
  region: 'Talk',
  previous: 'Previous step',
  next: 'Next step',
  black: 'Black screen',
  reset: 'Start over',
  speaker: 'Speaker’s window',
  leave: 'Leave the talk',
  print: 'Print the talk',
  beforePrint: (percent: number) => `Printing starts once its runs are computed: ${percent} %.`,
  printing: 'Its steps are being drawn, one after the other.',
  /** On the buttons: each is part of its whole name. */
  short: {
    previous: 'Previous',
    next: 'Next',
    black: 'Black',
    reset: 'Start over',
    speaker: 'Speaker',
    print: 'Print',
    leave: 'Leave',
  },
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  blackScreen: 'The screen is black. B or . shows the picture again.',
  typed: (number: string) => `Go to step ${number}: Enter`,
  ready: 'Ready',
  readyHint: 'Everything is computed. Page Down, Space or Enter begins.',
  preparing: (percent: number) => `Getting ready: ${percent} %`,
  preparingHint: 'Every run of the talk is computed before it begins, so that no step waits.',
  begin: 'Begin',
  beginAt: (step: number) => `Begin at step ${step}`,
  beginAnyway: 'Start anyway',
  keysHint:
    'S opens the speaker window, F the full screen, B a black screen. A number and Enter go to that step.',
  problem: (why: string) => `A run stopped: ${why}`,
  steps: (count: number, minutes: number) => `${plural(count, 'step')}, ${minutes} minutes`,
} as const;

export const speakerWords = {
  title: (talk: string) => `Speaker: ${talk}`,
  waiting: 'Waiting for the talk',
  waitingHint:
    'This window shows notes, clock and the next step of a talk that is given in another window of this browser. Open one and press S there.',
  gone: 'The talk has ended. Return to it in its window, or close this one.',
  now: 'Now',
  next: 'Next',
  last: 'This is the last step.',
  clock: 'Clock',
  elapsed: 'since the beginning',
  notBegun: 'not begun',
  plan: (planned: string, whole: string) => `planned ${planned} of ${whole}`,
  ahead: (by: string) => `${by} ahead of the plan`,
  behind: (by: string) => `${by} behind the plan`,
  jump: 'Jump to a step',
  seconds: (count: number) => `${count} s`,
} as const;

export const talksWords = {
  title: (name: string) => `${name} – Schedscape`,
  all: 'Talks',
  heading: '10-minute talks, ready to present.',
  what: 'Each talk leads through several stories of a chapter, step by step, with notes for the speaker. Everything is computed before the first step, so no step waits. A remote control, a speaker window and a black screen work without any settings.',
  length: (minutes: number, steps: number) => `${minutes} minutes, ${plural(steps, 'step')}`,
  give: 'Begin',
  steps: 'Steps',
} as const;
