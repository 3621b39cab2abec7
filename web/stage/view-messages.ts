// The part of the message catalogue for bars and views that load after the first picture. Import it from
// messages.ts: all users of a word see one catalogue.

import { percent, plural, whole } from '../ui/format.ts';
import type { OwnTheme } from '../ui/theme.ts';
import type { Tempo } from '../views/topology/index.ts';

export const languageSelect = {
  name: 'Language of the stories',
  hint: 'The language of stories; the rest of the page stays in English',
};

export const transport = {
  region: 'Transport',
  play: 'Play',
  pause: 'Pause',
  stepBack: 'Step back',
  stepForward: 'Step forward',
  previousDecision: 'Previous decision',
  nextDecision: 'Next decision',
  noDecision: (by: 1 | -1, of: { readonly task?: number; readonly cpu?: number } = {}) => {
    const whose =
      of.task !== undefined
        ? ` about task ${of.task}`
        : of.cpu !== undefined
          ? ` on CPU ${of.cpu}`
          : '';
    return by > 0
      ? `No decision${whose} follows in this run.`
      : `No decision${whose} came before in this run.`;
  },
  slower: 'Slower',
  faster: 'Faster',
  playhead: 'Playhead',
  tempo: 'Detail',
  tempos: {
    follow: 'Single transfers',
    flow: 'Traffic',
    summary: 'Totals',
  } satisfies Record<Tempo, string>,
  tempoMeaning: {
    follow: 'Single transfers, one by one',
    flow: 'The strongest transfers between caches, as ribbons or as a table of from and to',
    summary: 'Time totals only, no animation',
  } satisfies Record<Tempo, string>,
  ratio: (there: string) => `Speed: ${there} per second`,
  unbounded: 'Maximum speed',
  computing: (what: string, share: string) => `computing ${what}: ${share}`,
  warmUp: (length: string) => `${length} of warm-up`,
  window: (length: string) => `${length} of measured window`,
  computed: 'computed to the end',
  waiting: 'waiting for the computation',
  position: (at: string, of: string) => `${at} of ${of}`,
  warmUpMark: 'measured window begins',
} as const;

export const topBar = {
  brand: 'Schedscape',
  machine: 'Machine',
  scenario: 'Scenario',
  variant: 'Variant',
  both: 'Both kernels side by side, with the same seed and clock',
  story: 'Story',
  inspector: 'Inspector',
  why: 'Why?',
  fidelity: 'Fidelity',
  share: 'Share',
  export: 'Export',
  shared: 'The link to this moment is in the clipboard.',
  shareByHand: 'The link to this moment is in the address bar: copy it from there.',
  present: 'Present',
  more: 'More',
  help: 'Help',
} as const;

export const themeSelect = {
  name: 'Theme',
  hint: 'System: dark or light, as this computer is set',
  themes: {
    system: 'System',
    dark: 'Dark',
    light: 'Light',
    projector: 'Projector',
  } satisfies Record<OwnTheme, string>,
} as const;

export const dock = {
  region: 'Views',
  lead: 'Look closer:',
  group: { time: 'Time', memory: 'Memory', try: 'Try' },
  more: 'more',
  moreName: 'More views',
  side: 'Side shown',
  ofSide: (side: string) => `of ${side}`,
  loading: 'Opening the view…',
  height: 'Height of the view',
  whole: 'Maximize',
  wholeHint: 'Show this view full size; press again to restore',
} as const;

export const layoutNotices = {
  run: 'Run as C',
  forkGone:
    'C is now your layout, which replaces the branch. The browser’s Back brings the branch back.',
  layoutGone:
    'C is now the branch, which replaces your layout. The browser’s Back brings the layout back.',
  policyGone:
    'C is now the branch, which replaces your policy. The browser’s Back brings the policy back.',
} as const;

