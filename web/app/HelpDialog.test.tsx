import { describe, expect, it } from 'vitest';
import { FeaturesContext } from '../stage/feature.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { testPage } from '../ui/testing/page.ts';
import { features } from './features.ts';
import HelpDialog from './HelpDialog.tsx';

const session = (withheld: readonly string[]) =>
  ({ opened: { chapter: { withheld } } }) as unknown as Session;

describe('the help', () => {
  const page = testPage();
  it('says by how many digits views open: some stories have one less', () => {
    for (const withheld of [[], ['races']]) {
      const scene = session(withheld);
      page.show(
        <FeaturesContext value={features}>
          <SessionContext value={scene}>
            <HelpDialog />
          </SessionContext>
        </FeaturesContext>,
      );
      expect(page.host.textContent).toContain(`1 to ${features.tabsOf(scene).length}`);
    }
  });
});
