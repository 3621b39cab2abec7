// What of a scenario can be turned in the page and varied along a curve: the knobs that it names, and the Linux release, which
// every story has.

import type { AxisValue } from '../engine/sweep/grid.ts';
import { releases } from './releases.ts';
import type { Scenario } from './schema.ts';

export interface Knob {
  readonly path: string;
  readonly label: string;
  readonly values: readonly AxisValue[];
}

/** Last: a story's own come first, and a curve opens along one of those. */
const release: Knob = { path: 'linux', label: 'Linux release', values: releases };

export const knobsOf = ({ show }: Pick<Scenario, 'show'>): readonly Knob[] => [
  ...(show?.knobs ?? []),
  release,
];
