// The public face of this room: open scenarios and recipes, get the core's numbers, make links. What
// is not here is private to web/scenario. Readers are imported by their own path (browser.ts in the
// browser, node.ts in Node), so that neither drags in the other.

export type { LineReference } from './common-schema.ts';
export { buildDefinition, type DefinitionValues, variantOf } from './definition.ts';
export { ScenarioError } from './error.ts';
export { layoutNames } from './layout/index.ts';
export { type Metric, metrics } from './metrics.ts';
export { applyOverrides, type Override, parseOverride } from './overrides.ts';
export { type ContentReader, machinePresets, type PresetSummary } from './platform.ts';
export { canonicalRecipe, type OpenedRecipe, openRecipe, parseRecipe } from './recipe.ts';
export { type Recipe, recipeFormat, recipeVersion } from './recipe-schema.ts';
export {
  handInCompiler,
  loadScenario,
  type OpenedScenario,
  openScenario,
  parseScenario,
  scenarioNames,
} from './scenario.ts';
export type { Scenario, Variant } from './schema.ts';
export {
  addressOfRecipe,
  decodeRecipe,
  encodeRecipe,
  hashOfRecipe,
  readRecipe,
  recipeInAddress,
} from './share.ts';
export { type Chapter, chapterOf, type Story, stories, storyEntries } from './stories.ts';
export {
  lineKey,
  linesOfScenario,
  type PlannedSweep,
  parseAxis,
  planSweep,
  type SweepWanted,
} from './sweep.ts';
export { tabs } from './tabs.ts';
export type { Timings } from './timings-schema.ts';
export { kernelCpuList, type Machine, parseCpuList } from './topology.ts';
export { formatTime, parseTime, timeNs } from './units.ts';
export { versionWords } from './version-label.ts';
export {
  hasTrait,
  metricNamesOf,
  type Workload,
  type WorkloadParameter,
  workloadNamed,
  workloads,
} from './workloads.ts';
export { parseSetting } from './written.ts';
