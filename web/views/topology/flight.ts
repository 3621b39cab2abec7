// How the camera flies smoothly from one place to another: pure maths, loaded after the first picture.

import { interpolateZoom } from 'd3-interpolate';
import type { Camera, Viewport } from './camera.ts';

/** Longest flight of the camera, ms; short hops take less. */
const longestFlight = 1400;

export interface CameraFlight {
  /** ms. */
  readonly duration: number;
  /** Where the camera is at a share 0 … 1 of the time. */
  readonly at: (share: number) => Camera;
}

/** Starts and ends gently. */
const ease = (share: number): number => share * share * (3 - 2 * share);

/** The way from one camera to another that neither rushes nor loses sight (van Wijk and Nuij 2003). */
export function fly(from: Camera, to: Camera, view: Viewport): CameraFlight {
  const path = interpolateZoom(
    [from.x, from.y, view.width / from.scale],
    [to.x, to.y, view.width / to.scale],
  );
  const still = from.x === to.x && from.y === to.y && from.scale === to.scale;
  return {
    duration: still ? 0 : Math.min(longestFlight, 250 + path.duration * 0.8),
    at: (share) => {
      if (share >= 1) return to;
      const [x, y, width] = path(ease(Math.max(0, share)));
      return { x, y, scale: view.width / width };
    },
  };
}
