// The words of Home and of the chapters.

import { duration, plural, whole } from '../../ui/format.ts';

interface Shape {
  readonly cpus: number;
  readonly packages: number;
  readonly nodes: number;
  readonly llcs: number;
}

export const tourEnd = {
  title: 'After the tour – Schedscape',
  path: 'Tour',
  heading: 'You can read these pictures now. What brings you here?',
  what: 'Each choice starts with something that you can do at once.',
  engineer: 'I work on the kernel, or run it',
  ownMachine: 'Open your own machine',
  ownMachineHint: 'Paste what lscpu or lstopo prints, and run any story on it.',
  speaker: 'I give a talk',
  talks: 'Take one of the talks',
  talksHint: 'Ten minutes each, with notes and a speaker window.',
  teacher: 'I teach',
  labs: 'Hand out a lab',
  labsHint: 'Questions and design tasks, graded by running them again.',
  student: 'I want to understand it',
  again: 'The tour from its beginning',
} as const;

export const home = {
  title: 'Schedscape: watch Linux scale, or fail to',
  brand: 'Schedscape',
  heading: 'Watch Linux scale, or fail to.',
  what: 'The kernel’s own scheduler and page allocator on a machine of up to 1,024 CPUs, where every cache line has to travel. Two kernels side by side, with the same seed. Stop anywhere, go back exactly, ask why.',
  tour: 'Start here · 5 min',
  goOn: 'Go on:',
  live: 'A live machine',
  shown: (cpus: number) => `Live: ${whole(cpus)} CPUs, Linux 6.18 beside Linux 6.18 with a patch`,
  ratio: (there: string) => `1 s = ${there}`,
  starting: 'Starting two machines…',
  play: 'Play',
  pause: 'Pause',
  waits: (cpus: number, of: number) => ({ figure: whole(cpus), rest: `of ${whole(of)} CPUs wait` }),
  picture: (side: string, label: string, cpus: number) =>
    `Machine ${side}, ${label}: ${plural(cpus, 'CPU')}; each CPU is a cell that shows what it is doing.`,
  key: {
    user: 'user work',
    kernel: 'kernel',
    stalled: 'waits for a cache line',
    idle: 'idle',
  },
  chapters: 'Chapters',
  labs: 'Labs',
  labsHint: 'predict, run, design, hand in',
  talks: 'Talks',
  talksHint: '10 minutes each, ready to present',
  ownMachine: 'Your machine',
  ownMachineHint: 'from lscpu, or drawn by hand',
  ownWorkload: 'Your workload',
  ownWorkloadHint: 'an rt-app file, or ten lines',
  ownPolicy: 'Your policy',
  ownPolicyHint: 'a few lines against EEVDF',
  own: 'Bring your own',
  ownHint: 'what to type, for each kind',
  openFile: 'Open a file',
  openFileHint: 'of any kind: a saved session, a trace, a machine',
  doors: 'Your own',
  search: 'Search',
  searchHint: 'Search',
} as const;

export const chapter = {
  title: (name: string) => `${name} – Schedscape`,
  count: (stories: number) => plural(stories, 'story', 'stories'),
  labs: (labs: number) => plural(labs, 'lab'),
  talks: (talks: number) => (talks === 1 ? 'talk' : plural(talks, 'talk')),
  /** Follows a count that is a link, for screen readers. */
  of: (name: string) => `of ${name}`,
  parts: { understand: 'Understand', measure: 'Measure', try: 'Try' },
  machine: ({ cpus, packages, nodes, llcs }: Shape) =>
    [
      plural(cpus, 'CPU'),
      plural(packages, 'socket'),
      ...(nodes > packages ? [plural(nodes, 'node')] : []),
      plural(llcs, 'LLC'),
    ].join(', '),
  length: (ns: number, variants: number) =>
    `${duration(ns)}, ${variants === 1 ? 'one kernel' : `${variants} kernels`}`,
  picture: (at: string, waiting: number, cpus: number) =>
    `The first kernel at ${at}: ${whole(waiting)} of ${plural(cpus, 'CPU waits', 'CPUs wait')} for a line or a lock.`,
  /** For chapters in another language. */
  covered: (told: number, stories: number) =>
    `In this language: the titles, and the text of ${whole(told)} of ${plural(stories, 'story', 'stories')}. The rest is in English.`,
  none: (folder: string) => `There is no chapter called “${folder}”.`,
  toHome: 'See all chapters',
  goOn: 'The chapters are:',
  where: 'Where you are',
} as const;

export const labs = {
  title: (name: string) => `${name} – Schedscape`,
  all: 'Labs',
  heading: 'Predict, run, design.',
  what: 'Predict what will happen; then the simulator runs with your own seed and shows whether you were right. Each lab ends with a design or a policy of your own, and with a sheet to hand in.',
  length: (minutes: number, steps: number) => `${minutes} minutes, ${plural(steps, 'step')}`,
  none: (name: string) => `There is no lab called “${name}”.`,
  refused: 'This lab could not be opened.',
  tournament: 'Open the result of a tournament of policies',
} as const;

export const embed = { title: 'A simulated machine', play: 'Run it' } as const;

export const lost = {
  /** Of the document. */
  title: { missing: 'Not found – Schedscape', refused: 'Not opened – Schedscape' },
  heading: 'This address could not be opened.',
} as const;
