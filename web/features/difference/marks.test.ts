import { describe, expect, it } from 'vitest';
import type { OpenedScenario } from '../../scenario/index.ts';
import type { Summary } from '../../stage/playback/playback.ts';
import { trackMarksOf } from './marks.ts';

const opened = {
  duration: 200,
  window: { from: 50 },
  scenario: {
    marks: [
      { id: 'm', label: 'Measured', first: 'measured-window' },
      { id: 'h', label: 'HITM', first: 'remote-hitm' },
      { id: 'p', label: 'Pull', first: 'pull' },
      { id: 'r', label: 'Released', at: '80 ns' },
      { id: 'l', label: 'Later than a run cut short', at: '1 us' },
    ],
  },
  changes: { variant: 'C', list: [{ at: 70 }, { at: 70 }] },
} as unknown as OpenedScenario;
const lanes = (a: unknown, b?: unknown) =>
  ({
    A: { status: { marks: a } },
    B: { status: b && { marks: b } },
    C: {},
  }) as unknown as Summary['variants'];

describe('the marks on the track', () => {
  it('are what each machine on stage has found, the window and the fork, in order of time', () => {
    const marks = trackMarksOf(
      opened,
      { variants: lanes([7, 90], [8, undefined]) },
      ['A', 'B'],
      'Fork',
    );
    expect(marks.map(({ time, label, side }) => `${time} ${label} ${side ?? ''}`)).toEqual([
      '7 HITM A',
      '8 HITM B',
      '50 Measured ',
      '70 Fork C',
      '80 Released ',
      '90 Pull A',
    ]);
  });

  it('leave out what has not happened yet', () => {
    const marks = trackMarksOf(
      opened,
      { variants: lanes([undefined, undefined]) },
      ['A', 'B'],
      'Fork',
    );
    expect(marks.map(({ label }) => label)).toEqual(['Measured', 'Fork', 'Released']);
  });
});
