// The themes and the way a canvas learns their colours: the stylesheet stays the only place where a
// colour is written down.

import type { HeatRange } from './cividis.ts';

export type { Side } from './sides.ts';

export const themes = ['dark', 'light', 'projector'] as const;
export type Theme = (typeof themes)[number];

/** Colours and type a canvas draws with; all strings are ready for fillStyle and font. */
export interface Palette {
  readonly background: string;
  readonly surface: string;
  readonly outline: string;
  readonly outlineStrong: string;
  readonly ink: string;
  readonly inkMuted: string;
  readonly inkFaint: string;
  readonly focus: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly idle: string;
  readonly user: string;
  readonly kernel: string;
  /** Ground and stripes of the two waiting states. */
  readonly wait: string;
  readonly hatch: string;
  /** The selected task group: its mark, and the two fills. */
  readonly group: string;
  readonly groupUser: string;
  readonly groupKernel: string;
  readonly task: string;
  readonly flight: string;
  readonly heat: HeatRange;
  readonly fontText: string;
  readonly fontMono: string;
  /** Smallest text, CSS pixels. */
  readonly textSmall: number;
  /** No text is smaller than this, CSS pixels: 24 in a hall; elsewhere labels may be a little smaller. */
  readonly leastText: number;
  /** Factor on line widths. */
  readonly stroke: number;
}

const variables = {
  background: '--background',
  surface: '--surface',
  outline: '--outline',
  outlineStrong: '--outline-strong',
  ink: '--ink',
  inkMuted: '--ink-muted',
  inkFaint: '--ink-faint',
  focus: '--focus',
  a: '--a',
  b: '--b',
  c: '--c',
  idle: '--cpu-idle',
  user: '--cpu-user',
  kernel: '--cpu-kernel',
  wait: '--cpu-wait',
  hatch: '--cpu-hatch',
  group: '--group',
  groupUser: '--group-user',
  groupKernel: '--group-kernel',
  task: '--task',
  flight: '--flight',
  fontText: '--font-text',
  fontMono: '--font-mono',
} as const;

/** Sets the theme of a document. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = theme;
}

/** The palette in force at `element`, read from the stylesheet's custom properties. */
export function readPalette(element: Element, theme: Theme): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const texts = Object.fromEntries(
    Object.entries(variables).map(([key, name]) => [key, read(name)]),
  ) as Record<keyof typeof variables, string>;
  return {
    ...texts,
    heat: { from: Number(read('--heat-from')), to: Number(read('--heat-to')) },
    textSmall: theme === 'projector' ? 24 : 11,
    leastText: theme === 'projector' ? 24 : 9,
    stroke: theme === 'projector' ? 1.75 : 1,
  };
}
