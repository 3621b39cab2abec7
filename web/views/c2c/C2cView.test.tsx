import { describe, expect, it } from 'vitest';
import type { C2cRows, Catalog } from '../../engine/types.ts';
import { testPage } from '../../ui/testing/page.ts';
import { C2cView } from './C2cView.tsx';
import { words } from './words.ts';

/** Three lines of root_domain: a published table is of the third. */
const catalog = {
  structures: ['root_domain'],
  symbols: ['cpupri_set'],
  lines: { count: 3, structure: [0, 0, 0], instance: [0, 0, 0], lineNumber: [1, 2, 3] },
  fields: { count: 0, structure: [], offset: [], size: [], name: [] },
} as unknown as Catalog;
const rows = { count: 0, dropped: 0 } as unknown as C2cRows;

const page = testPage();

const show = (tables: readonly string[]) => {
  page.show(
    <C2cView
      side="A"
      catalog={catalog}
      rows={rows}
      measuring
      tables={tables}
      line={2}
      onLine={() => {}}
      lineName={(line) => `line ${line + 1}`}
    />,
  );
  return page.host.textContent;
};

describe('the published c2c tables', () => {
  it('stand beside the run that they were measured on', () => {
    const text = show(['c2c-root-domain-line3']);
    expect(text).toContain('simulated beside published');
    expect(text).not.toContain(words.noPublished);
  });

  it('stand beside no other: a scenario without tables has none, though it has the line', () => {
    const text = show([]);
    expect(text).not.toContain('beside published');
    expect(text).toContain(words.noPublished);
  });
});
