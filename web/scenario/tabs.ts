// The names of the dock's views, as recipes, scenarios and stories write them. Part of the formats: none is ever renamed.

export const tabs = [
  'timeline',
  'cache-lines',
  'struct-layout',
  'c2c',
  'pages',
  'curves',
  'races',
  'domains',
  'policy',
  'workload',
  'recording',
] as const;

export type Tab = (typeof tabs)[number];
