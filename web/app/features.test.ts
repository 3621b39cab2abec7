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
