import { describe, expect, it } from 'vitest';
import { loadScenario, scenarioNames } from './index.ts';
import { nodeReader } from './node.ts';
import { placeOf, tourHash } from './place.ts';
import { knownStop, stepOfStop, tourStop, tourStops } from './tour.ts';

const reader = nodeReader('scenarios');

describe('the tour', () => {
  it.each(tourStops)('shows at "$name" a step that its story has', async (stop) => {
    expect(scenarioNames(reader)).toContain(stop.scenario);
    const { steps = [] } = (await loadScenario(stop.scenario, reader)).scenario;
    const number = stepOfStop(stop, steps);
    expect(number).toBeDefined();
    expect(stepOfStop({ ...stop, step: 'No such step' }, steps)).toBeUndefined();
  });

  it.each(tourStops)('asks something at "$name"', async (stop) => {
    const { steps = [] } = (await loadScenario(stop.scenario, reader)).scenario;
    expect(steps[stepOfStop(stop, steps)! - 1]!.ask).toBeDefined();
  });

  it('begins with small machines, and ends with a large one', async () => {
    const cpus = await Promise.all(
      tourStops.map(async ({ scenario }) => (await loadScenario(scenario, reader)).machine.cpus),
    );
    expect(Math.max(...cpus.slice(0, -1))).toBeLessThanOrEqual(16);
    expect(cpus.at(-1)).toBe(480);
  });

  it('has an address for each stop, and one for where it leads', () => {
    expect(placeOf(tourHash(1))).toEqual({ kind: 'tour', stop: 1 });
    expect(tourHash(1)).toBe('#/tour');
    for (const at of tourStops.keys())
      expect(placeOf(tourHash(at + 1))).toEqual({ kind: 'tour', stop: at + 1 });
    expect(placeOf(tourHash('end'))).toEqual({ kind: 'tour-end' });
    expect(tourStop(9)).toBe(tourStops.at(-1));
    expect(knownStop(9)).toBe(tourStops.length);
  });
});
