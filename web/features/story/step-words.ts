// Words around the text of a step.

/** What stands for a value that its run has not given yet. */
export const unmeasured = '…';

export const eye = {
  meets: 'When you meet this at work',
  set: (label: string, value: string) => `Set ${label} to ${value}`,
  /** Sets the control back to where the story has it. */
  back: (label: string) => `Set ${label} back`,
  /** The setting that the story comes with. */
  home: (value: string | undefined) => (value === undefined ? 'story' : `${value} (story)`),
  see: 'What to see',
  /** Over what came out: "throughput, B". */
  figure: (metric: string, variant: string) => `${metric}, ${variant}`,
  running: 'simulating',
  /** Besides those that a table of figures has (stage/metric-words.ts). */
  metrics: {
    throughput_gain: 'throughput, against A',
    line_waiting: 'CPUs waiting for the line',
    line_load_cycles: 'cycles per load of the line',
  } as Readonly<Record<string, string>>,
} as const;

/** Of the event that a step begins at. */
export const event = {
  sought: 'Searching the run for this event.',
  slow: 'In slow motion.',
  shown: 'That was one event.',
  left: 'The search for this event has ended.',
  none: 'The run has no further event of this kind.',
  again: 'Show it again',
  next: 'Show the next one',
  full: 'At full speed',
} as const;

/** Of the five-minute tour. */
export const tour = {
  name: 'Tour',
  stop: (stop: number, of: number) => `Tour, ${stop} of ${of}`,
  back: '← Stop before',
  previous: (name: string) => `Back to: ${name}`,
  goOn: 'Next stop →',
  next: (name: string) => `Next stop: ${name}`,
  end: 'What next? →',
} as const;

/** Of a term beside its word. */
export const term = { more: 'Open in the glossary' } as const;
