// Words about a pasted structure.

export const words = {
  title: 'A structure of your own',
  lead: 'A declaration of C, or what pahole prints. It gives a simulated structure another layout, matched by field names, or it becomes a structure of its own, with threads that read and write its fields.',
  label: 'struct name { … };',
  example: 'struct queue {\n\tunsigned long\thead;\n\tunsigned long\ttail;\n};',
  insertExample: 'Begin with an example',
  kernel: (name: string) => `As ${name} of the simulated kernel`,
  lay: (name: string) => `Arrange ${name} so`,
  laid: (edits: number) =>
    edits === 0
      ? 'It is arranged like this already.'
      : `${edits} ${edits === 1 ? 'change' : 'changes'} of the layout.`,
  own: (name: string) => `As struct ${name} on a hot line`,
  ownLead:
    'Each thread touches its field, works for 100 ns, and repeats: in A with the fields as declared, in B with each field on a line of its own. The Workload view then shows the text of the threads.',
  field: 'Field',
  place: 'Place',
  placeOf: (offset: number, size: number) => {
    const [first, last] = [offset, offset + size - 1].map((byte) => Math.floor(byte / 64) + 1);
    return `line ${first}, byte ${offset % 64}${last! > first! ? `, to line ${last}` : ''}`;
  },
  use: 'Threads',
  threadsOf: (field: string) => `Threads of ${field}`,
  uses: {
    none: 'none',
    write: 'one writes',
    read: 'one reads',
    read4: 'four read',
    add4: 'four add (atomic)',
  },
  run: 'Run it',
  running: 'Opening…',
  noThreads: 'Assign a thread to at least one field.',
  close: 'Close',
  declared: 'As declared',
  moved: 'A line for each field',
} as const;
