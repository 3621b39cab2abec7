// What the colours of the machines on stage can say: words that scenarios and links share. What they mean in
// the picture is said where it is drawn (web/views/topology).

/** What a CPU does; which task is where; which cache a task prefers; one number a CPU. */
export const colourings = ['state', 'task', 'home', 'heat'] as const;
export type ColourBy = (typeof colourings)[number];

/** What tasks of one hue have in common. */
export const hueParts = ['role', 'process', 'instance'] as const;
export type HuePart = (typeof hueParts)[number];

/** The number that is shown as heat. */
export const heatMeasures = [
  'waiting',
  'utilisation',
  'queue',
  'transfers',
  'moves',
  'latency',
  'kernel',
] as const;
export type HeatMeasure = (typeof heatMeasures)[number];

/** How transfers between caches are drawn: through the gutters, or as a table of from and to. */
export const trafficForms = ['ribbons', 'matrix'] as const;
export type TrafficForm = (typeof trafficForms)[number];

/** Entries of the legend that can be kept alone: of states, of hues, of homes, of bands of heat. */
export const legendEntries = [
  ...(['idle', 'user', 'kernel', 'line', 'lock'] as const),
  ...(['hue-1', 'hue-2', 'hue-3', 'hue-4', 'hue-5', 'hue-6', 'hue-7', 'hue-8'] as const),
  ...(['at-home', 'away', 'no-home'] as const),
  ...(['heat-1', 'heat-2', 'heat-3', 'heat-4', 'heat-5'] as const),
] as const;
export type LegendEntry = (typeof legendEntries)[number];

/** What is shown where neither a scenario nor a person has chosen. */
export const firstColouring = { by: 'state', hue: 'role', heat: 'waiting' } as const;
