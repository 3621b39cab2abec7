// The names of the dock's views and of the forms of Curves, as recipes, scenarios and stories write them. Part of the
// formats: none is ever renamed.

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

/** The forms in which Curves shows its data. */
export const curveForms = ['chart', 'against', 'map', 'table', 'compare', 'csv', 'others'] as const;
export type CurveForm = (typeof curveForms)[number];
