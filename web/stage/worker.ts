// The workers that a stage begins with, one file for all three kinds: they share what frames and calls between
// threads are made of, a page fetches it once, and the name of a worker says what it is to do.

import { reportLife } from '../base/worker-life.ts';
import { serveVariant } from '../engine/worker.ts';
import { drawPicture } from '../views/topology/render-worker.ts';
import { conduct } from './playback/conductor-worker.ts';

/** One a variant, one a picture, and the clock of all. */
const roles = { variant: serveVariant, picture: drawPicture, conductor: conduct };
export type WorkerRole = keyof typeof roles;

reportLife();
roles[self.name.replace('schedscape ', '') as WorkerRole]();
