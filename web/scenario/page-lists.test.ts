import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseOverride } from './overrides.ts';
import { computedBatch } from './page-lists.ts';
import { loadScenario } from './scenario.ts';
import { reader, refusal } from './testing.ts';

const opened = (name: string, ...set: string[]) =>
  loadScenario(name, reader, set.map(parseOverride));

/** What the kernel's own functions answered. */
const vectors = JSON.parse(readFileSync('tests/vectors/pcp-vectors.json', 'utf8'));
const rowsOf = (id: string) =>
  vectors.cases.find((one: { readonly id: string }) => one.id === id).rows;

describe('a high mark below the batch', () => {
  const lists = 'variant.A.kernel.page_lists';
  it.each([
    ['pcp/worst-case', [`${lists}.batch=16384`, `${lists}.high=1`], 16_384],
    ['pcp/worst-case', [`${lists}.batch=64`, `${lists}.high=63`], 64],
    ['pcp/worst-case', [`${lists}.high=30`], 31],
    ['pcp/bursty', [`${lists}.high=62`], 63],
  ])('of %s with %j is refused at its path', async (name, set, batch) => {
    const error = await refusal(() => opened(name, ...set));
    expect(error.path).toBe('variants[0].kernel.page_lists.high');
    expect(error.problem).toContain(`less than the batch of ${batch} pages`);
    expect(error.remedy).toBe(`write at least ${batch}, or a smaller batch`);
  });

  it('begins below it: as high as the batch is enough', async () => {
    await opened('pcp/worst-case', `${lists}.batch=64`, `${lists}.high=64`);
    await opened('pcp/bursty', `${lists}.high=63`);
  });
});

it('the batch that is computed is that of the kernel, whatever the node has', () => {
  for (const row of rowsOf('batch-table')) {
    const { managed_pages: pages, v4_18, v4_19 } = row;
    expect([pages, computedBatch('v4.18', pages)]).toEqual([pages, v4_18.pcp_batch]);
    expect([pages, computedBatch('v4.19', pages)]).toEqual([pages, v4_19.pcp_batch]);
  }
  for (const { managed_pages: pages, zone_batchsize: batch } of rowsOf('modern-table')) {
    expect([pages, computedBatch('modern', pages)]).toEqual([pages, batch]);
  }
});
