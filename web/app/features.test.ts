import { describe, expect, it } from 'vitest';
import { tabs } from '../scenario/tabs.ts';
import type { Session } from '../stage/session.ts';
import { features } from './features.ts';

const session = (withheld: readonly string[] = []) =>
  ({ opened: { chapter: { withheld } } }) as unknown as Session;
const linksOf = (scene: Session) => features.tabsOf(scene).map(({ link }) => link);

describe('the features that the build finds', () => {
  it('bring every view that links of the format can name, each once', () => {
    expect(linksOf(session())).toEqual([...tabs]);
  });

  it('leave out views that a story withholds, and the help counts the others', () => {
    expect(linksOf(session(['races']))).not.toContain('races');
    const views = (scene: Session) =>
      features.help(scene).find(([, what]) => /views/.test(what))?.[0];
    expect(views(session())).toBe('1 to 8');
    expect(views(session(['races']))).toBe('1 to 7');
  });

  it('say each key once, and buttons and help say the same', () => {
    const help = features.help(session());
    expect(help.map(([keys]) => keys)).toEqual([
      ...['Space', '← →', 'Shift + ← →', ', .', '[ ]', 'Home End'],
      ...['I', '1 to 8', 'Q', 'G', '?'],
    ]);
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
