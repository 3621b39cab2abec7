// The words of the page of all parts, and the names that its samples go through.

import type { IconName } from '../../ui/icons.tsx';

export const words = {
  title: 'Parts – Schedscape',
  path: 'Parts',
  heading: 'All parts of the page, in every theme',
  what: 'Take one of these before you draw another one. All figures on this page are made up.',
  themes: { dark: 'Dark', light: 'Light', projector: 'Projector' },
  shows: 'Themes',
  all: 'all',
  inTheme: (part: string, theme: string) => `${part}, ${theme}`,
  sample: 'CPU 17 waits',
  shareOf: (share: number) => `${Math.round(100 * share)} %`,
} as const;

const numbered = (name: string, last: number) =>
  Array.from({ length: last }, (_, at) => `${name}-${at + 1}`);

/** Every colour of web/ui/themes.css, by what it is for. */
export const colours: readonly { readonly of: string; readonly names: readonly string[] }[] = [
  {
    of: 'Grounds and lines',
    names: [
      '--background',
      '--surface',
      '--surface-raised',
      '--surface-pressed',
      '--outline',
      '--outline-strong',
      '--veil',
      '--shadow',
      '--black',
    ],
  },
  {
    of: 'Text and signals',
    names: [
      '--ink',
      '--ink-muted',
      '--ink-faint',
      '--warning',
      '--focus',
      '--selected',
      '--accent',
      '--accent-soft',
      '--on-accent',
      '--on-light',
      '--on-dark',
    ],
  },
  { of: 'Machines', names: ['--a', '--b', '--c', '--d', '--on-variant'] },
  {
    of: 'What a CPU does',
    names: [
      '--cpu-idle',
      '--cpu-user',
      '--cpu-kernel',
      '--cpu-line',
      '--cpu-lock',
      '--cpu-hatch',
      '--on-cpu-user',
      '--on-cpu-kernel',
    ],
  },
  {
    of: 'Tasks',
    names: [
      ...['--task', ...numbered('--task', 8)],
      ...['--group', '--group-user', '--group-kernel', '--flight', '--mask'],
    ],
  },
  { of: 'Changes', names: ['--more', '--less'] },
];

export const textSizes = [
  '--text-headline',
  '--text-title',
  '--text-read',
  '--text-body',
  '--text-small',
] as const;

export const iconNames = {
  play: 'Play',
  pause: 'Pause',
  stepBack: 'Step back',
  stepForward: 'Step forward',
  previousDecision: 'Previous decision',
  nextDecision: 'Next decision',
  slower: 'Slower',
  faster: 'Faster',
  close: 'Close',
} as const satisfies Record<IconName, string>;

export const samples = {
  plain: 'Reset',
  strong: 'Run',
  toggle: 'Show waits',
  disabled: 'Merge',
  file: 'A recording',
  openFile: 'Open a file',
  machines: 'Machines',
  kernel: 'Kernel',
  question: 'Which kernel do you run?',
  dialog: 'Export a trace',
  openDialog: 'Open the dialog',
  dialogText: 'The trace has 12,480 events and opens in Perfetto.',
  cancel: 'Cancel',
  save: 'Save',
  menu: 'Exports',
  openMenu: 'Open the menu',
  menuItems: ['Trace', 'Film', 'Picture'],
  editor: 'Policy',
  text: 'if waiting > 4\n  take idel\nelse keep\n',
  problem: 'There is no name "idel"; "idle" is near.',
  heat: '70 % of the time',
  paste: 'Output of lscpu',
  pasteHint: 'Paste here what lscpu -J prints',
  marked: '[CPU 17|cpu:17] holds the [zone lock|zone-lock], and 12 CPUs wait.',
  quoted: 'Set *Clients* to *64* and compare.',
  tied: 'To begin again, press',
  drawn: 'This sentence has an end for screen readers only.',
  hidden: 'It stands here.',
  table: 'Waits by lock',
  heads: ['Lock', 'Waits', 'Mean'],
  rows: [
    ['rq lock', '1,204', '3.1 µs'],
    ['zone lock', '310', '12.4 µs'],
  ],
  note: 'A note below a table or a chart.',
  plate: 'Your guess first',
  plateText: 'Machine B is covered until you answer the question of this step.',
  plateButton: 'To the question',
  aPart: 'This sample',
  whole: 'This sample is whole.',
  breakIt: 'Break the sample',
  defect: 'The sample was told to break.',
  x: 'CPUs',
  y: 'Gain in throughput',
  axis: 'An axis from 0 to 50',
  time: 'CPU time',
  work: 'work',
  wait: 'waits',
  line: 'waits for a cache line',
  lock: 'waits for a lock',
  icicle: 'Half of the CPU time is work, half is waiting',
  now: 'now',
} as const;
