// What is said of a structure that somebody pastes.

export const words = {
  title: 'A structure as text',
  lead: 'A declaration of C, or what pahole prints. It lays the simulated structure of that name out anew, or the one that is shown, by the names of its fields.',
  label: 'struct name { … };',
  kernel: (name: string) => `As ${name} of the simulated kernel`,
  lay: (name: string) => `Lay out ${name} so`,
  laid: (edits: number) =>
    edits === 0
      ? 'It lies so already.'
      : `${edits} ${edits === 1 ? 'change' : 'changes'} of the layout.`,
} as const;
