// The words of the start band, the machine picker and of opening files; they come with those parts.

import { plural, whole } from '../ui/format.ts';

interface Shape {
  readonly cpus: number;
  readonly packages: number;
  readonly nodes: number;
  readonly llcs: number;
}

const shapeOf = ({ cpus, packages, nodes, llcs }: Shape): string =>
  [
    plural(cpus, 'CPU', 'CPUs'),
    plural(packages, 'socket', 'sockets'),
    plural(nodes, 'node', 'nodes'),
    plural(llcs, 'LLC', 'LLCs'),
  ].join(', ');

export const start = {
  close: 'Close the stories',
  machine: shapeOf,
  picture: (at: string, waiting: number, cpus: number) =>
    `The baseline at ${at}: ${whole(waiting)} of ${plural(cpus, 'CPU waits', 'CPUs wait')} for a line or a lock.`,
  openFile: 'Open a file',
  openFileHint: 'A scenario or saved session (JSON). You can also drop it anywhere on the page.',
  ownMachine: 'Your own machine',
} as const;

export const file = {
  refused: (name: string) => `${name} could not be opened.`,
  tooLarge: (bytes: number, most: number) =>
    `has ${whole(bytes)} bytes, more than the ${whole(most)} a scenario or recipe may have`,
  tooLargeRemedy: 'check that it is the right file',
  unknown: 'does not contain "schedscape-scenario/2" or "schedscape-recipe/3"',
  unknownRemedy: 'choose a scenario or a saved session of this page',
} as const;

export const machinePicker = {
  asInStory: (cpus: number | undefined) =>
    cpus === undefined ? 'As in the story' : `${plural(cpus, 'CPU', 'CPUs')}, as in the story`,
  own: 'Your own machine…',
  title: 'Your own machine',
  source: 'Input',
  sources: { lscpu: 'lscpu', counts: 'Topology by numbers', drawn: 'Drawn by hand' },
  command:
    'Run one of these on the machine, then paste its output or open the file. Nothing leaves this page:',
  hwlocCommand: 'lstopo --of xml machine.xml',
  or: 'or',
  text: 'Output of lscpu or lstopo',
  placeholder: 'Paste here what these or other tools print, or a whole mail that quotes it',
  it: 'It',
  more: 'Add NUMA distances and core-to-core latencies',
  moreHint: 'Completes the listing above:',
  numactlCommand: 'numactl --hardware',
  matrixCommand: 'core-to-core-latency --csv > latencies.csv',
  moreText: 'Output of numactl or core-to-core-latency',
  sysfsHint: 'If neither lstopo nor lscpu is available, this reads the kernel’s own files:',
  openFile: 'Open a file…',
  listingFile: 'Machine file',
  moreFile: 'Additional file',
  picture: 'Picture of the machine',
  cpusOf: (count: number) => plural(count, 'CPU', 'CPUs'),
  socket: (index: number) => `Socket ${index}`,
  node: (index: number) => `Node ${index}`,
  vendor: 'Vendor',
  vendors: { intel: 'Intel', amd: 'AMD', generic: 'another, or unknown' },
  packages: 'Sockets',
  nodes_per_package: 'NUMA nodes in a socket',
  llcs_per_node: 'Last-level caches in a node',
  cores_per_llc: 'Cores in a last-level cache',
  threads_per_core: 'Threads in a core',
  timings: 'Latencies of',
  timingsHint: 'A topology has no latencies, so those of a known machine are used.',
  shape: shapeOf,
  ownShape: (shape: Shape) => `Your own: ${shapeOf(shape)}`,
  open: 'What remains open',
  proposed: (answer: string) => `${answer} (proposed)`,
  nothingYet: 'The machine appears here as soon as it is recognised.',
  story: (title: string) => `The story on stage: ${title}`,
  run: 'Run the story on it',
  cancel: 'Cancel',
  wrong: (where: string, problem: string, remedy: string) =>
    `${where ? `${where} ` : ''}${problem}; ${remedy}.`,
} as const;
