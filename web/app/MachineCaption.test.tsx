import { describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '../stage/session.ts';
import { testPage } from '../ui/testing/page.ts';
import { MachineCaption } from './MachineCaption.tsx';

describe('the sentence under a machine', () => {
  const page = testPage();

  it('is, where its engine owes an answer, that it is waited for and can be started anew: no defect', () => {
    const restart = vi.fn();
    const lane = { silent: true, failure: undefined };
    const summary = { lanes: { A: { ...lane, silent: false }, B: lane } };
    const playback = { onSummary: () => () => {}, summary: () => summary, restart };
    const session = { playback, opened: {}, steps: [] } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <MachineCaption side="A" />
        <MachineCaption side="B" />
      </SessionContext>,
    );
    const said = page.host.querySelectorAll('[role="status"]');
    expect([...said].filter((each) => each.querySelector('button'))).toHaveLength(1);
    expect(page.host.textContent).toContain('Machine B: no answer for 20 s.');
    expect(page.host.textContent).not.toMatch(/defect|Machine A:/);
    page.host.querySelector('button')!.click();
    expect(restart).toHaveBeenCalledWith('B');
  });
});