export const story = {
  tabs: { story: 'Story', figures: 'Results', turn: 'Parameters', about: 'Background' },
  tabsName: 'Of this story',
  previous: 'Previous step',
  back: 'Back',
  next: 'Next step',
  goOn: 'Next',
  steps: 'Steps',
  step: (index: number, of: number) => `${index} of ${of}`,
  setting: 'Read the step first',
  skip: 'Skip',
  skipHint: 'To the end of the story',
  nothingMeasured: 'No published figure is compared with the runs of this story.',
  lesson: 'Lesson: predict first',
  headline: 'Measured against published',
  measured: 'Measured window',
  difference: (first: string) => `against ${first}`,
  none: '–',
  unfetched: 'Results could not be loaded: you are offline. They appear once you are online.',
  warmingUp: 'Warming up: figures come from the measured window, which has not begun.',
  atHead: (length: string) => `Simulated: measured window of ${length}, up to the head of the run.`,
  keptFigures: (length: string, hash: string) =>
    `Simulated: the whole measured window of ${length}, computed earlier with this build (trace hash ${hash}). The run continues here and has to end with the same hash.`,
  notModelled: 'Not modelled',
  patches: 'Patches',
  functions: 'In the kernel',
  opening: 'Opening it again',
  beginnings: {
    resumed:
      'The run up to the measured window was kept from an earlier visit, or came with the page, and continued from there. Its trace hash is the same as from the start.',
    kept: 'This browser keeps the run up to the measured window, so the story opens there at once the next time.',
    refused:
      'This browser keeps nothing for this page, or has no space left, so the run up to the measured window is computed at every opening.',
  },
  simulated: 'simulated',
  published: 'published',
  verdict: 'verdict',
  verdicts: {
    agrees: 'agrees',
    'too-high': 'too high',
    'too-low': 'too low',
    'other-names': 'differs',
  },
  expected: (verdict: string, expected: string) => `${verdict}, expected ${expected}`,
  unjudged: {
    running: 'when the measured window is over',
    set: 'none: the settings differ from those of the story',
    unexpected: 'none: no range was stated in advance',
  },
  why: 'Why it happens',
  before: 'To read before:',
  after: 'Read on:',
  notes: 'Notes',
  namesOn: (side: string, names: string) => `${side}: ${names}`,
  claims: {
    predicted: 'predicted',
    'follows-from-fitted': 'derived from a fitted value',
    fitted: 'fitted',
    'not-claimed': 'shown for comparison',
  },
  claimMeaning: {
    predicted: 'Nothing was tuned to get this number.',
    'follows-from-fitted': 'It follows from numbers that were tuned: a weak test.',
    fitted: 'A parameter was tuned to this published number, so agreement proves nothing.',
    'not-claimed': 'Shown beside the published figure; no agreement is claimed.',
  },
} as const;

export const inspector = {
  nothing: 'Select a CPU in a machine, or a row under Cache lines, to see its state now.',
  clear: 'Clear selection',
  glossary: 'Glossary',
  cpu: (id: number) => `CPU ${id}`,
  activity: {
    idle: 'idle',
    user: 'user code',
    kernel: 'kernel',
    stalled: 'waiting for a line',
    spinning: 'waiting for a lock',
  },
  /** By IDLE_STATE_ code, behind "idle". */
  idleStates: ['', ' (polling)', ' in C1', ' in C1E', ' in C6'],
  terms: {
    now: 'Now',
    since: 'for',
    where: 'Where',
    function: 'In function',
    task: 'Runs',
    queued: 'On its runqueue',
    level: 'cpupri level',
    overloaded: 'RT overloaded',
    waitsFor: 'Waits for',
    field: 'Field',
    fields: 'Fields on it',
    state: 'State',
    priority: 'Priority',
    cpu: 'CPU',
    group: 'Instance',
    migrations: 'Migrations',
    wakeups: 'Wake-ups',
    latency: 'Last wake-up took',
    runtime: 'CPU time',
    owner: 'Owner',
    sharers: 'Copies',
    queue: 'Waiting now',
    misses: 'Transfers so far',
    hitm: 'HITM local / remote',
    wait: 'Mean wait',
    home: 'Home node',
  },
  taskStates: ['new', 'running', 'runnable', 'sleeping', 'waking'],
  place: (node: number, llc: number, core: number) => `node ${node}, LLC ${llc}, core ${core}`,
  tasks: (number: number) => plural(number, 'task', 'tasks'),
  none: 'none',
  yes: 'yes',
  no: 'no',
  cpus: (number: number) => plural(number, 'CPU', 'CPUs'),
  ownerCore: (core: number) => `core ${core}`,
  sharedBy: (number: number) => `shared by ${whole(number)}`,
  noSuchLine: 'This layout has no such line.',
  notHot: 'No CPU has fetched this line yet.',
  ledger: {
    user: 'user',
    kernel: 'kernel',
    private: 'own caches',
    llc: 'LLC',
    remote: 'other cores',
    memory: 'memory',
    lineWait: 'line wait',
    lockWait: 'lock wait',
    idle: 'idle',
    idleExit: 'waking up',
  },
  timeIn: (kind: string) => `Time: ${kind}`,
  share: (share: number) => percent(share),
} as const;

export const help = {
  title: 'Keys',
  close: 'Close',
  glossary: 'Glossary',
  singleKeys:
    'Use single-key shortcuts (turn off if they interfere with your assistive technology)',
  talk: 'Talk',
  talkRows: [
    ['Page Down, → or Space', 'next step'],
    ['Page Up or ←', 'the step before'],
    ['3 Enter', 'go to step 3, or to any number that you type'],
    ['B .', 'black screen, and back'],
    ['S', 'the speaker window: notes, clock, next step'],
    ['Home', 'start over'],
    ['F', 'full screen'],
    ['Esc', 'leave the talk'],
  ],
  machine: 'A machine, with the focus on it',
  machineRows: [
    ['← → ↑ ↓', 'go from CPU to CPU'],
    ['Enter', 'select the CPU'],
    ['D', 'show or hide the scheduling domains of the CPU'],
    ['+ −', 'zoom in or out'],
    ['0', 'the whole machine'],
  ],
} as const;
