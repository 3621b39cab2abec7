// Which runs the values in a text are of, once a setting is tried: whole ones of the story as it comes, or those on stage.

import { describe, expect, it, vi } from 'vitest';
import type { Step } from '../../scenario/step-schema.ts';
import type * as measures from '../../stage/measures.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import { textOf } from '../../ui/testing/person.ts';
import { useBound } from './use-bound.ts';

/** What the runs on stage have given. */
const runs = vi.hoisted(() => ({ A: { busy: 0, headline: { windowLength: 0 } } }));
vi.mock('../../stage/whole-reports.ts', () => ({ useWholeReports: () => runs }));
vi.mock('../../stage/measures.ts', async (original) => ({
  ...(await original<typeof measures>()),
  measure: (_: string, report?: { readonly busy: number }) => report?.busy,
}));

const step = {
  values: [{ id: 'busy', metric: 'busy_share', variant: 'A' }],
} as unknown as Step;

function Text() {
  return <p>{useBound(step)('It is {busy}.')}</p>;
}

describe('the values of a text', () => {
  const page = testPage();
  function tell(story: string, seed: number, busy: number, length: number, set?: object) {
    choose({ ...firstState, step: 0 }, true);
    runs.A = { busy, headline: { windowLength: length } };
    const opened = { name: story, seed, machine: {}, window: { from: 0, to: 9 }, scenario: {} };
    const session = { opened: { ...opened, recipe: { set } } } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <Text />
      </SessionContext>,
    );
    return textOf(page.host);
  }
  const turned = { 'workload.pages': 7 };

  it('stay those of the whole run where a setting is tried', () => {
    expect(tell('whole', 1, 71, 9)).toContain('71');
    expect(tell('whole', 1, 12, 9, turned)).toContain('71');
  });

  it('are those on stage where the story has not run as it comes', () => {
    expect(tell('link', 1, 12, 3, turned)).toContain('12');
  });

  it('are those on stage where its run was left before its end', () => {
    expect(tell('part', 1, 71, 3)).toContain('71');
    expect(tell('part', 1, 12, 9, turned)).toContain('12');
  });

  it('are of no run with another seed', () => {
    expect(tell('seeds', 1, 71, 9)).toContain('71');
    expect(tell('seeds', 2, 12, 9, turned)).toContain('12');
  });
});
