// Every word the app shows, in one typed catalogue, so that a missing or unused one is a type error
// and a translation has one file to replace. Kernel identifiers and units are never translated.
// Sentences state what is seen; numbers arrive formatted.

import type { C2cWords } from '../views/c2c/C2cView.tsx';
import type { CachelineWords } from '../views/cacheline/CachelineView.tsx';
import type { Tempo } from '../views/topology/index.ts';
import type { Caption } from './caption.ts';
import { count, duration, percent, whole } from './format.ts';

const plural = (number: number, one: string, many: string): string =>
  `${whole(number)} ${number === 1 ? one : many}`;

export const transport = {
  region: 'Transport',
  play: 'Play',
  pause: 'Pause',
  stepBack: 'Step back',
  stepForward: 'Step forward',
  previousDecision: 'Previous decision',
  nextDecision: 'Next decision',
  slower: 'Slower',
  faster: 'Faster',
  playhead: 'Playhead',
  tempo: 'Tempo',
  tempos: {
    follow: 'Follow',
    flow: 'Flow',
    summary: 'Summary',
  } satisfies Record<Tempo, string>,
  tempoMeaning: {
    follow: 'Single transfers, one by one',
    flow: 'Transfers bundled between caches',
    summary: 'Shares of time; nothing flies',
  } satisfies Record<Tempo, string>,
  ratio: (there: string) => `1 s here = ${there} there`,
  unbounded: 'as fast as it goes',
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
  scenario: 'Scenario',
  variant: 'Variant',
  both: 'Both kernels side by side: same seed, same clock',
  story: 'Story',
  inspector: 'Inspector',
  share: 'Share',
  shared: 'The link to this moment is in the clipboard.',
  shareByHand: 'The link to this moment is in the address bar: copy it from there.',
  help: 'Help',
} as const;

export const machine = {
  region: { A: 'Machine A', B: 'Machine B' },
  kernel: (version: string) => `Linux ${version}`,
  seed: (seed: number | string) => `seed ${seed}`,
  failed: (side: string) => `Machine ${side} stopped: the simulator found a defect in itself.`,
  report: (scenario: string) => `Please report it with the scenario ${scenario} and this message.`,
  restart: (side: string) => `Restart machine ${side}`,
  starting: 'Starting the machine…',
} as const;

/** Names of things that are numbers in a frame. */
export interface Names {
  readonly line: (line: number) => string;
  readonly symbol: (symbol: number) => string;
  readonly activity: (code: number) => keyof typeof inspector.activity | undefined;
}

function sentenceOfCpu(caption: Extract<Caption, { kind: 'cpu' }>, names: Names): string {
  const { cpu, task } = caption;
  const forTask = task >= 0 ? ` for task ${task}` : '';
  switch (names.activity(caption.activity)) {
    case 'idle':
      return `CPU ${cpu} is idle since ${duration(caption.since)}.`;
    case 'user':
      return `CPU ${cpu} runs ${task >= 0 ? `task ${task}` : 'a task'} in user code.`;
    case 'spinning':
      return `CPU ${cpu} waits ${duration(caption.since)} for a lock${forTask}.`;
    default:
      return `CPU ${cpu} runs ${names.symbol(caption.symbol) || 'kernel code'}${forTask}.`;
  }
}

export const captions = {
  region: 'Caption',
  sentence(caption: Caption, names: Names): string {
    if (caption.kind === 'cpu') return sentenceOfCpu(caption, names);
    if (caption.kind === 'working') {
      const { user, kernel, idle } = caption;
      return `${plural(user, 'CPU runs', 'CPUs run')} user code, ${whole(kernel)} the kernel, ${whole(idle)} ${idle === 1 ? 'is' : 'are'} idle; none waits for a line.`;
    }
    if (caption.kind === 'free') {
      const holder = caption.owner < 0 ? 'no core owns it' : `core ${caption.owner} owns it`;
      return `Nobody waits for ${names.line(caption.line)}; ${holder}.`;
    }
    const waits = `CPU ${caption.cpu} waits ${duration(caption.waited)} for ${names.line(caption.line)}`;
    if (caption.before === 0) return `${waits}; it is served next.`;
    return `${waits}; ${plural(caption.before, 'other waits', 'others wait')} before it.`;
  },
  onSide: (side: string, sentence: string) => `${side}: ${sentence}`,
  shot: (index: number, of: number) => `${index} of ${of}`,
  skip: 'Skip',
  skipHint: 'Any key skips',
} as const;

