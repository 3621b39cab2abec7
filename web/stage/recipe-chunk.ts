// Everything that reads, checks, opens and packs recipes, as one chunk: the first picture of a scenario
// as it comes needs none of it. Import this file with import(), through content.ts.

export { browserReader } from '../scenario/browser.ts';
export { defaultSettings } from '../scenario/default-values.ts';
export { addressOfRecipe, hashOfRecipe, openRecipe, recipeInAddress } from '../scenario/index.ts';
export { choiceOf, playheadOf, recipeOf } from './address.ts';
export { approve, isApproved } from './approved.ts';
export { askCore } from './ask-core.ts';
export { stageOf } from './stage-of.ts';
