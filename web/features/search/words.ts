// The words of the search.

import { capitalised } from '../../base/capital.ts';
import { whole } from '../../ui/format.ts';

/** What is found, in the words that stand beside it. */
export const findingKinds = {
  story: 'story',
  chapter: 'chapter',
  term: 'term',
  function: 'function',
  field: 'field',
  setting: 'setting',
  view: 'view',
  command: 'command',
  doc: 'document',
  place: 'machine',
} as const;
export type FindingKind = keyof typeof findingKinds;

export const words = {
  title: 'Search',
  key: 'Ctrl K',
  field: 'Stories, terms, functions, fields, settings, commands',
  hint: (cpu: number, task: number) => `A name, or “CPU ${cpu}”, “task ${task}”`,
  hintElsewhere: 'A story, a term, a function, a field or a command',
  results: 'What was found',
  loading: 'Looking…',
  found: (count: number) => (count === 1 ? '1 found' : `${whole(count)} found`),
  /** Before anything is typed. */
  all: (count: number) =>
    `Type to search in ${whole(count)}: stories, terms, functions, fields, commands.`,
  cpusAre: (count: number) => `The CPUs here are 0 to ${whole(count - 1)}.`,
  tasksAre: (count: number) => `The tasks here are 0 to ${whole(count - 1)}.`,
  nothing: (query: string) => `Nothing is called “${query}” here.`,
  cpu: (cpu: number) => `CPU ${cpu}`,
  cpuText: 'opens it in the Inspector',
  task: (task: number) => `task ${task}`,
  taskText: (name: string) => `${name}: opens it in the Inspector`,
  functionText: (entry: string) => `explained under ${entry}`,
  functionSeen: 'in the lines that it touches (c2c)',
  fieldText: 'where it lies (Struct layout)',
  settingText: (values: string) => `a parameter of this story: ${values}`,
  viewText: 'opens the view',
  home: 'Home',
  homeText: 'all chapters, and a machine at work',
  own: 'Bring your own',
  compare: 'Compare two links',
  compareText: 'what differs between two runs, and both as A and B',
  ownText: 'commands to copy for your machine, workload, trace, perf c2c and structures',
  openFile: 'Open a file',
  openFileText: 'a scenario or saved session (JSON)',
  ownMachine: 'Your machine',
  ownMachineText: 'runs this story on a machine of your own, from lscpu or drawn by hand',
  story: 'Story panel',
  inspector: 'Inspector panel',
  panelText: 'opens or closes it',
  theme: (name: string) => `${name} theme`,
  themeText: 'uses it from now on',
  pressText: 'same as its button',
  exportText: 'pictures, tables, traces, and a frame to embed in a page (iframe, HTML)',
  shareText: 'a link to this moment; to embed it in a page: Export, Embed code',
} as const;

/** "stepBack" as a person says it: "Step back". */
export const commandName = (name: string): string => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalised(text);
};
