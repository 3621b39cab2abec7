// Every row of the slides on split caches is a point of a curve, or is known not to be and says why.

import { describe, expect, it } from 'vitest';
import { loadScenario } from '../scenario.ts';
import { reader } from '../testing.ts';
import { type PublishedFigure, publishedFigures, publishedPoints, valueAt } from './points.ts';
import { publishedRows } from './published.ts';
import { parseClaims } from './schema.ts';

/** Tables without a curve; the reason stands under not_claimed. */
const without = ['mm-stream-variance', 'tbench-numa-after-10000-migrations'];
/** A table that the slides print twice. */
const repeated = ['mc-side-effect-tbench'];

const file = JSON.parse(await reader.read('published/split-llc'));
const tables = (file.tables as readonly { readonly id: string }[]).map(({ id }) => id);
const figures = await publishedFigures(reader, 'split-llc');
const tableOf = (id: string) => id.split('/')[1]!;

/** Rows of the others that no curve shows: which cache of a herd is which is chance, so the fullest and the
 * emptiest alone are compared. */
const unordered = 'split-llc/tbench-initial-llc/';
const compared = ['split-llc/tbench-initial-llc/14', 'split-llc/tbench-initial-llc/1'];

/** Tables of the posting of the hints whose columns are variants of a scenario. */
const posted = ['rfc-schbench-fork', 'rfc-schbench-wake', 'rfc-schbench-combined'];

/** The figures of one scenario that lie on an axis of one of its knobs, as points. */
async function pointsIn(name: string, own: readonly PublishedFigure[]) {
  const { scenario } = await loadScenario(name, reader);
  const usual = (path: string) => valueAt(scenario, path);
  const metrics = new Set(own.map(({ claimed }) => claimed.metric));
  return (scenario.show?.knobs ?? []).flatMap(({ path }) =>
    [...metrics].flatMap((metric) =>
      publishedPoints(own, { scenario: name, path, usual, metric, line: undefined }),
    ),
  );
}

const scenarios = [...new Set(figures.map(({ scenario }) => scenario))];
const points = (
  await Promise.all(
    scenarios.map((name) =>
      pointsIn(
        name,
        figures.filter(({ scenario }) => scenario === name),
      ),
    ),
  )
).flat();
const drawn = new Set(points.map(({ id }) => tableOf(id)));
const ids = new Set(points.map(({ id }) => id));
const allRows = publishedRows('split-llc', file);
const isDrawn = (id: string) => ids.has(id) || [...ids].some((other) => other.startsWith(`${id}/`));

describe('the tables of the slides on split caches', () => {
  it.each([...tables.filter((id) => ![...without, ...repeated].includes(id)), ...posted])(
    '%s has a point on a curve for each of its rows',
    (id) => {
      const own = allRows.filter((row) => tableOf(row.id) === id).map((row) => row.id);
      const listed = own.filter((row) => !row.startsWith(unordered) || compared.includes(row));
      expect(listed.length).toBeGreaterThan(1);
      expect(listed.filter((row) => !isDrawn(row))).toEqual([]);
    },
  );

  it('has the latencies of the posting in the unit of the metric', () => {
    const knee = points.find(({ id }) => id === 'split-llc/rfc-schbench-wake/16/wake_affine');
    expect(knee).toMatchObject({ variant: 'B', x: 16, value: 2_636_000 });
  });

  it.each(without)('%s has none, and the reason says so', async (id) => {
    expect(drawn.has(id)).toBe(false);
    const claims = parseClaims(await reader.read('claims/split-llc'), 'claims');
    const row = allRows.find((each) => tableOf(each.id) === id)!;
    const said = claims.not_claimed.find(({ rows }) =>
      rows.some((pattern) => row.id.startsWith(pattern.replace('*', ''))),
    );
    expect(said?.reason.length).toBeGreaterThan(40);
  });

  it('say of every point what is claimed of it, or why nothing is', () => {
    for (const { id, claim, basis, note } of points) {
      expect([id, basis === null ? note !== undefined : claim !== '']).toEqual([id, true]);
    }
  });
});

describe('the tables of page_fault1', async () => {
  const { scenario } = await loadScenario('pcp/nine-machines', reader);
  const own = await publishedFigures(reader, 'page-lists');
  const path = 'variant.B.kernel.page_lists.batch';
  const knobOf = (name: string) => scenario.show?.knobs?.find((knob) => knob.path === name);
  const usual = (field: string) => valueAt(scenario, field);
  const batchesOf = (platform: string, metric: string) =>
    publishedPoints(own, {
      scenario: 'pcp/nine-machines',
      path,
      usual,
      set: { platform },
      metric,
      line: undefined,
    }).map(({ x }) => Number(x));

  it.each(knobOf('platform')?.values ?? [])(
    'stand on the curve of %s, each batch once, with its score',
    (machine) => {
      const batches = batchesOf(String(machine), 'page_rate');
      expect(batches.toSorted((a, b) => a - b)).toEqual(knobOf(path)?.values);
    },
  );

  it('stand there with the shares of both locks, except those printed without fractions', () => {
    for (const metric of ['zone_lock_share', 'lru_lock_share', 'page_lock_share']) {
      expect(batchesOf('lkp-skl-2sp2', metric)).toHaveLength(20);
      expect(batchesOf('lkp-sb02', metric)).toEqual([]);
    }
  });
});
