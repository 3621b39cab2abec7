// The words of the search.

import { capitalised } from '../../base/capital.ts';
import { whole } from '../../ui/format.ts';

/** What is found, in the words that stand beside it. */
export const kinds = {
  story: 'story',
  chapter: 'chapter',
  term: 'term',
  function: 'function',
  field: 'field',
  setting: 'setting',
  view: 'view',
  command: 'command',
  place: 'machine',
} as const;
export type Kind = keyof typeof kinds;

export const words = {
  title: 'Search',
  key: 'Ctrl K',
  field: 'Stories, terms, functions, fields, settings, commands',
  hint: 'A name, or “CPU 123”, “task 7”',
  results: 'What was found',
  loading: 'Looking…',
  found: (count: number) => (count === 1 ? '1 found' : `${whole(count)} found`),
  nothing: (query: string) => `Nothing is called “${query}” here.`,
  cpu: (cpu: number) => `CPU ${cpu}`,
  cpuText: 'looks into it in the Inspector',
  task: (task: number) => `task ${task}`,
  taskText: 'looks into it in the Inspector',
  functionText: (entry: string) => `explained under ${entry}`,
  functionSeen: 'in the lines that it touches (c2c)',
  fieldText: 'where it lies (Struct layout)',
  settingText: (values: string) => `a knob of this story: ${values}`,
  viewText: 'opens the view',
  home: 'Home',
  homeText: 'all chapters, and a machine at work',
  own: 'Bring your own',
  ownText: 'commands to copy for your machine, workload, trace, perf c2c and structures',
  openFile: 'Open a file',
  openFileText: 'a scenario or a recipe, as JSON',
  ownMachine: 'Your machine',
  ownMachineText: 'runs this story on a machine of your own, from lscpu or drawn by hand',
  story: 'Story panel',
  inspector: 'Inspector panel',
  panelText: 'opens or closes it',
  theme: (name: string) => `${name} theme`,
  themeText: 'wears it from now on',
  themes: { dark: 'Dark', light: 'Light', projector: 'Projector' },
  pressText: 'as by its button',
} as const;

/** "stepBack" as a person says it: "Step back". */
export const commandName = (name: string): string => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalised(text);
};
