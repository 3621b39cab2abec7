// The words of the shell, in one typed catalogue: a missing one is a type error. Each view has its own
// words file, so have the parts that come later; the few words of a small part stand at its head.
// Kernel identifiers and units are never translated. Sentences state what is seen; numbers arrive
// formatted.

// The words of views that come after the first picture come with them, in a chunk of their own.
export * from './view-messages.ts';

export const machine = {
  region: (side: string) => `Machine ${side}`,
  kernel: (version: string) => `Linux ${version}`,
  seed: (seed: number | string) => `seed ${seed}`,
  recorded: 'a trace, not a run',
  starting: 'Starting the machine…',
  ahead: 'Computing this moment',
  sought: 'Searching the run for the event of this step',
} as const;

export const app = {
  opening: 'Opening the scenario…',
  page: 'Page',
  part: 'A part of the page',
  help: 'The help',
  again: 'Try again',
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
  badLink: 'The link could not be opened.',
  badLinkRemedy: 'Try again, or continue with what is shown.',
  unfetched: (what: string) => `${what} could not be loaded: you are offline.`,
  gone: 'You are offline.',
  unfetchedRemedy: 'Try again once you are online.',
  addressBehind: 'The address is older than what is shown, because you are offline.',
  keysMissing: 'Keys and steps could not be loaded: you are offline.',
  keysMissingRemedy: 'They load by themselves once you are online.',
  stepsMissing: 'The steps of the story could not be loaded: you are offline.',
  stepsMissingRemedy: 'Reload once you are online; the address keeps this place.',
  noConductor: 'The worker that keeps the clock could not be started.',
  noWorkers: 'This browser cannot run the simulation: it lacks WebAssembly or module workers.',
} as const;