export const story = {
  region: 'Story',
  headline: 'Measured against published',
  warmingUp: 'Warming up: figures come from the measured window, which has not begun.',
  atHead: (length: string) => `Simulated: measured window of ${length}, up to the head of the run.`,
  notModelled: 'Not modelled',
  simulated: 'simulated',
  published: 'published',
  why: 'Why it happens',
  notes: 'Notes',
  namesOn: (side: string, names: string) => `${side}: ${names}`,
  claims: {
    predicted: 'predicted',
    'follows-from-fitted': 'follows from fitted',
    fitted: 'fitted',
    'not-claimed': 'not claimed',
  },
  claimMeaning: {
    predicted: 'Nothing was tuned to get this number.',
    'follows-from-fitted': 'It follows from numbers that were tuned: a weak test.',
    fitted: 'A parameter was tuned to this published number: it proves nothing.',
    'not-claimed': 'Shown beside the published figure; no agreement is claimed.',
  },
} as const;

export const inspector = {
  region: 'Inspector',
  nothing: 'Select a CPU in a machine, or a row under Cache lines, to see its state now.',
  clear: 'Clear selection',
  cpu: (id: number) => `CPU ${id}`,
  task: (id: number) => `Task ${id}`,
  activity: {
    idle: 'idle',
    user: 'user code',
    kernel: 'kernel',
    stalled: 'waiting for a line',
    spinning: 'waiting for a lock',
  },
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
  notHot: 'Nobody has fetched this line so far.',
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

export const dock = {
  region: 'Views',
  lines: 'Cache lines',
  c2c: 'c2c',
  curves: 'Curves',
  side: 'Side shown',
  ofSide: (side: string) => `of ${side}`,
  loading: 'Opening the view…',
} as const;

export const cacheline: CachelineWords = {
  caption: (side, time) => `Hottest cache lines of machine ${side} at ${time}`,
  line: 'Line',
  fields: 'Fields on it',
  owner: 'Owner now',
  queue: 'Queue',
  transfers: 'Transfers/s',
  transfersMeaning:
    'Transfers a second of simulated time, over 50 µs or more; else since the start of the run',
  hitm: 'HITM lcl / rmt',
  wait: 'Mean wait',
  strip: 'Last fetches, by node',
  nobody: 'shared',
  ownerCpu: (cpu, node) => `CPU ${cpu}, node ${node}`,
  more: (number) => `+${number}`,
  stripText: (parts) => `Last fetches by node: ${parts.join(', ')}`,
  stripPart: (node, share) => `node ${node} ${percent(share, 0)}`,
  rest: (shown, all) => `${whole(shown)} of ${plural(all, 'line', 'lines')} that were fetched`,
  number: count,
  duration,
};

export const c2c: C2cWords = {
  line: 'Cache line',
  caption: (line, side) => `${line}, machine ${side}: simulated beside published`,
  offset: 'Offset',
  symbol: 'Symbol',
  field: 'Field',
  rmtHitm: 'Rmt Hitm',
  lclHitm: 'Lcl Hitm',
  storeL1Hit: 'Store L1 Hit',
  loadCycles: 'Load cycles',
  records: 'Records',
  simulated: 'simulated',
  published: 'published',
  noPublished: 'No table was published for this line.',
  publishedBaseline: 'The published table is of the baseline kernel.',
  allEvents: 'Simulated rows count all events of the measured window; published rows are samples.',
  merged: 'Published rows of several instruction addresses are merged by offset and symbol.',
  warmingUp: 'Warming up: rows are counted from the start of the measured window.',
  loading: 'Reading the rows…',
  dropped: (number) => `${whole(number)} accesses found no free row and are missing here.`,
  dash: '–',
  percent: (share) => (share === 0 ? '0 %' : percent(share)),
  cycles: count,
  whole,
};

export const help = {
  title: 'Keys',
  close: 'Close',
  singleKeys: 'Single keys act (turn off if they get in the way of your assistive technology)',
  rows: [
    ['Space', 'play or pause'],
    ['← →', 'one event back or forward'],
    ['Shift + ← →', 'one decision back or forward'],
    [', .', 'one microsecond back or forward'],
    ['[ ]', 'half or double speed'],
    ['Home End', 'start, or as far as computed'],
    ['?', 'this help'],
  ],
} as const;

export const app = {
  opening: 'Opening the scenario…',
} as const;

export const panels = {
  close: (name: string) => `Close ${name}`,
} as const;

export const notices = {
  close: 'Dismiss',
  atStart: (when: string) =>
    `Playback goes on at ${when}, where the measured window begins; the time before it is computed.`,
  badLink: 'The link could not be opened.',
  badLinkRemedy: 'Ask for it again, or go on with what is shown.',
  noWorkers: 'This browser cannot run the simulation: it lacks WebAssembly or module workers.',
} as const;
