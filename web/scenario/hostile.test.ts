// Whatever comes in, valid data or a ScenarioError comes out: no other exception, no endless loop.
// The generator is our own and seeded, so that a failure can be repeated.

import { describe, expect, it } from 'vitest';
import { buildDefinition } from './definition.ts';
import { ScenarioError } from './error.ts';
import { parseOverride } from './overrides.ts';
import { parseRecipe } from './recipe.ts';
import { openScenario, parseScenario } from './scenario.ts';
import { decodeRecipe, encodeRecipe, readRecipe } from './share.ts';
import { reader, smallScenario } from './testing.ts';

const CASES = 1000;
/** Far above what any case takes (a millisecond or two); a hang would be caught by it. */
const PATIENCE_MS = 30_000;

/** xorshift32: integers below `below`. */
function generator(seed: number): (below: number) => number {
  let state = seed || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
type Random = ReturnType<typeof generator>;

const words = [
  '',
  'A',
  'B',
  'p1',
  'base',
  '150 ms',
  '406 µs',
  '1e9 s',
  '-1',
  '0',
  'gnr-2s-snc3',
  '__proto__',
  'constructor',
  'toString',
  '0-3',
  '0-9999',
  '../x',
  '\u0000',
  '\ud800',
  '<script>',
  '=1+1',
  'schedscape-scenario/1',
  'schedscape-scenario/2',
  'schedscape-scenario/99',
  'schedscape-recipe/3',
  'cpupri/ffmpeg-480',
];
const numbers = [0, 1, -1, 0.5, 1e9, 2 ** 53, -0, 1e308, Number.NaN, Number.POSITIVE_INFINITY];
const keys = [
  'format',
  'title',
  'platform',
  'topology',
  'timings',
  'variants',
  'kernel',
  'layout',
  'workload',
  'name',
  'duration',
  'seed',
  'shots',
  'steps',
  'predict',
  'checks',
  'frame',
  'of',
  'marks',
  'published',
  'set',
  'view',
  'scenario',
  'hasOwnProperty',
  'length',
  'then',
  'a.b',
  '',
];
const pick = <Item>(items: readonly Item[], random: Random): Item => items[random(items.length)]!;

function anything(random: Random, depth: number): unknown {
  switch (random(depth > 4 ? 5 : 8)) {
    case 0:
      return pick(words, random);
    case 1:
      return pick(numbers, random);
    case 2:
      return pick([true, false, null, undefined], random);
    case 3:
      return pick<unknown>(
        [() => 1, Symbol('s'), 10n, new Date(0), new Map(), /x/, new Error('x')],
        random,
      );
    case 4:
      return String.fromCharCode(...Array.from({ length: random(8) }, () => random(0x10000)));
    case 5:
      return Array.from({ length: random(4) }, () => anything(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random(5) }, () => [pick(keys, random), anything(random, depth + 1)]),
      );
  }
}

/** A valid document with a few places replaced by anything. */
function damaged(document: unknown, random: Random): unknown {
  const copy = structuredClone(document);
  for (let times = 1 + random(3); times > 0; times--) {
    let at = copy as Record<string, unknown>;
    for (;;) {
      const inside = Object.keys(at);
      const foreign = !Array.isArray(at) && random(8) === 0;
      const key = foreign ? pick(keys, random) : (inside[random(inside.length)] ?? '0');
      const next = at[key];
      if (next !== null && typeof next === 'object' && random(4) > 0) {
        at = next as Record<string, unknown>;
        continue;
      }
      at[key] = anything(random, 2);
      break;
    }
  }
  return copy;
}

/** Runs `act`; lets ScenarioErrors pass and insists that they say something. */
async function survives(act: () => unknown, input: unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof ScenarioError)) {
      throw new Error(`${String(error)} for ${describeInput(input)}`, { cause: error });
    }
    expect(error.problem).not.toBe('');
    expect(error.remedy).not.toBe('');
    expect(error.message.length).toBeLessThan(6000);
    return false;
  }
}

function describeInput(input: unknown): string {
  try {
    return JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  } catch {
    return String(input);
  }
}

