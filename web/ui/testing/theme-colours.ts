// The colours of a theme as the stylesheet has them, for tests of what is drawn in them. Not used by the product.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Palette } from '../theme.ts';

export type Colours = Readonly<Record<string, string>>;

export const sheet = readFileSync(fileURLToPath(new URL('../themes.css', import.meta.url)), 'utf8');

/** The names that a block of the stylesheet gives values to. */
export const namesIn = (block: string) =>
  [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]);

export function coloursOf(theme: string): Colours {
  const start = sheet.indexOf(`[data-theme='${theme}']`);
  const block = sheet.slice(sheet.indexOf('{', start) + 1, sheet.indexOf('}', start));
  return Object.fromEntries(namesIn(block));
}

/** What a canvas draws CPUs and tasks with. */
export function cellPalette(theme: string): Palette {
  const colours = coloursOf(theme);
  const named = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, colours[`--${name}`]!]));
  return {
    ...named('background', 'surface', 'ink', 'group', 'task'),
    inkMuted: colours['--ink-muted']!,
    ...{ idle: colours['--cpu-idle']!, user: colours['--cpu-user']! },
    ...{ kernel: colours['--cpu-kernel']!, line: colours['--cpu-line']! },
    ...{ lock: colours['--cpu-lock']!, hatch: colours['--cpu-hatch']! },
    tasks: Array.from({ length: 8 }, (_, hue) => colours[`--task-${hue + 1}`]!),
    heat: { from: Number(colours['--heat-from']), to: Number(colours['--heat-to']) },
  } as Partial<Palette> as Palette;
}
