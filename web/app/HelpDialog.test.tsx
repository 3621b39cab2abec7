import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FeaturesContext } from '../stage/feature.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { testPage } from '../ui/testing/page.ts';
import { allOf, oneOf, textOf } from '../ui/testing/person.ts';
import { features } from './features.ts';
import HelpDialog from './HelpDialog.tsx';

const session = (withheld: readonly string[]) =>
  ({ opened: { chapter: { withheld } } }) as unknown as Session;

describe('the help', () => {
  const page = testPage();
  const show = (scene = session([])) =>
    page.show(
      <FeaturesContext value={features}>
        <SessionContext value={scene}>
          <HelpDialog />
        </SessionContext>
      </FeaturesContext>,
    );

  it('says by how many digits views open: some stories have one less', () => {
    for (const withheld of [[], ['races']]) {
      const scene = session(withheld);
      show(scene);
      expect(page.host.textContent).toContain(`1 to ${features.tabsOf(scene).length}`);
    }
  });

  it('keeps its name and its buttons in view: the keys alone scroll', () => {
    show();
    const keys = oneOf(page.host, 'region', 'Keys');
    expect(keys.tabIndex).toBe(0);
    const outside = [page.host.querySelector('h2')!, ...allOf(page.host, 'button')];
    expect(outside.map(textOf)).toEqual(['Keys', 'Glossary', 'Close']);
    for (const each of outside) expect(keys.contains(each)).toBe(false);
  });

  it('has its buttons apart from each other, like every dialog', () => {
    show();
    const [row, other] = allOf(page.host, 'button').map((each) => each.parentElement!);
    expect(row).toBe(other);
    expect([...row!.children].map((each) => each.tagName)).toEqual(['BUTTON', 'BUTTON']);
    const sheet = readFileSync('web/ui/Dialog.module.css', 'utf8');
    expect(row!.className).toContain('buttons');
    expect(/:where\(\.buttons\) \{([^}]*)\}/.exec(sheet)![1]).toMatch(/gap: var\(--space-\d\)/);
  });
});
