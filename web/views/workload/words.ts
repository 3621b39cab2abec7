// The words of the Workload view.

export const words = {
  region: 'Workload',
  text: 'Workload',
  open: 'Open a file',
  example: 'An example',
  run: 'Run it here',
  runs: 'It runs here',
  opening: 'Opening …',
  back: 'Back to the scenario’s own workload',
  kinds:
    'One line per kind of task, an rt-app file, or schedscape-workload/1. The text stays in this page; the link of a page that runs it contains it, with the names of its tasks.',
  problems: 'Problems',
  none: 'No problem: it can run.',
  hint: 'Ctrl + Enter runs it; Tab leaves the text.',
  leaveOut: (word: string) => `Leave out ${word}`,
  notes: 'How the text was read',
  lanes: 'What the tasks do',
  does: 'What the workload does',
  stale: 'From the last text that could run.',
  more: (count: number) => `and ${count} more`,
  rounds: (times: string) => `↻ ${times}`,
};
