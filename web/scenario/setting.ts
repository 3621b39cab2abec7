// What a field of an opened scenario stands at, as it is read: said by the scenario or left to its machine.
// Not what a run may change; that is interventions.ts.

import type { AxisValue } from '../engine/sweep/grid.ts';
import { valueAt } from './claims/points.ts';
import type { OpenedScenario } from './scenario.ts';

/** The value of a field, of the timings where the scenario does not adjust them; undefined if it has none. */
export function settingOf(opened: OpenedScenario, path: string): AxisValue | undefined {
  const said = valueAt(opened.scenario, path);
  const [platform, adjust, ...rest] = path.split('.');
  if (said !== undefined || platform !== 'platform' || adjust !== 'adjust') return said;
  let at: unknown = opened.timings;
  for (const key of rest) at = (at as Readonly<Record<string, unknown>> | undefined)?.[key];
  const value = (at as { readonly value?: unknown } | undefined)?.value;
  return typeof value === 'number' ? value : undefined;
}
