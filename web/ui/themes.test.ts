// Holds the palette to what it promises: contrast, what has to be told apart with every kind of sight, and
// that it is the only one.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cividis, heatColour } from './cividis.ts';
import { allSights, apart, contrast, type Sight } from './testing/sight.ts';
import { type Colours, coloursOf, namesIn, sheet } from './testing/theme-colours.ts';
import { taskHue, taskHues, taskHueVariable, themes } from './theme.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

const variants = ['--a', '--b', '--c', '--d'];
const tasks = Array.from({ length: taskHues }, (_, hue) => `--task-${hue + 1}`);
const states = ['--cpu-idle', '--cpu-user', '--cpu-kernel', '--cpu-line', '--cpu-lock'];
const text = [
  ...['--ink', '--ink-muted', '--ink-faint', '--warning', '--group', '--accent', '--selected'],
  '--mask',
  ...variants,
];
/** An idle CPU says nothing: it alone recedes. */
const marks = [
  ...['--outline-strong', '--focus', '--group-user', '--group-kernel', '--flight'],
  ...states.slice(1),
  ...tasks,
];
const grounds = ['--background', '--surface', '--surface-raised'];

/** Distances in OKLab. Eight hues are many: tasks have shapes and names beside them, variants a letter. */
const pairs = [
  { what: 'states of a CPU', names: states, least: 0.1 },
  { what: 'variants', names: variants, least: 0.08 },
  { what: 'tasks', names: tasks, least: 0.07 },
];

/** The pairs that look nearer than `least` with a sight. */
function alike(colours: Colours, names: readonly string[], sight: Sight, least: number): string[] {
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other) => {
      const distance = apart(colours[one]!, colours[other]!, sight);
      return distance < least ? [`${one} and ${other}: ${distance.toFixed(3)}`] : [];
    }),
  );
}

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
  it.each(tasks)('keeps a task in %s at 3:1 or more on an idle CPU', (name) => {
    expect(contrast(colours[name]!, colours['--cpu-idle']!)).toBeGreaterThanOrEqual(3);
  });
  it('keeps text legible on CPUs, variants and what is accented', () => {
    const written = [
      ['--on-cpu-user', '--cpu-user'],
      ['--on-cpu-kernel', '--cpu-kernel'],
      ['--on-accent', '--accent'],
      ['--ink-muted', '--cpu-idle'],
      ['--ink', '--accent-soft'],
      ...variants.map((variant) => ['--on-variant', variant]),
    ];
    for (const [ink, ground] of written) {
      const at = `${ink} on ${ground}`;
      expect(contrast(colours[ink!]!, colours[ground!]!), at).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('tells a task from the CPU it stands on, and stripes from their ground', () => {
    for (const fill of ['--cpu-user', '--cpu-kernel', '--group-user', '--group-kernel']) {
      expect(contrast(colours['--task']!, colours[fill]!), fill).toBeGreaterThanOrEqual(3);
    }
    for (const ground of ['--cpu-line', '--cpu-lock']) {
      expect(contrast(colours['--cpu-hatch']!, colours[ground]!), ground).toBeGreaterThanOrEqual(3);
    }
  });
  it('lets kernel work stand out more than user work, by lightness, too', () => {
    const ground = colours['--background']!;
    const [user, kernel] = [colours['--cpu-user']!, colours['--cpu-kernel']!];
    expect(contrast(kernel, ground)).toBeGreaterThan(contrast(user, ground));
    expect(contrast(kernel, user)).toBeGreaterThanOrEqual(1.9);
  });
  it('shows the coolest heat at 3:1 and lets more heat stand out more', () => {
    const range = { from: Number(colours['--heat-from']), to: Number(colours['--heat-to']) };
    const steps = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      contrast(heatColour(share, range), colours['--background']!),
    );
    expect(steps[0]).toBeGreaterThanOrEqual(3);
    expect([...steps].sort((x, y) => x - y)).toEqual(steps);
  });
  // A word names each mark, but a reader who compares marks goes by the hue.
  it('has no two hues of tasks that look nearly alike', () => {
    expect(alike(colours, tasks, 'normal sight', 0.12)).toEqual([]);
  });
  describe.each(allSights)('with %s', (sight) => {
    it.each(pairs)('keeps $what apart', ({ names, least }) => {
      expect(alike(colours, names, sight, least)).toEqual([]);
    });
  });
});

describe('a reader with colours of their own', () => {
  const block = sheet.slice(sheet.indexOf('(forced-colors: active)'));
  const own = Object.fromEntries(namesIn(block)) as Colours;

  it('sees every colour as a word of CSS for one of theirs', () => {
    const named = Object.keys(coloursOf('dark')).filter((name) => !name.startsWith('--heat-'));
    expect(named.filter((name) => !(name in own))).toEqual([]);
    const words =
      /^(Canvas|CanvasText|ButtonBorder|GrayText|Highlight|HighlightText|LinkText|ButtonFace)$/;
    expect(Object.entries(own).filter(([, value]) => !words.test(value))).toEqual([]);
  });
  it('still has another colour for each state of a CPU', () => {
    expect(new Set(states.map((state) => own[state])).size).toBe(states.length);
  });
});

describe('the palette', () => {
  it('is the only place where a colour is written down', () => {
    const written = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(\s*[\d.]/i;
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(css|tsx?|html)$/.test(name) && !/\.test\.|testing\//.test(name))
      .filter((name) => !['ui/themes.css', 'ui/cividis.ts'].includes(name));
    expect(files.length).toBeGreaterThan(300);
    const others = files.flatMap((name) =>
      readFileSync(`${web}/${name}`, 'utf8')
        .split('\n')
        .filter((line) =>
          written.test(line.replace(/this\.#\w+|^\s*#\w+|href="#\w+"|[!?]?\.#\w+/g, '')),
        )
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(others).toEqual([]);
  });
  it('gives tasks its hues in turn, on canvas and in CSS alike', () => {
    const palette = { tasks: tasks.map((name) => coloursOf('light')[name]!) };
    expect(taskHue(palette, 9)).toBe(palette.tasks[1]);
    expect(taskHueVariable(9)).toBe('var(--task-2)');
    expect(taskHue(palette, -1)).toBe(palette.tasks[taskHues - 1]);
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
