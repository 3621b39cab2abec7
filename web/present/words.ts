// The words of a talk.

export const words = {
  region: 'Talk',
  previous: 'Previous shot',
  next: 'Next shot',
  black: 'Black screen',
  reset: 'Start over',
  leave: 'Leave the talk',
  /** On the buttons: each is part of its whole name. */
  short: {
    previous: 'Previous',
    next: 'Next',
    black: 'Black',
    reset: 'Start over',
    leave: 'Leave',
  },
  shot: (number: number, of: number) => `Shot ${number} of ${of}`,
  blackScreen: 'The screen is black. B or . shows the picture again.',
} as const;
