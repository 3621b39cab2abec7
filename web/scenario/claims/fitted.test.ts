// Holds docs/fitted.md: every number that was fitted stands there with the published rows it was fitted to.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reader } from '../testing.ts';
import { claimedRowsOf, readClaims, readPublished } from './entries.ts';
import { matches } from './points.ts';

/** A line of a table of the document. */
interface Fitted {
  readonly of: string;
  readonly figure: string;
  readonly value: string;
  readonly rows: readonly string[];
}

const lines = readFileSync('docs/fitted.md', 'utf8').split('\n');
const listed: Fitted[] = lines
  .filter((line) => /^\| [a-z0-9-]+[a-z0-9/-]* \| [a-z_]+\./.test(line))
  .map((line) => {
    const [of, figure, value, rows] = line.split('|').slice(1, -1);
    return {
      of: of!.trim(),
      figure: figure!.trim(),
      value: value!.trim(),
      rows: rows!.split(',').map((row) => row.trim()),
    };
  });
const machines = listed.filter(({ of }) => !of.includes('/'));
const kernels = listed.filter(({ of }) => of.startsWith('claims/'));
const workloads = listed.filter(({ of }) => of.includes('/') && !of.startsWith('claims/'));

type Node = { readonly [key: string]: unknown };

/** Every figure of one machine, by its path. */
function figuresOf(node: Node, at: readonly string[] = []): [string, Node][] {
  if ('quality' in node && 'value' in node) return [[at.join('.'), node]];
  return Object.entries(node).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? figuresOf(value as Node, [...at, key])
      : [],
  );
}

/** What stands at a path of a file, as a list writes it. */
const valueAtPath = (file: Node, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Node | undefined)?.[key], file);

const timings = reader.names().filter((name) => name.startsWith('platforms/timings/'));
const figures = new Map(
  await Promise.all(
    timings.map(async (name) => {
      const file = JSON.parse(await reader.read(name)) as Node;
      return [name.slice('platforms/timings/'.length), new Map(figuresOf(file))] as const;
    }),
  ),
);

const published = await readPublished(reader);
const entries = (await readClaims(reader)).flatMap((claims) =>
  claimedRowsOf(
    claims,
    published.filter(({ story }) => story === claims.story),
  ),
);
const ids = [...new Set([...published, ...entries].map(({ id }) => id))];

describe('the list of fitted numbers', () => {
  it('has every figure of a machine whose quality is fitted, and no other', () => {
    const fitted = [...figures].flatMap(([machine, own]) =>
      [...own].flatMap(([figure, { quality }]) =>
        quality === 'fitted' && !figure.startsWith('dram_loaded.') ? [`${machine} ${figure}`] : [],
      ),
    );
    expect(machines.map(({ of, figure }) => `${of} ${figure}`).sort()).toEqual(fitted.sort());
  });

  it('says the values that machines, workloads and kernels of claims have', async () => {
    for (const { of, figure, value } of machines) {
      expect(String(figures.get(of)!.get(figure)!.value), `${of} ${figure}`).toBe(value);
    }
    for (const { of, figure, value } of workloads) {
      const scenario = JSON.parse(await reader.read(of)) as Node;
      expect(String(valueAtPath(scenario, figure)), `${of} ${figure}`).toBe(value);
    }
    for (const { of, figure, value } of kernels) {
      expect(await reader.read(of), `${of} ${figure}`).toContain(`.${figure}": ${value}`);
    }
  });

  it('names rows that were published', () => {
    for (const { of, figure, rows } of listed) {
      for (const row of rows) {
        expect(
          ids.some((id) => matches([row], id)),
          `${of} ${figure}: ${row}`,
        ).toBe(true);
      }
    }
  });

  it('has every row that is claimed as fitted', () => {
    const patterns = listed.flatMap(({ rows }) => rows);
    const missing = entries
      .filter(({ claimed }) => claimed?.basis === 'fitted')
      .filter(({ id, row }) => !matches(patterns, id) && !matches(patterns, row.id))
      .map(({ id }) => id);
    expect(missing).toEqual([]);
  });
});

describe('the figures of a machine', () => {
  const cases = [...figures].map(([name, own]) => {
    const at = (path: string) => Number(own.get(path)?.value ?? Number.NaN);
    return [name, own, at] as const;
  });

  it.each(cases)('%s are all above nothing, in order and inside of their own ranges', (_, own) => {
    for (const [path, { value, range }] of own) {
      if (typeof value !== 'number') continue;
      expect(value, path).toBeGreaterThanOrEqual(0);
      const [low, high] = (range as [number, number] | undefined) ?? [value, value];
      expect(low <= value && value <= high, path).toBe(true);
    }
  });

  it.each(cases)('%s take longer the farther away a line or memory is', (_, _own, at) => {
    const places = ['same_llc', 'same_socket_near', 'same_socket_far', 'other_socket'];
    for (const kind of ['hitm', 'clean']) {
      const times = places.map((place) => at(`${kind}.${place}`)).filter(Number.isFinite);
      expect(times, kind).toEqual([...times].sort((a, b) => a - b));
    }
    const memory = ['local', ...places.slice(1)].map((place) => at(`dram.${place}`));
    const known = memory.filter(Number.isFinite);
    expect(known).toEqual([...known].sort((a, b) => a - b));
    const own = [at('latency.l1'), at('latency.l2'), at('latency.llc_hit'), at('dram.local')];
    expect(own).toEqual([...own].sort((a, b) => a - b));
  });

  it.each(cases)(
    '%s move a line no quicker than its cache answers, nor a dirty one than a clean',
    (_, _own, at) => {
      expect(at('hitm.same_llc')).toBeGreaterThanOrEqual(at('latency.llc_hit'));
      for (const place of ['same_llc', 'other_socket']) {
        if (Number.isFinite(at(`clean.${place}`))) {
          expect(at(`hitm.${place}`), place).toBeGreaterThanOrEqual(at(`clean.${place}`));
        }
      }
      expect(at('latency.atomic_hit')).toBeGreaterThanOrEqual(at('latency.l1'));
    },
  );

  it.each(cases)('%s deliver and wake in the order of distance and depth', (_, _own, at) => {
    const rising = (...paths: string[]) => {
      const known = paths.map((path) => at(`os.${path}`)).filter(Number.isFinite);
      expect(known, paths.join(', ')).toEqual([...known].sort((a, b) => a - b));
    };
    rising('ipi_deliver_same_socket', 'ipi_deliver_other_socket');
    rising('idle_exit_poll', 'idle_exit_c1', 'idle_exit_c1e', 'idle_exit_c6');
    rising('idle_residency_c1', 'idle_residency_c1e', 'idle_residency_c6');
    expect(at('bandwidth.system_read')).toBeGreaterThanOrEqual(at('bandwidth.socket_read'));
    // A node may be interleaved over both sockets; no machine reads less than one of its nodes.
    expect(at('bandwidth.system_read')).toBeGreaterThanOrEqual(0.99 * at('bandwidth.node_read'));
  });

  it.each(cases)(
    '%s zero and copy a page no quicker than memory could hold, nor slower than it can be',
    (_, own, at) => {
      if (!own.has('page_lists.copy')) return;
      // 4 KiB at 100 GB/s, more than one core reads, and at 1 GB/s, less than any of these machines.
      expect(at('page_lists.copy')).toBeGreaterThanOrEqual(41);
      expect(at('page_lists.copy')).toBeLessThanOrEqual(4100);
    },
  );
});
