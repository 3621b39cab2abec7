// The worker of a variant in the gallery, which has no stage.

import { serveVariant } from '../../../engine/worker.ts';

serveVariant();