/** How many of the inputs were taken; that some were and some were not shows that both ways are tried. */
function counter() {
  const seen = { taken: 0, refused: 0 };
  const count = async (act: () => unknown, input: unknown) => {
    if (await survives(act, input)) seen.taken++;
    else seen.refused++;
  };
  return { seen, count };
}

function expectBoth({ taken, refused }: ReturnType<typeof counter>['seen']): void {
  expect(taken).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
}

describe('any input', { timeout: PATIENCE_MS }, () => {
  const scenario = smallScenario();
  const recipe = { format: 'schedscape-recipe/3', scenario, set: { seed: 3 }, seed: 4 };

  it('as a value is a scenario or a recipe, or an error', async () => {
    const random = generator(1);
    const [scenarios, recipes] = [counter(), counter()];
    const made = Array.from({ length: CASES }, () => anything(random, 0));
    for (const value of [scenario, recipe, ...made]) {
      await scenarios.count(() => parseScenario(value), value);
      await recipes.count(() => parseRecipe(value), value);
    }
    expectBoth(scenarios.seen);
    expectBoth(recipes.seen);
  });

  it('as a damaged scenario opens and gives a definition, or is an error', async () => {
    const random = generator(2);
    const { seen, count } = counter();
    for (let i = 0; i < CASES; i++) {
      const value = damaged(scenario, random);
      await count(async () => buildDefinition(await openScenario(value, reader), 'A'), value);
    }
    expectBoth(seen);
  });

  it('as a damaged recipe is a recipe that survives its own link, or an error', async () => {
    const random = generator(3);
    const { seen, count } = counter();
    for (let i = 0; i < CASES; i++) {
      const value = damaged(recipe, random);
      await count(() => {
        const parsed = parseRecipe(value);
        expect(decodeRecipe(encodeRecipe(parsed)).seed).toBe(parsed.seed);
      }, value);
    }
    expectBoth(seen);
  });

  it('as bytes is a recipe or an error', async () => {
    const random = generator(4);
    const { seen, count } = counter();
    const link = encodeRecipe(parseRecipe(recipe));
    const alphabet =
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.#r={}[]",: \u00e9';
    for (let i = 0; i < CASES; i++) {
      const letters = Array.from({ length: random(200) }, () => pick([...alphabet], random)).join(
        '',
      );
      const cut = random(link.length);
      const broken = [letters, `1.${letters}`, `{${letters}`, link.slice(0, cut) + letters];
      for (const text of [...broken, `#r=${link}&${letters}`]) {
        await count(() => readRecipe(text), text);
      }
    }
    expectBoth(seen);
  });

  it('as an override is applied or an error', async () => {
    const random = generator(5);
    const { seen, count } = counter();
    for (let i = 0; i < CASES; i++) {
      // Few paths drawn at random are one; some inputs are of a path that takes a number.
      const drawn = Array.from({ length: 1 + random(4) }, () => pick([...keys, ...words], random));
      const path = i % 20 === 0 ? ['seed'] : drawn;
      const text = `${path.join('.')}=${describeInput(anything(random, 3))}`;
      await count(() => parseScenario(scenario, [parseOverride(text)]), text);
    }
    expectBoth(seen);
  });

  // As text, because a `__proto__` written in an object of this file would be its prototype.
  it.each(['__proto__', 'constructor', 'prototype'])(
    'stays data: what a document or an override says of %s is refused and reaches no prototype',
    async (key) => {
      const withKey = (document: object) =>
        JSON.stringify(document).replace('{', `{"${key}":{"polluted":1},`);
      const { seen, count } = counter();
      for (const override of [`${key}.polluted=1`, `workload.${key}.polluted=1`]) {
        await count(() => parseScenario(scenario, [parseOverride(override)]), override);
      }
      const [badScenario, badRecipe] = [withKey(scenario), withKey(recipe)];
      await count(() => parseScenario(JSON.parse(badScenario)), badScenario);
      await count(() => parseScenario(badScenario), badScenario);
      await count(() => readRecipe(badRecipe), badRecipe);
      expect(seen).toEqual({ taken: 0, refused: 5 });
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );
});
