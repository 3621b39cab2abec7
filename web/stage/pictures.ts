// What the pictures of the machines on a stage have in common: see views/topology/pictures.ts.

import { Pictures } from '../views/topology/index.ts';
import { perStage } from './session.ts';

export const picturesOf = perStage(() => new Pictures());
