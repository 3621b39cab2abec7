// What README and docs/fidelity.md say of the fidelity report is what the report that comes with the program gives. How the
// sentences are made is tools/fidelity-line.test.mjs's.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withLine, written } from '../../tools/fidelity-line.mjs';
import { type ShippedReport, shippedReport } from '../../web/scenario/claims/shipped.ts';
import { nodeReader } from '../../web/scenario/node.ts';

it('a document says of the fidelity report what the shipped one gives', async () => {
  const reader = nodeReader('scenarios');
  const shipped = JSON.parse(await reader.read('fidelity/report')) as ShippedReport;
  const said = written(await shippedReport(reader, shipped), shipped);
  expect(said.length).toBeGreaterThan(1);
  for (const [name, text] of said) {
    const document = readFileSync(name, 'utf8');
    expect(withLine(document, text), name).toBe(document);
  }
});
