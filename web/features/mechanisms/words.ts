// What is said of the choice of a mechanism. Texts only.

export const words = {
  mechanism: 'Mechanism',
  hint: 'What the machines show besides their CPUs: the lists, masks and searches that decide what waits',
  none: 'none',
} as const;
