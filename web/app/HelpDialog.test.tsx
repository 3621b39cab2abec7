import { describe, expect, it } from 'vitest';
import { viewsOf } from '../stage/commands.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { testPage } from '../ui/testing/page.ts';
import HelpDialog from './HelpDialog.tsx';

const page = testPage();
const session = (withheld: readonly string[]) =>
  ({ opened: { chapter: { withheld } } }) as unknown as Session;

describe('the help', () => {
  it.each([[[]], [['races']]])('counts the views of a story without %j', (withheld) => {
    const shown = session(withheld);
    page.show(
      <SessionContext value={shown}>
        <HelpDialog />
      </SessionContext>,
    );
    const keys = [...page.host.querySelectorAll('kbd')].map((key) => key.textContent);
    expect(keys).toContain(`1 to ${viewsOf(shown).length}`);
  });
});
