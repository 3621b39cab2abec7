// The features of the page: whatever stands in web/features. A feature more is a folder there.

import { stageKeys } from '../stage/commands.ts';
import { type Feature, Features } from '../stage/feature.ts';

const found = import.meta.glob<Feature>('../features/*/index.ts', {
  eager: true,
  import: 'default',
});

export const features = new Features([{ keys: stageKeys }, ...Object.values(found)]);
