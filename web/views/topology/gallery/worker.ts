// The worker of a picture in the gallery, which has no stage.

import { drawPicture } from '../render-worker.ts';

drawPicture();
