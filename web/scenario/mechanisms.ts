// The mechanisms that a machine's picture can show: words that scenarios and links share. What each draws is said where
// it is drawn (web/views/topology/layers, a folder of that name each).

export const mechanismNames = [
  'page-lists',
  'cpupri',
  'wake-up',
  'cache-account',
  'line',
  'lock',
  'domains',
  'bandwidth',
] as const;
export type MechanismName = (typeof mechanismNames)[number];
