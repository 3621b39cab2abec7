// The words of a lesson; its questions and answers are the scenario's.

export const words = {
  region: 'Lesson',
  title: 'Predict, run, explain',
  first: 'Before anything is shown: what do you expect?',
  promise:
    'The same run answers afterwards. What you write stays in this page and is sent nowhere.',
  answer: (unit: string) => (unit ? `Your answer, in ${unit}` : 'Your answer'),
  run: 'Run it',
  notYet: 'Answer every question first: a guess will do, a number or one of the choices.',
  leave: 'Leave the lesson',
  computing: (share: string) => `The run is being computed: ${share}. Watch it meanwhile.`,
  predictions: 'What you predicted',
  you: 'You said',
  simulated: 'Simulated',
  met: {
    right: 'Right',
    close: 'Close',
    off: 'Not so',
  },
  best: (choice: string) => `nearest: ${choice}`,
  missing: 'This run gives no number for it.',
  explain: 'Why is it so?',
  explainHint: 'Write it in a sentence or two, then compare.',
  compare: 'Show what the scenario says',
  says: 'The scenario says',
  checks: 'Checked by the engine',
  holds: 'holds',
  fails: 'does not hold',
  again: 'Predict anew',
} as const;
