import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { seededDraw } from '../base/random.ts';
import { buildDefinition } from './definition.ts';
import { openRecipe, parseRecipe } from './recipe.ts';
import type { Recipe } from './recipe-schema.ts';
import { rootDomainFields } from './root-domain.ts';
import {
  decodeRecipe,
  documentIn,
  encodeRecipe,
  hashOfRecipe,
  readRecipe,
  recipeInAddress,
} from './share.ts';
import { reader, refusal, smallScenario } from './testing.ts';

const named: Recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' };
const full: Recipe = {
  ...named,
  core: '0.1.0',
  set: { 'workload.user': '300 µs', 'variant.B.kernel.layout': 'p2', 'workload.instances': 30 },
  seed: 42,
  playhead: '61.234567 ms',
  selection: { line: 17, cpu: 240 },
  view: { side: 'A|B', tab: 'c2c', rate: '500 ns' },
};

/** A link around bytes that no encoder of ours wrote, with a right checksum. */
function forged(json: string | Uint8Array): string {
  const packed = deflateSync(typeof json === 'string' ? new TextEncoder().encode(json) : json);
  let hash = 0x811c9dc5;
  for (const byte of packed) hash = Math.imul(hash ^ byte, 0x01000193);
  const bytes = [(hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255, ...packed];
  return `2.${Buffer.from(bytes).toString('base64url')}`;
}

describe('a share link', () => {
  it('gives back the recipe it was made from', () => {
    for (const recipe of [named, full]) expect(decodeRecipe(encodeRecipe(recipe))).toEqual(recipe);
  });

  it('of a named scenario has at most 200 characters, and uses only harmless ones', () => {
    expect(hashOfRecipe(named).length).toBeLessThan(70);
    expect(
      hashOfRecipe({ ...named, core: '0.1.0', seed: 7, playhead: '61.2 ms' }).length,
    ).toBeLessThan(200);
    expect(hashOfRecipe(full)).toMatch(/^#r=3\.[A-Za-z0-9_-]+$/);
    expect(hashOfRecipe(full).length).toBeLessThan(500);
  });

  it('leaves out what says nothing', () => {
    const chatty = { ...named, set: {}, interventions: [], view: {}, selection: {} };
    expect(encodeRecipe(chatty)).toBe(encodeRecipe(named));
  });

  it('carries a scenario of your own with text of any script', () => {
    const recipe = parseRecipe({
      ...named,
      scenario: smallScenario({ title: 'Größe – 大きさ 🖥' }),
    });
    expect(decodeRecipe(encodeRecipe(recipe))).toEqual(recipe);
  });

  it('is found in an address, a fragment, or alone; a file is read as well', () => {
    const link = hashOfRecipe(named);
    expect(recipeInAddress(`https://example.org/s/${link}`)).toEqual(named);
    expect(recipeInAddress(link)).toEqual(named);
    expect(recipeInAddress('https://example.org/#/talk')).toBeUndefined();
    expect(readRecipe(link.slice(3))).toEqual(named);
    expect(readRecipe(`  ${JSON.stringify(full)}\n`)).toEqual(full);
  });

  it('with any character changed, added or missing is refused or the same', async () => {
    const link = encodeRecipe(full);
    for (let at = 2; at < link.length; at++) {
      for (const changed of [
        link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1),
        link.slice(0, at),
        `${link.slice(0, at)}x${link.slice(at)}`,
      ]) {
        let decoded: Recipe | undefined;
        try {
          decoded = decodeRecipe(changed);
        } catch {
          expect((await refusal(() => decodeRecipe(changed))).path).toBe('r');
        }
        // Base64 has spare bits in its last character; those may differ without a change of meaning.
        if (decoded) expect(decoded).toEqual(full);
      }
    }
  });

  // Links that were passed on with each version of the format: they open for ever.
  it.each([
    ['1.6aU_q1YqTk7NSyzKzFeyUkouKC0oytRPS8stSE3XNbEwUKoFAA', named],
    [
      '1.dsezPY9BcsMgDEWvktHaoRjbSYddcxMVKy0TDAzgpGnqY_UCPVmlTXbSfP03Tw-ojiIWn8CCy2su_uV8XjJ97MdXDR24VIgjrXola6UG9gG3VC4h4azWSoXjQevd32_lgyuzMDZ1UhcqkYIKeE8rlyAbjp9FH2vD6KiCHfQmYJrBjqaDzI1PQt7g0CszjNPhuFuEXSmQaz5FUQg-slh_ZMW8gjWjUK6ebhJWP4v128-Jaw3f5TnjeC7YJJjYNwrS4UIFpfLFMDV1cAe7Z4vvlBb22bbtHw',
      full,
    ],
    [
      '1._lKwLY1NCsIwEIWvUmadoosikp14DBEZ00kJJk3ITCql5u6m4u798b0N2NCM2UXQYFJJ2R2sDYmmfjgfQYHHNRYBvYHNMbTRpYU0OmHQN0DvprkLyK_uNLQixIW6LPHxizyywL0qWBy9dwS7kXbE59q2gs-mWXIx0v9vVPMxr6AteqZavw',
      {
        ...named,
        layout: { from: 'A', edits: ['align mask 64', 'move rto_mask last'] },
        view: { side: 'A|C', tab: 'struct-layout', story: false },
      },
    ],
    [
      '2.mtlbJY5bDoIwEEW3YibxDyMPTUx3M5QBGmvbdFoBCXt3gN_7OPeuwJocRuNBgQ45RHPv-0-g4fZ4lVAAkyWdjHegVrBev0E9CxiizwFUvRVgifl0w4hMgonZSREdTxR5N3jEuBvY-pwuVXW5ghRpDhYdnmyYpXIoxlEHKsVMkvkamnZCwlYyLKpON4uLcPZv5kfnQPJxAdXUZQHd8bEpS6lPo7cyfMC2Pw',
      {
        ...named,
        selection: { lock: 5, group: 2 },
        lesson: {
          phase: 'run',
          answers: { share: 'about 11 %' },
          explanation: 'x',
          explained: true,
        },
        view: { tab: 'struct-layout', sizes: { story: 320, dock: 300 }, whole: true },
      },
    ],
  ])('%s, once passed on, keeps opening', async (link, recipe) => {
    expect(decodeRecipe(link)).toEqual(recipe);
    expect((await openRecipe(decodeRecipe(link), reader)).name).toBe('cpupri/ffmpeg-480');
  });

  it('of version 1 opens without its camera and tempo, which no page ever read', () => {
    const view = { tab: 'c2c', tempo: 'flow', camera: { x: 0, y: 0, zoom: 2 } };
    const old = { format: 'schedscape-recipe/1', scenario: 'cpupri/ffmpeg-480', view };
    expect(parseRecipe(old)).toEqual({ ...named, view: { tab: 'c2c' } });
    expect(parseRecipe({ ...old, view: undefined })).toEqual({ ...named, view: undefined });
  });

  it('hands its content on in the version it was written in, so that it can be brought up to date', async () => {
    const old = documentIn(`0${encodeRecipe(named).slice(1)}`);
    expect(old).toEqual({ format: 'schedscape-recipe/0', scenario: 'cpupri/ffmpeg-480' });
    expect((await refusal(() => parseRecipe(old))).path).toBe('format');
  });

  it('of a newer version says so', async () => {
    const error = await refusal(() => decodeRecipe(`4${encodeRecipe(named).slice(1)}`));
    expect(error.problem).toBe('is version 4, which a newer Schedscape wrote');
  });

  it('that unpacks to gigabytes is stopped early', async () => {
    const bomb = forged(new Uint8Array(4_000_000));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const started = process.memoryUsage().arrayBuffers;
    expect((await refusal(() => decodeRecipe(bomb))).problem).toContain('unpacks to far more');
    expect(process.memoryUsage().arrayBuffers - started).toBeLessThan(3_000_000);
  });

  it('that unpacks to a little more than a hundred times its size is stopped, too', async () => {
    const draw = seededDraw(1);
    // Six bits a character, which do not pack, and blanks, of which nothing is left.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const noise = Array.from({ length: 1300 }, () => letters[draw(64)]).join('');
    const of = (blanks: number) => `{"scenario":"${noise}"${' '.repeat(blanks)}}`;
    const ratio = (json: string) =>
      json.length / deflateSync(new TextEncoder().encode(json)).length;
    const [over, under] = [of(130_000), of(110_000)];
    expect(ratio(over)).toBeGreaterThan(100);
    expect(ratio(over)).toBeLessThan(110);
    expect(ratio(under)).toBeLessThan(100);
    const said = async (json: string) => (await refusal(() => decodeRecipe(forged(json)))).problem;
    expect(await said(over)).toContain('unpacks to far more');
    expect(await said(under)).not.toContain('unpacks to far more');
  });

  it('brings no figure of better quality than that somebody measured it or read it', async () => {
    const machine = (quality: string) => ({
      ...named,
      machine: {
        topology: {
          ...{ title: 'm', vendor: 'intel', packages: 1, nodes_per_package: 1 },
          ...{ llcs_per_node: 1, cores_per_llc: 4, threads_per_core: 1 },
        },
        timings: 'skl-d',
        measured: { hitm: { same_llc: { value: 40, quality } } },
      },
    });
    expect(() => parseRecipe(machine('measured-by-you'))).not.toThrow();
    const error = await refusal(() =>
      decodeRecipe(forged(JSON.stringify(machine('verified')).replace(/"format":"[^"]*",/, ''))),
    );
    expect(error.path).toBe('machine.measured.hitm.same_llc.quality');
    expect(error.problem).toContain('"verified"');
  });

  it('that is too long is not even looked at', async () => {
    const error = await refusal(() => decodeRecipe(`1.${'A'.repeat(100_000)}`));
    expect(error.problem).toBe('the link has 100002 characters');
    const just = (characters: number) =>
      refusal(() => decodeRecipe(`1.${'A'.repeat(characters - 2)}`));
    expect((await just(65_536)).problem).toContain('damaged');
    expect((await just(65_537)).problem).toBe('the link has 65537 characters');
  });

  it.each([
    ['[]', 'damaged'],
    ['{"scenario": "cpupri/ffmpeg-480", "evil": 1}', 'is not a known key'],
    ['{"scenario": "../../etc/passwd"}', 'is "../../etc/passwd"'],
    ['{"scenario": "x", "set": {"__proto__": 1}}', 'is not a key that data may have'],
    ['{"scenario": "x", "playhead": "1e9 s"}', 'is not a time'],
    ['{"scenario": "x", "selection": {"cpu": 1e999}}', 'is Infinity'],
    ['{"scenario": "x", "view": {"sizes": {"dock": 1e9}}}', 'is 1000000000'],
    ['{"scenario": "x", "lesson": {"phase": "cheat"}}', 'is "cheat"'],
    ['{"scenario": {"format": "schedscape-scenario/9"}}', 'is version 9'],
    [`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, 'nested deeper'],
    ['{', 'the text is not JSON'],
  ])('with the forged content %s is refused', async (json, problem) => {
    expect((await refusal(() => decodeRecipe(forged(json)))).problem).toContain(problem);
  });
});

describe('a recipe', () => {
  it('opens its scenario with everything it changes', async () => {
    const opened = await openRecipe(full, reader);
    expect(opened).toMatchObject({ name: 'cpupri/ffmpeg-480', seed: 42, playhead: 61_234_567 });
    expect(buildDefinition(opened, 'B')).toMatchObject({
      root_domain_layout: 3,
      seed_low: 42,
      workload_parameter: [30, 8, 20, 10, 300_000, 36_000, 0, 0],
    });
  });

  it('made with another core opens with a notice', async () => {
    expect((await openRecipe(full, reader, '0.1.0')).notices).toEqual([]);
    expect((await openRecipe(full, reader, '0.2.0')).notices).toEqual([
      'This was made with core 0.1.0; the present core 0.2.0 may give other numbers and another hash.',
    ]);
  });

  it('that stood beside a recording says which file it was, and holds no more of it', async () => {
    const recording = {
      kind: 'recording',
      name: 'a\u202e.txt',
      bytes: 7,
      left_out: [],
      read_by: '1',
    };
    const kept = await decodeRecipe(encodeRecipe({ ...named, recording }));
    expect(kept.recording).toEqual(recording);
    expect((await openRecipe(kept, reader)).notices.at(-1)).toContain('"a\\u202e.txt"');
    expect(() => parseRecipe({ ...named, recording: { ...recording, events: [] } })).toThrow(
      /recording\.events: is not a known key/,
    );
  });

  it('that says no playhead begins where the scenario does, and never beyond the run', async () => {
    expect((await openRecipe(named, reader)).playhead).toBe(50_000_000);
    const beyond = { ...named, set: { duration: '60 ms' }, playhead: '2 s' };
    expect((await openRecipe(beyond, reader)).playhead).toBe(60_000_000);
  });

  it('with a layout of your own has a third variant', async () => {
    const offsets = Object.fromEntries(
      rootDomainFields
        .filter((field) => field !== 'rto_counts')
        .map((field, index) => [field, index * 8]),
    );
    const layout = { from: 'A' as const, size: 2048, offsets };
    const recipe = parseRecipe({ ...named, layout });
    const opened = await openRecipe(decodeRecipe(encodeRecipe(recipe)), reader);
    expect(opened.scenario.variants.map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(buildDefinition(opened, 'C')).toMatchObject({
      root_domain_layout: 9,
      root_domain_size: 2048,
    });
    const wrong = await refusal(() =>
      openRecipe({ ...recipe, layout: { ...layout, from: 'D' } }, reader),
    );
    expect(wrong.path).toBe('layout.from');
  });

  it('with edits of a layout says them shortly, and opens to the offsets they make', async () => {
    const recipe = parseRecipe({ ...named, layout: { from: 'A', edits: ['align mask 64'] } });
    expect(hashOfRecipe(recipe).length - hashOfRecipe(named).length).toBeLessThan(64);
    const opened = await openRecipe(decodeRecipe(encodeRecipe(recipe)), reader);
    expect(opened.scenario.variants[2]).toMatchObject({
      id: 'C',
      kernel: { layout: { base: 'base', edits: ['align mask 64'] } },
    });
    const { root_domain_size, root_domain_offset } = buildDefinition(opened, 'C');
    expect(root_domain_size).toBe(13_248);
    const at = (field: string) => root_domain_offset[rootDomainFields.indexOf(field)];
    expect([at('count[1]'), at('mask[100]'), at('pd')]).toEqual([320, 13_056, 13_184]);
  });

  it('with the edits that make patch 2 keeps a short link', () => {
    const edits = [
      'move rto_mask last',
      'move overloaded last',
      'move overutilized last',
      'move dlo_mask before cpupri',
      'move visit_cookie before cpupri',
      'align cpupri 64',
      'align pd 64',
      'align overloaded 64',
    ];
    const recipe = parseRecipe({ ...named, layout: { from: 'A', edits } });
    expect(hashOfRecipe(recipe).length).toBeLessThan(300);
  });

  it('with edits goes on from the layout of the variant, or from the one it names', async () => {
    const layoutOf = async (layout: object) => {
      const opened = await openRecipe(parseRecipe({ ...named, layout }), reader);
      return buildDefinition(opened, 'C').root_domain_size;
    };
    expect(await layoutOf({ from: 'B', edits: [] })).toBe(13_248);
    expect(await layoutOf({ from: 'B', base: 'p2', edits: [] })).toBe(1984);
    expect(await layoutOf({ from: 'B', base: 'p2', edits: ['align pd 8'] })).toBe(1920);
  });

  it('with an edit that C refuses is refused with the reason and the place', async () => {
    const layout = { from: 'A', edits: ['split', 'move pd to 96'] };
    expect(
      await refusal(() => openRecipe(parseRecipe({ ...named, layout }), reader)),
    ).toMatchObject({
      path: 'layout.edits[1]',
      problem: '"move pd to 96" is refused: Offset 96 lies inside cpudl (88 to 111)',
      remedy: 'choose 88 before it or 112 behind it',
    });
    const unknown = { ...named, layout: { from: 'A', edits: ['make it fast'] } };
    expect(await refusal(() => parseRecipe(unknown))).toMatchObject({
      path: 'layout.edits[0]',
      problem: 'is "make it fast"',
    });
  });

  it.each([
    [{ scenario: undefined }, 'scenario', 'is missing'],
    [{ scenario: smallScenario({ titel: 'x' }) }, 'scenario.titel', 'is not a known key'],
    [{ scenario: { format: 'x' } }, 'scenario.format', 'is "x"'],
    [{ seed: 'three' }, 'seed', 'is "three"'],
    [{ playhead: 61 }, 'playhead', 'is 61 without a unit'],
    [{ view: { tab: 'lines' } }, 'view.tab', 'is "lines"'],
    [{ set: { 'workload.user': null } }, 'set.workload.user', 'is null'],
    [{ selecton: {} }, 'selecton', 'is not a known key'],
  ])('%j is refused with the path of the field', async (change, path, problem) => {
    const error = await refusal(() => parseRecipe({ ...named, ...change }));
    expect({ path: error.path.replace(/\["([^"]+)"\]/, '.$1'), problem: error.problem }).toEqual({
      path,
      problem,
    });
  });
});
