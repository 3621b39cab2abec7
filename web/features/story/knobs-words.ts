// The words of the knobs in the story panel.

/** Names that say more to a reader than those of files. */
const known: Readonly<Record<string, string>> = {
  'gnr-2s-6n': 'set B',
  'gnr-2s-6n-fast': 'set A, faster',
};

const isOfKernel = (path: string): boolean => path.startsWith('variant.');

export const words = {
  region: 'Turn',
  nothing: 'This story has nothing to turn.',
  value: (text: string) => known[text] ?? text,
  here: ' (as it comes)',
  unsaid: (path: string) => (isOfKernel(path) ? 'left to the kernel' : 'as the scenario has it'),
  homeUnsaid: (path: string) =>
    isOfKernel(path) ? 'The scenario leaves it to the kernel.' : 'The scenario comes with its own.',
  atHome: (text: string, compared: boolean) =>
    compared ? `${text}, as in the published comparison` : `${text}, as the scenario comes`,
  home: (text: string, compared: boolean) =>
    compared ? `Published figures are compared at ${text}.` : `The scenario comes with ${text}.`,
  run: 'Run with these',
  reset: 'As it comes',
  curve: 'Draw a curve',
} as const;
