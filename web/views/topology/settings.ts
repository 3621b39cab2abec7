// What a person chose, as far as the picture is concerned. It may change between frames.

import type { CpuDomains } from './layers/domains/domains.ts';
import type { Tempo } from './tempo.ts';
import type { Selection } from './types.ts';

export interface PictureSettings {
  selection: Selection;
  /** Domains to draw, if somebody asked for them. */
  domains: CpuDomains | undefined;
  /** CPU under the pointer, or -1. */
  hover: number;
  tempo: Tempo;
  reducedMotion: boolean;
  /** Rate drawn at full width on this stage, transfers per second; 0: this machine's own. */
  sharedRate: number;
  /** The only CPUs in the picture, if it is an excerpt. */
  excerpt: ReadonlySet<number> | undefined;
}

export const defaultSettings: PictureSettings = {
  selection: {},
  domains: undefined,
  hover: -1,
  tempo: 'flow',
  reducedMotion: false,
  sharedRate: 0,
  excerpt: undefined,
};
