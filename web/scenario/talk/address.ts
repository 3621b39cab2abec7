// The addresses of talks and of what belongs to them; place.ts reads them. Not needed by a page that starts.

/** The address of all talks, of one, or of a step of it. */
export const talkHash = (talk?: string, step?: number): string =>
  ['#/talks', talk, talk && step].filter(Boolean).join('/');

/** The address of the speaker's window of a talk that is given in the window of that id. */
export const speakerHash = (talk: string, window: string): string =>
  `#/talks/${talk}/speaker/${window}`;
