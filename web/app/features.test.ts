import { describe, expect, it } from 'vitest';
import { tabs } from '../scenario/tabs.ts';
import type { Session } from '../stage/session.ts';
import { features } from './features.ts';

const session = (withheld: readonly string[] = []) =>
  ({ opened: { chapter: { withheld } } }) as unknown as Session;
const linksOf = (scene: Session) => features.tabsOf(scene).map(({ link }) => link);

describe('the features that the build finds', () => {
  it('bring every view that links of the format can name, each once', () => {
    const links = linksOf(session());
    expect(links.filter((link) => tabs.some((tab) => tab === link))).toEqual([...tabs]);
    expect(new Set(links).size).toBe(links.length);
  });

  it('leave out views that a story withholds, and the help counts the others', () => {
    expect(linksOf(session(['races']))).not.toContain('races');
    const views = (scene: Session) =>
      features.help(scene).find(([, what]) => /views/.test(what))?.[0];
    const all = linksOf(session()).length;
    expect(views(session())).toBe(`1 to ${all}`);
    expect(views(session(['races']))).toBe(`1 to ${all - 1}`);
  });

  it('say each key once, and buttons and help say the same', () => {
    const keys = features.help(session()).map(([each]) => each);
    expect(new Set(keys).size).toBe(keys.length);
    for (const shown of [
      'Space',
      '← →',
      'Shift + ← →',
      ', .',
      '[ ]',
      'Home End',
      'I',
      'Q',
      'G',
      '?',
    ])
      expect(keys).toContain(shown);
    expect(features.shortcut('play')).toBe('Space');
    expect(features.shortcut('previousDecision')).toBe('Shift+ArrowLeft');
    expect(features.shortcut('glossary')).toBe('G');
    expect(features.commandOf('g')).toBeDefined();
    expect(features.commandOf('x')).toBeUndefined();
  });

  it('tell the keys of an open view where it has some', async () => {
    expect((await features.tabNamed('timeline')!.keys!()).title).toBe('Timeline');
    expect(features.tabNamed('c2c')!.keys).toBeUndefined();
  });
});

describe('the groups of the views', () => {
  const story = (of: readonly string[], tab?: string, more: object = {}) =>
    ({
      opened: {
        chapter: { withheld: [] },
        recipe: {},
        scenario: { scores: { show: of.map((each) => ({ of: each })) }, show: { tab } },
      },
      ...more,
    }) as unknown as Session;
  const near = (scene: Session) => features.tabsFor(scene).near.map(({ link }) => link);
  const far = (scene: Session) => features.tabsFor(scene).far.map(({ link }) => link);

  it('stand in the order of time, memory and try', () => {
    const { near: shown } = features.tabsFor(story(['waiting-for-lines', 'moves']));
    expect([...new Set(shown.map(({ group }) => group))]).toEqual(['time', 'memory', 'try']);
  });

  it('have what the story has something for; the others stand under "more"', () => {
    const ofPages = story(['throughput', 'lock-wait-share'], 'pages');
    expect(near(ofPages)).toEqual(expect.arrayContaining(['timeline', 'pages', 'curves']));
    expect(far(ofPages)).toEqual(
      expect.arrayContaining(['cache-lines', 'struct-layout', 'c2c', 'domains', 'recording']),
    );
    expect(near(story(['waiting-for-lines']))).toContain('c2c');
    expect(near(story(['caches-used']))).toContain('domains');
    // The view that a story names, and a trace beside the run.
    expect(near(story(['throughput'], 'cache-lines'))).toContain('cache-lines');
    expect(near(story([], undefined, { recorded: 'B' }))).toContain('recording');
  });
});
