import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cividis, heatColour } from './cividis.ts';
import { themes } from './theme.ts';

type Colours = Readonly<Record<string, string>>;

function coloursOf(theme: string): Colours {
  const css = readFileSync(fileURLToPath(new URL('./themes.css', import.meta.url)), 'utf8');
  const start = css.indexOf(`:root[data-theme='${theme}']`);
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]),
  );
}

/** Relative luminance of "#rrggbb" or "rgb(r g b)", WCAG 2.2. */
function luminance(colour: string): number {
  const channels = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : colour.match(/\d+/g)!.map(Number);
  const [r, g, b] = channels
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const text = [
  '--ink',
  '--ink-muted',
  '--ink-faint',
  '--a',
  '--b',
  '--c',
  '--d',
  '--warning',
  '--group',
];
const marks = [
  '--outline-strong',
  '--focus',
  '--cpu-idle',
  '--cpu-user',
  '--cpu-kernel',
  '--cpu-hatch',
  '--group-user',
  '--group-kernel',
  '--flight',
];
const grounds = ['--background', '--surface', '--surface-raised'];

describe.each(themes)('the %s theme', (theme) => {
  const colours = coloursOf(theme);

  it('defines every colour that the dark theme defines', () => {
    expect(Object.keys(colours).sort()).toEqual(Object.keys(coloursOf('dark')).sort());
  });
  it.each(text)('keeps text in %s at 4.5:1 or more', (name) => {
    for (const ground of grounds) {
      expect(contrast(colours[name]!, colours[ground]!), ground).toBeGreaterThanOrEqual(4.5);
    }
  });
  it.each(marks)('keeps marks in %s at 3:1 or more where machines are drawn', (name) => {
    for (const ground of grounds.slice(0, 2)) {
      expect(contrast(colours[name]!, colours[ground]!), ground).toBeGreaterThanOrEqual(3);
    }
  });
  it('tells a task from the CPU it stands on, and stripes from their ground', () => {
    for (const fill of ['--cpu-user', '--cpu-kernel', '--group-user', '--group-kernel']) {
      expect(contrast(colours['--task']!, colours[fill]!), fill).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(colours['--cpu-hatch']!, colours['--cpu-wait']!)).toBeGreaterThanOrEqual(3);
  });
  it('tells kernel from user by lightness', () => {
    expect(contrast(colours['--cpu-kernel']!, colours['--cpu-user']!)).toBeGreaterThanOrEqual(2);
  });
  it('shows the coolest heat at 3:1 and lets more heat stand out more', () => {
    const range = { from: Number(colours['--heat-from']), to: Number(colours['--heat-to']) };
    const steps = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      contrast(heatColour(share, range), colours['--background']!),
    );
    expect(steps[0]).toBeGreaterThanOrEqual(3);
    expect([...steps].sort((x, y) => x - y)).toEqual(steps);
  });
});

describe('cividis', () => {
  it('runs from dark blue to yellow and holds at its ends', () => {
    expect(cividis(0)).toBe('rgb(0 32 77)');
    expect(cividis(1)).toBe('rgb(255 234 70)');
    expect(cividis(-3)).toBe(cividis(0));
    expect(cividis(7)).toBe(cividis(1));
  });
});
