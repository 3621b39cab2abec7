// The words of the knobs in the story panel.

/** Names that say more to a reader than those of files. */
const known: Readonly<Record<string, string>> = {
  'gnr-2s-6n': 'latency set 2',
  'gnr-2s-6n-fast': 'latency set 1 (faster)',
};

const isOfKernel = (path: string): boolean => path.startsWith('variant.');

export const words = {
  region: 'Parameters',
  value: (text: string) => known[text] ?? text,
  here: ' (default)',
  unsaid: (path: string) => (isOfKernel(path) ? 'kernel default' : 'scenario default'),
  homeUnsaid: (path: string) =>
    isOfKernel(path)
      ? 'The scenario leaves it at the kernel default.'
      : 'The scenario has a value of its own.',
  atHome: (text: string, compared: boolean) =>
    compared ? `${text}, as in the published comparison` : `${text}, the scenario default`,
  home: (text: string, compared: boolean) =>
    compared ? `Published figures are compared at ${text}.` : `The scenario default is ${text}.`,
  run: 'Run with these settings',
  reset: 'Reset',
  curve: 'Draw a curve',
} as const;
