import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState, type StageLayout } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import { textOf } from '../../ui/testing/person.ts';
import { catalogOf, shapes } from '../../views/topology/testing/machines.ts';
import { frameOf } from '../../views/topology/testing/records.ts';
import InspectorPanel from './InspectorPanel.tsx';

const bare = catalogOf(shapes.laptop, 9);
/** Task 3 is the only one of its role. */
const catalog = {
  ...bare,
  taskRoles: { ...bare.taskRoles, name: ['', 'messenger'], role: [0, 0, 0, 1, 0, 0, 0, 0, 0] },
} as unknown as typeof bare;

describe('the inspector', () => {
  const page = testPage();
  beforeEach(() => choose(firstState, true));
  const told = (stage: StageLayout, of: readonly string[]) => {
    const there = { catalog, latestFrame: frameOf(catalog, { time: 9 }) };
    const laneOf = (side: string) => (of.includes(side) ? there : {});
    const variants = { A: laneOf('A'), B: laneOf('B'), C: {}, D: {} };
    const summary = { variants };
    const playback = { summary: () => summary, onSummary: () => () => {} };
    act(() => choose({ stage, selection: { task: 3 } }));
    page.show(
      <SessionContext value={{ playback, opened: { scenario: {} } } as unknown as Session}>
        <InspectorPanel />
      </SessionContext>,
    );
    return textOf(page.host);
  };

  it('calls a task by its name on the machine that is on stage, also where that is B alone', () => {
    expect(told('A | B', ['A', 'B'])).toContain('Messenger (task 3)');
    expect(told('B', ['B'])).toContain('Messenger (task 3)');
  });

  it('calls a task by its number before any machine is known', () => {
    expect(told('B', [])).toContain('Task 3');
  });
});
