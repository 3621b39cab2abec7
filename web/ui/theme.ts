// The themes and the way a canvas learns their colours: the stylesheet (themes.css) stays the only place
// where a colour is written down.

import type { HeatRange } from './cividis.ts';
import type { VariantId } from './variant-ids.ts';

export type { VariantId } from './variant-ids.ts';

export const themes = ['dark', 'light', 'projector'] as const;
export type Theme = (typeof themes)[number];
/** What a person can choose. */
export const ownThemes = ['system', ...themes] as const;
export type OwnTheme = (typeof ownThemes)[number];

/** Hues of tasks: Okabe and Ito's, orange behind the others, and a grey. */
export const taskHues = 8;

const variables = {
  background: '--background',
  surface: '--surface',
  outline: '--outline',
  outlineStrong: '--outline-strong',
  ink: '--ink',
  inkMuted: '--ink-muted',
  inkFaint: '--ink-faint',
  focus: '--focus',
  /** What a person selected on the machine: a hue of no state. */
  selected: '--selected',
  /** What lies ready or was taken: a free page, the CPU a search took. */
  accent: '--accent',
  a: '--a',
  b: '--b',
  c: '--c',
  d: '--d',
  idle: '--cpu-idle',
  user: '--cpu-user',
  kernel: '--cpu-kernel',
  /** Grounds of the two waiting states, and the stripes on both. */
  line: '--cpu-line',
  lock: '--cpu-lock',
  hatch: '--cpu-hatch',
  /** Text on a CPU of that state; on one that waits it is `hatch`. */
  onUser: '--on-cpu-user',
  onKernel: '--on-cpu-kernel',
  /** The selected task group: its mark, and the two fills. */
  group: '--group',
  groupUser: '--group-user',
  groupKernel: '--group-kernel',
  task: '--task',
  flight: '--flight',
  /** Bits of a mask. */
  mask: '--mask',
} as const;

type Colour = keyof typeof variables;

/** Colours and type a canvas draws with; all strings are ready for fillStyle and font. */
export interface Palette extends Readonly<Record<Colour, string>> {
  /** The hues of tasks: `taskHue` says which. */
  readonly tasks: readonly string[];
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

/** The hue of a process, role, instance or group: `index` 0 and up, in turn. */
export const taskHue = ({ tasks }: Pick<Palette, 'tasks'>, index: number): string =>
  tasks[((index % taskHues) + taskHues) % taskHues]!;

/** The same hue as CSS says it. */
export const taskHueVariable = (index: number): string =>
  `var(--task-${(((index % taskHues) + taskHues) % taskHues) + 1})`;

/** The colour of a variant, on canvas. */
export const sideColour = (palette: Palette, side: VariantId): string =>
  ({ A: palette.a, B: palette.b, C: palette.c, D: palette.d })[side];

/** Sets the theme of a document. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  root.dataset.theme = theme;
}

/** Reads colours at `element`. A reader's own colours are words; a canvas in a worker needs what they mean. */
function colourReader(element: Element): { read: (name: string) => string; close: () => void } {
  const style = getComputedStyle(element);
  const plain = (name: string): string => style.getPropertyValue(name).trim();
  if (!globalThis.matchMedia?.('(forced-colors: active)').matches) {
    return { read: plain, close: () => undefined };
  }
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  element.append(probe);
  const meant = getComputedStyle(probe);
  return {
    read: (name) => {
      probe.style.color = `var(${name})`;
      return meant.color || plain(name);
    },
    close: () => probe.remove(),
  };
}

/** The palette in force at `element`, read from the stylesheet's custom properties. */
export function readPalette(element: Element, theme: Theme): Palette {
  const { read, close } = colourReader(element);
  const colours = Object.fromEntries(
    Object.entries(variables).map(([key, name]) => [key, read(name)]),
  ) as Record<Colour, string>;
  const tasks = Array.from({ length: taskHues }, (_, hue) => read(`--task-${hue + 1}`));
  close();
  const style = getComputedStyle(element);
  const text = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ...colours,
    tasks,
    heat: { from: Number(text('--heat-from')), to: Number(text('--heat-to')) },
    fontText: text('--font-text'),
    fontMono: text('--font-mono'),
    textSmall: theme === 'projector' ? 24 : 11,
    leastText: theme === 'projector' ? 24 : 9,
    stroke: theme === 'projector' ? 1.75 : 1,
  };
}
