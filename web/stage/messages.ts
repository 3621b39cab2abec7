// The words of the shell, in one typed catalogue: a missing one is a type error. Each view has its own
// words file, so have the parts that come later; the few words of a small part stand at its head.
// Kernel identifiers and units are never translated. Sentences state what is seen; numbers arrive
// formatted.

import { duration, plural, whole } from '../ui/format.ts';
import type { Theme } from '../ui/theme.ts';
import type { Tempo } from '../views/topology/index.ts';
import type { Caption } from './caption.ts';
import type { inspector } from './view-messages.ts';

// The words of views that come after the first picture come with them, in a chunk of their own.
export * from './view-messages.ts';

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
  stories: 'Stories',
  machine: 'Machine',
  scenario: 'Scenario',
  variant: 'Variant',
  both: 'Both kernels side by side: same seed, same clock',
  story: 'Story',
  inspector: 'Inspector',
  why: 'Why?',
  fidelity: 'Fidelity',
  share: 'Share',
  export: 'Export',
  shared: 'The link to this moment is in the clipboard.',
  shareByHand: 'The link to this moment is in the address bar: copy it from there.',
  present: 'Present',
  help: 'Help',
  theme: 'Theme',
  themes: { dark: 'Dark', light: 'Light', projector: 'Projector' } satisfies Record<Theme, string>,
} as const;

export const machine = {
  region: { A: 'Machine A', B: 'Machine B', C: 'Machine C', D: 'Machine D' },
  kernel: (version: string) => `Linux ${version}`,
  seed: (seed: number | string) => `seed ${seed}`,
  failed: (side: string) => `Machine ${side} stopped: the simulator found a defect in itself.`,
  unfetched: (side: string) => `Machine ${side} stopped: the network is gone.`,
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
      const { user, kernel, idle, spinning } = caption;
      const work = `${plural(user, 'CPU runs', 'CPUs run')} user code, ${whole(kernel)} the kernel, ${whole(idle)} ${idle === 1 ? 'is' : 'are'} idle`;
      const waiting = `${plural(spinning, 'waits', 'wait')} for a lock`;
      return spinning === 0 ? `${work}; none waits for a line.` : `${work}; ${waiting}.`;
    }
    if (caption.kind === 'free') {
      const { owner, sharers } = caption;
      const cores = sharers === 0 ? 'no core has' : plural(sharers, 'core has', 'cores have');
      const shared = sharers < 0 ? '' : `; ${cores} a copy`;
      const held = owner < 0 ? shared : `; core ${owner} owns it`;
      return `Nobody waits for ${names.line(caption.line)}${held}.`;
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

export const app = {
  opening: 'Opening the scenario…',
  notRun: 'The machine stays as it was.',
} as const;

export const panels = {
  story: 'Story',
  lesson: 'Lesson',
  inspector: 'Inspector',
  close: (name: string) => `Close ${name}`,
  width: (name: string) => `Width of ${name}`,
} as const;

export const notices = {
  close: 'Dismiss',
  atStart: (when: string) =>
    `Playback goes on at ${when}, where the measured window begins; the time before it is computed.`,
  badLink: 'The link could not be opened.',
  badLinkRemedy: 'Ask for it again, or go on with what is shown.',
  noConductor: 'The worker that keeps the clock could not be started.',
  noWorkers: 'This browser cannot run the simulation: it lacks WebAssembly or module workers.',
} as const;
