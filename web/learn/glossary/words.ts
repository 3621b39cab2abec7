// The words of the glossary dialog; the entries themselves are in entries.ts.

export const words = {
  title: 'Glossary',
  search: 'Search terms',
  close: 'Close',
  back: 'All terms',
  kernel: 'In the kernel:',
  nothing: (query: string) => `No entry mentions “${query}”.`,
  found: (number: number) => (number === 1 ? '1 term' : `${number} terms`),
} as const;
