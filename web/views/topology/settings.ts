// The choices of a person, as far as the picture is concerned. They may change between frames.

import type { TrafficForm } from '../../scenario/colouring.ts';
import { type Colouring, defaultColouring } from './colouring.ts';
import type { CpuDomains } from './layers/domains/domains.ts';
import type { MechanismChoice } from './mechanism.ts';
import type { Ring } from './ring.ts';
import type { Tempo } from './tempo.ts';
import type { Selection } from './types.ts';

export interface PictureSettings {
  selection: Selection;
  /** Domains to draw, if they were asked for. */
  domains: CpuDomains | undefined;
  /** CPU under the pointer, or -1. */
  hover: number;
  /** What is pointed at elsewhere on the page. */
  ring: Ring | undefined;
  tempo: Tempo;
  reducedMotion: boolean;
  colouring: Colouring;
  /** How transfers between caches are drawn; undefined: as suits the machine. */
  traffic: TrafficForm | undefined;
  /** Whether that is the matrix now, whose cells are sums: the shared rate is of what is drawn. */
  matrix: boolean;
  /** The mechanism to be shown; undefined: none. */
  mechanism: MechanismChoice | undefined;
  /** What stands at full height in it on this stage; 0: this machine's own. */
  sharedScale: number;
  /** What is shown as the hottest on this stage, in the unit of its measure; 0: this machine's own. */
  sharedHeat: number;
  /** Rate drawn at full width on this stage, transfers per second; 0: this machine's own. */
  sharedRate: number;
  /** The only CPUs in the picture, if it shows a part of the machine. */
  excerpt: ReadonlySet<number> | undefined;
}

export const defaultSettings: PictureSettings = {
  selection: {},
  domains: undefined,
  hover: -1,
  ring: undefined,
  tempo: 'flow',
  reducedMotion: false,
  colouring: defaultColouring,
  traffic: undefined,
  matrix: false,
  mechanism: undefined,
  sharedScale: 0,
  sharedHeat: 0,
  sharedRate: 0,
  excerpt: undefined,
};
