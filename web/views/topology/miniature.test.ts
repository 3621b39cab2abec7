import { describe, expect, it } from 'vitest';
import { activities } from './activity.ts';
import { miniatureOf } from './miniature.ts';
import { catalogOf, shapes } from './testing/machines.ts';

describe('miniatureOf', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`has a cell of its own for each CPU of ${name}, by what it does`, () => {
      const { topology } = catalogOf(shape, 9);
      const activity = Array.from({ length: topology.cpus }, (_, cpu) => cpu % 5);
      const { width, height, cells } = miniatureOf(topology, activity);
      const places = activities.flatMap((each) => cells[each].path.match(/M\d+ \d+/g) ?? []);
      expect(new Set(places).size).toBe(topology.cpus);
      for (const place of places) {
        const [x = -1, y = -1] = place.slice(1).split(' ').map(Number);
        expect(x + 4).toBeLessThanOrEqual(width);
        expect(y + 4).toBeLessThanOrEqual(height);
      }
      const fifth = activity.filter((code) => code === 4).length;
      expect(cells.spinning.cpus).toBe(fifth);
      expect(width / height).toBeGreaterThan(0.3);
      expect(width / height).toBeLessThan(5);
    });
  }
});
