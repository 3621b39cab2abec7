// The reason codes of explain records. A run's catalogue gives each with its sentence; here the code leads to the
// glossary entry about it.

/** The glossary entry of a code. */
export const termOfReason = (code: string): string =>
  `reason-${code.toLowerCase().replaceAll('_', '-')}`;
