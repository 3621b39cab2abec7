// The words around a document.

export const words = {
  path: 'Documents',
  title: (name: string) => `${name} – Schedscape`,
  gone: (name: string) => `There is no document “${name}”.`,
  all: 'All documents',
} as const;
